/** Bitcoin beside a real node, Bitcoin Knots: it verifies what our simulated wallets sign, and we what it signs; balances are read from it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningBitcoin, simulatedBitcoinAccounts, startBitcoin } from '@latchkey/devstack'
import { bitcoinKey, createSimulatedBitcoinWallet } from '@latchkey/testing'
import { bitcoin as bitcoinAdapter } from 'latchkey/bitcoin'
import { formatSignInMessage, toNetwork } from 'latchkey/contract'
import { verifySignIn } from 'latchkey/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const nonce = 'n0nceN0nceN0nceN0nceN0nce'
const at = '2026-11-28T12:00:00.000Z'
const expected = { origins: ['https://shop.example'], nonce, chains: [chainId] as const, now: Date.parse(at) }
const textFor = (accountAddress: string): string =>
  formatSignInMessage({
    domain: 'shop.example',
    accountAddress,
    statement: 'Sign in to the shop.',
    uri: 'https://shop.example/login',
    version: '1',
    chainId,
    nonce,
    issuedAt: at,
  })

let folder: string
let chain: RunningBitcoin
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-elm-'))
  chain = await startBitcoin({ port: 0, dataFolder: folder, automine: true })
})
afterAll(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.each(['legacy', 'p2sh-segwit', 'bech32', 'bech32m'])(
  'the node signs for %s, and ours verifies',
  async type => {
    const address = String(await chain.call('getnewaddress', '', type))
    const message = textFor(address)
    const signature = String(await chain.call('signmessage', address, message))
    expect(await verifySignIn({ message, signature, expected })).toMatchObject({ valid: true, address })
    const other = textFor(String(await chain.call('getnewaddress', '', type)))
    expect(await verifySignIn({ message: other, signature, expected })).toMatchObject({
      refusal: 'signature',
    })
  },
)

test.each([
  ['p2wpkh', false],
  ['p2wpkh', true],
  ['p2tr', false],
  ['p2tr', true],
] as const)(
  'a simulated wallet signs for %s (prefix: %s), and the node verifies',
  async (addressType, prefix) => {
    const wallet = createSimulatedBitcoinWallet({
      shape: 'unisat',
      target: new EventTarget(),
      memory: false,
      connected: true,
      network: 'regtest',
      addressType,
      signaturePrefix: prefix,
    })
    const provider = wallet.provider as Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>
    const { address } = bitcoinKey(0, addressType, 'regtest')
    const message = textFor(address)
    const signature = String(await provider.signMessage?.(message, 'bip322-simple'))
    wallet.stop()
    expect(signature.startsWith('smp')).toBe(prefix)
    expect(await verifySignIn({ message, signature, expected })).toMatchObject({ valid: true, address })
    // Knots 29 knows the prefixes of April 2026 not yet.
    const plain = signature.replace(/^smp/, '')
    expect(await chain.call('verifymessage', address, plain, message)).toBe(true)
    expect(await chain.call('verifymessage', address, plain, `${message} `)).toBe(false)
  },
)

test('the simulated wallets’ accounts are those that the chain pays', async () => {
  for (const [index, account] of simulatedBitcoinAccounts.entries()) {
    const kinds = { payment: 'p2wpkh', wrapped: 'p2sh', ordinals: 'p2tr' } as const
    for (const [use, kind] of Object.entries(kinds))
      expect(account[use as keyof typeof kinds]).toBe(bitcoinKey(index, kind, 'regtest').address)
  }
})

test('the adapter reads balances from the facade, with what waits in the mempool', async () => {
  const adapter = await bitcoinAdapter().load()
  const url = `http://localhost:${chain.port}`
  const network = toNetwork({
    chainNamespace: 'bip122',
    caipNetworkId: chainId,
    id: chainId.slice('bip122:'.length),
    name: 'Elm',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [url] } },
    format: { prefix: 'bcrt' },
  })
  const rpc = async (_method: string, [path]: readonly unknown[]): Promise<unknown> =>
    (await fetch(`${url}${String(path)}`)).json()
  const [first] = simulatedBitcoinAccounts
  for (const address of [first?.payment ?? '', first?.ordinals ?? '']) {
    const before = await adapter.nativeBalance?.(rpc, address, network)
    // Past the facade: it waits in the mempool until the next second's block, and counts before and after.
    await chain.call('sendtoaddress', address, 0.125)
    expect(await adapter.nativeBalance?.(rpc, address, network)).toBe((before ?? 0n) + 12_500_000n)
    await chain.mine(1)
    expect(await adapter.nativeBalance?.(rpc, address, network)).toBe((before ?? 0n) + 12_500_000n)
  }
})
