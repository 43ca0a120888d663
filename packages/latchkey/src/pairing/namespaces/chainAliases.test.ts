import { expect, test } from 'vitest'
import { solana, solanaDevnet } from '../../contract/networks/solana.ts'
import { asked, pairedPeers } from '../conformance/pairedPeers.ts'
import { fromHex } from '../envelope/hex.ts'
import { parseRpcMessage } from '../session/rpcMessage.ts'
import { kindOf } from '../session/sessionMethods.ts'
import { parsePairingUri } from '../uri/parsePairingUri.ts'
import { buildNamespaces } from './buildNamespaces.ts'
import { aliasesOf, oldIdsOf, settledToday, toToday } from './chainAliases.ts'

const today = solana.caipNetworkId
const old = solana.deprecatedCaipNetworkId as typeof today
const address = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const namespaces = buildNamespaces([solana, solanaDevnet])
const aliases = aliasesOf(namespaces)
const grant = (chains: readonly string[]) => ({
  solana: {
    accounts: chains.map(chain => `${chain}:${address}`),
    methods: ['solana_signMessage'],
    events: [],
  },
})

test('ids of accounts, chains and keys become those of today', () => {
  expect(aliasesOf(asked)).toBeUndefined()
  expect(toToday(old, aliases)).toBe(today)
  expect(toToday(`${old}:${address}`, aliases)).toBe(`${today}:${address}`)
  expect(toToday(`${old}x`, aliases)).toBe(`${old}x`)
  const settled = { [old]: { ...grant([old]).solana, chains: [old] } }
  expect(settledToday(settled, aliases)).toEqual({ [today]: { ...grant([today]).solana, chains: [today] } })
  expect(settledToday(settled, undefined)).toBe(settled)
})

test('a wallet is asked by the old id only where it says no other', () => {
  expect(oldIdsOf(grant([old]), aliases)).toEqual({ [today]: old })
  expect(oldIdsOf(grant([old, today]), aliases)).toBeUndefined()
  expect(oldIdsOf(grant([today]), aliases)).toBeUndefined()
})

test.each([
  ['the old id', old],
  ['today’s', today],
])(
  'a wallet that knows the chain by %s is connected, asked and heard by it; the page knows today’s alone',
  async (_name, chain) => {
    const { page, relay, clock, settled } = await pairedPeers()
    const { uri, approval } = await page.pairing.connect({ namespaces, signal: new AbortController().signal })
    const wallet = relay.open({ clock })
    const { crypto, store, link } = wallet
    const { topic: pairingTopic, symKey } = parsePairingUri(uri) ?? expect.unreachable()
    await store.symKeys.set(pairingTopic, fromHex(symKey))
    const heard: { topic: string; id: number; method: string; params: never }[] = []
    link.onMessage(async ({ topic, message }) => {
      const key = await store.symKeys.get(topic)
      const rpc = key && parseRpcMessage(await crypto.open(message, key))
      if (rpc?.kind === 'request') heard.push({ topic, ...rpc, params: rpc.params as never })
    })
    await link.subscribe([pairingTopic])
    await settled()
    const proposal = heard[0] ?? expect.unreachable()
    const { proposer, optionalNamespaces } = proposal.params as {
      proposer: { publicKey: string }
      optionalNamespaces: Record<string, object>
    }
    expect(optionalNamespaces.solana).toEqual({
      chains: [today, solanaDevnet.caipNetworkId, old, solanaDevnet.deprecatedCaipNetworkId],
      methods: namespaces.solana?.methods,
      events: namespaces.solana?.events,
    })
    const keys = await crypto.generateKeyPair()
    const sessionKey = await crypto.agree(keys, proposer.publicKey)
    const topic = await crypto.topicOf(sessionKey)
    await store.symKeys.set(topic, sessionKey)
    await link.subscribe([topic])
    const send = async (to: string, content: object, tag: number) => {
      const key = (await store.symKeys.get(to)) ?? expect.unreachable()
      const message = crypto.seal(JSON.stringify({ jsonrpc: '2.0', ...content }), key)
      await link.publish({ topic: to, message, tag, ttl: 300 })
      await settled()
    }
    const result = { relay: { protocol: 'irn' }, responderPublicKey: keys.publicKey }
    await send(pairingTopic, { id: proposal.id, result }, kindOf('wc_sessionPropose', 'response').tag)
    const metadata = { name: 'Old Wallet', description: '', url: 'https://old.example', icons: [] }
    const events = ['chainChanged']
    const granted = { solana: { ...grant([chain]).solana, events } }
    const settlement = {
      relay: { protocol: 'irn' },
      controller: { publicKey: keys.publicKey, metadata },
      namespaces: granted,
      expiry: Math.floor(clock.now() / 1_000) + 3_600,
    }
    await send(topic, { id: 1_000, method: 'wc_sessionSettle', params: settlement }, 1_102)
    const { session } = await approval
    expect(session.namespaces.solana).toMatchObject({ accounts: [`${today}:${address}`], chains: [today] })

    const request = { method: 'solana_signMessage', params: {} }
    page.pairing.request(session.topic, today, request).catch(() => undefined)
    await settled()
    expect(heard.find(({ method }) => method === 'wc_sessionRequest')?.params).toMatchObject({
      chainId: chain,
    })

    const event = { event: { name: 'chainChanged', data: chain }, chainId: chain }
    await send(topic, { id: 1_001, method: 'wc_sessionEvent', params: event }, 1_110)
    expect(page.told.find(({ type }) => type === 'sessionEvent')?.event).toMatchObject({ chainId: today })

    // An update in today's id is asked by that from then on, and the next page knows the same.
    await send(
      topic,
      {
        id: 1_002,
        method: 'wc_sessionUpdate',
        params: { namespaces: { solana: { ...granted.solana, ...grant([today]).solana, events } } },
      },
      1_104,
    )
    page.pairing.request(session.topic, today, request).catch(() => undefined)
    await settled()
    expect(heard.at(-1)?.params).toMatchObject({ chainId: today })
    expect(page.pairing.sessions[0]?.namespaces.solana?.chains).toEqual([today])
  },
)
