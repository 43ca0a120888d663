import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  defaultConnectMethods,
  defaultConnectorOrder,
  defaultRestrictedTimezones,
  defaultSocials,
  defaultWalletFeatures,
  limits,
} from './limits.ts'

const second = 1_000
const minute = 60 * second

// SPEC §9, row by row, written again by hand so that a slip in the table shows.
const rows: [string, Partial<Record<keyof typeof limits, number>>][] = [
  [
    'Cache lifetimes',
    {
      portfolioCache: 30 * second,
      nativeBalanceCache: 30 * second,
      nameCache: 5 * minute,
      identityCache: 5 * minute,
      transactionCache: 15 * second,
      tokenPriceCache: 15 * second,
    },
  ],
  ['Email login cooldown', { emailCooldown: 30 * second }],
  ['Token balance retry gap', { balanceRetryGap: 30 * second }],
  ['Recent wallets', { recentWallets: 2 }],
  ['Pairing', { pairingExpiry: 4 * minute, pairingExpiredUnder: 10 * second, pairingRetryGap: 1 * second }],
  ['Preload image timeout', { imageTimeout: 2 * second }],
  ['Debounce default', { debounce: 500 }],
  ['Modal history timeout', { historyTimeout: 100 }],
  ['View animation', { viewIn: 120, viewOut: 150 }],
  ['Social popup', { popupWidth: 600, popupHeight: 800 }],
  ['Alert error delay', { alertDelay: 300 }],
  ['Heartbeat interval', { heartbeat: 5 * second }],
  ['Iframe load timeout', { frameLoad: 20 * second }],
  ['Connect requests', { frameConnect: 120 * second }],
  ['Sign-out wait', { signOut: 3 * second }],
  ['Frame ready delay', { frameReady: 500 }],
  ['Default RPC timeout', { rpcTimeout: 10 * second }],
  ['RPC batch size', { rpcBatch: 1000, rpcBatchWait: 0 }],
  [
    'Fallback ping',
    {
      pingInterval: 4 * second,
      pingSamples: 10,
      pingTimeout: 1 * second,
      pingStabilityWeight: 0.7,
      pingLatencyWeight: 0.3,
    },
  ],
  ['RPC retry', { rpcRetries: 3, rpcRetryDelay: 150 }],
  ['Log buffer', { logBuffer: 1_024_000 }],
  ['Secure SDK version', { sdkVersion: 4 }],
  ['Default chain id', { defaultChainId: 1 }],
  ['Recommended wallets', { recommendedWallets: 4 }],
  ['Paged wallets', { pagedWallets: 40, preloadedImages: 20 }],
  ['Wallet search', { searchResults: 100, searchWait: 300 }],
  ['Balance display (SPEC §5)', { balanceDecimals: 3 }],
]

test.each(rows)('SPEC §9 %s', (_row, expected) => {
  expect(limits).toMatchObject(expected)
})

test('SPEC §9 orders and lists', () => {
  expect(defaultConnectorOrder.join(', ')).toBe(
    'walletConnect, recent, injected, featured, custom, external, recommended',
  )
  expect(defaultSocials.join(', ')).toBe('google, x, farcaster, discord, apple, github, facebook')
  expect(defaultConnectMethods.join(', ')).toBe('email, social, wallet')
  expect(defaultWalletFeatures.join(', ')).toBe('onramp, swaps, receive, send')
})

test('SPEC §6 the restricted time zones, by their places', () => {
  const places = defaultRestrictedTimezones.map(zone => zone.replace('Asia/', '').replace('_', ' '))
  expect(places.join(', ')).toBe('Shanghai, Urumqi, Chongqing, Harbin, Kashgar, Macau, Hong Kong, Beijing')
})

test('SPEC §9: each number is one that something goes by', () => {
  const cwd = fileURLToPath(new URL('../../../..', import.meta.url))
  const code = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd })
    .filter(path => !/\.test\.tsx?$/.test(path))
    .map(path => readFileSync(`${cwd}/${path}`, 'utf8'))
    .join('\n')
  expect(Object.keys(limits).filter(name => !new RegExp(`limits\\.${name}\\b`).test(code))).toEqual([])
})
