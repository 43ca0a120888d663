import { deriveSolanaAccounts, type PhoneWalletOptions, solanaAccount } from '@latchkey/testing/phone'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { describe, expect, test } from 'vitest'
import { bindPaired } from '../../chains/solana/bindPaired.ts'
import { createSolanaAdapter } from '../../chains/solana/createSolanaAdapter.ts'
import { formatBase58, parseBase58 } from '../../contract/base58.ts'
import { mainnet } from '../../contract/networks/evm.ts'
import { solana, solanaDevnet, solanaTestnet } from '../../contract/networks/solana.ts'
import { pairedPeers } from '../conformance/pairedPeers.ts'
import { createPairedProvider } from '../provider/createPairedProvider.ts'
import { buildNamespaces } from './buildNamespaces.ts'

const [main, dev] = [solana.caipNetworkId, solanaDevnet.caipNetworkId]
const seeds = [1, 2].map(value => Array<number>(32).fill(value))

async function paired(options: Partial<PhoneWalletOptions> = {}) {
  const accounts = seeds.map(solanaAccount)
  const [first = '', second = ''] = accounts.map(each => each.address)
  const peers = await pairedPeers({
    solana: {
      accounts,
      clusters: [{ caipNetworkId: main }, { caipNetworkId: dev, rpcUrl: 'https://node.example' }],
    },
    ...options,
  })
  const namespaces = buildNamespaces([mainnet, solana, solanaDevnet])
  const { session } = await peers.connect({ namespaces })
  const { topic } = session
  const { pairing } = peers.page
  const provider = createPairedProvider({
    pairing,
    topic,
    namespace: 'solana',
    clock: peers.clock,
    rpc: () => undefined,
  })
  const heard: unknown[] = []
  provider.on('accountsChanged', addresses => heard.push(addresses))
  provider.on('chainChanged', chain => heard.push(chain))
  return {
    ...peers,
    session,
    provider,
    heard,
    first,
    second,
    async ask<Answer>(method: string, params: unknown, chain?: `solana:${string}`): Promise<Answer> {
      const answer = provider.request({ method, params }, chain)
      answer.catch(() => undefined)
      await peers.settled()
      return answer as Promise<Answer>
    },
  }
}

/** A transfer as a page hands it over: no signature yet. */
function transferOf(from: string, version: 0 | 'legacy' = 0) {
  const message = pipe(
    createTransactionMessage({ version }),
    each => setTransactionMessageFeePayer(address(from), each),
    each =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash('11111111111111111111111111111111'), lastValidBlockHeight: 1n },
        each,
      ),
    each =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({
          source: { address: address(from) } as never,
          destination: address('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'),
          amount: lamports(5n),
        }),
        each,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

/** The first signature, and whether it is the account's over the message. */
function readSigned(base64: string, from: string) {
  const { messageBytes, signatures } = getTransactionDecoder().decode(
    Uint8Array.from(atob(base64), letter => letter.charCodeAt(0)),
  )
  const signature = signatures[address(from)]
  return {
    signature: signature ? formatBase58(Uint8Array.from(signature)) : undefined,
    isSound:
      signature != null && ed25519.verify(signature, messageBytes as never, parseBase58(from, 32) as never),
  }
}

test('accounts are known without asking the wallet, on every cluster alike', async () => {
  const { ask, relay, first, second, session, provider } = await paired()
  const before = relay.published.length
  const all = [{ pubkey: first }, { pubkey: second }]
  expect(await ask('solana_getAccounts', {})).toEqual(all)
  expect(await ask('solana_requestAccounts', {}, dev)).toEqual(all)
  expect(relay.published.length).toBe(before)
  expect(Object.keys(session.namespaces).sort()).toEqual(['eip155', 'solana'])
  expect(provider.methods).toContain('solana_signAndSendTransaction')
})

test('a message is signed by a real key, and its wallet is to be opened for it', async () => {
  const { ask, first, second, page } = await paired()
  const message = new TextEncoder().encode('hello')
  for (const pubkey of [first, second]) {
    const params = { message: formatBase58(message), pubkey }
    const { signature } = await ask<{ signature: string }>('solana_signMessage', params)
    const [raw, key] = [parseBase58(signature, 64), parseBase58(pubkey, 32)]
    expect(raw && key && ed25519.verify(raw, message, key)).toBe(true)
  }
  const sent = page.told.filter(({ type }) => type === 'requestSent')
  expect(sent.map(({ event }) => event)).toEqual([
    expect.objectContaining({ method: 'solana_signMessage', prompt: true }),
    expect.objectContaining({ method: 'solana_signMessage', prompt: true }),
  ])
})

test.each([0, 'legacy'] as const)('transactions of version %s are signed in their places', async version => {
  const { ask, first } = await paired()
  const transaction = transferOf(first, version)
  const one = await ask<{ signature: string; transaction: string }>('solana_signTransaction', { transaction })
  expect(readSigned(one.transaction, first)).toEqual({ signature: one.signature, isSound: true })
  const all = await ask<{ transactions: string[] }>('solana_signAllTransactions', {
    transactions: [transaction, transaction],
  })
  expect(all.transactions.map(each => readSigned(each, first).isSound)).toEqual([true, true])
})

test('the phone sends by its own node of the cluster that the call names', async () => {
  const posted: unknown[] = []
  const { ask, first } = await paired({
    post: async (url, body) => {
      posted.push([url, JSON.parse(body)])
      return JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'taken' })
    },
  })
  const params = { transaction: transferOf(first), pubkey: first, sendOptions: { skipPreflight: true } }
  const { signature } = await ask<{ signature: string }>('solana_signAndSendTransaction', params, dev)
  expect(posted).toMatchObject([
    [
      'https://node.example',
      {
        method: 'sendTransaction',
        params: [expect.any(String), { encoding: 'base64', skipPreflight: true }],
      },
    ],
  ])
  const sent = (posted as [string, { params: [string] }][])[0]?.[1].params[0] ?? ''
  expect(readSigned(sent, first)).toEqual({ signature, isSound: true })
  // It has no node of the other cluster.
  await expect(ask('solana_signAndSendTransaction', params, main)).rejects.toMatchObject({ code: 4901 })
})

describe('refusals have numbers', () => {
  test.each([
    ['a declined request', 'solana_signMessage', { message: '2NEpo7TZRRrLZSi2U' }, 'reject', 5000],
    ['a message that is not base58', 'solana_signMessage', { message: 'O0' }, undefined, -32602],
    ['bytes that are no transaction', 'solana_signTransaction', { transaction: 'AAAA' }, undefined, -32602],
    [
      'another wallet’s account',
      'solana_signMessage',
      { message: '2', pubkey: '1'.repeat(32) },
      undefined,
      4100,
    ],
    ['a method that is not granted', 'solana_signOffchainMessage', {}, undefined, 4200],
  ] as const)('%s', async (_what, method, params, outcome, code) => {
    const { ask, phone } = await paired()
    if (outcome) phone.solana?.control.next(method, outcome)
    await expect(ask(method, params)).rejects.toMatchObject({ code })
  })

  test('a network of another namespace, and a cluster that the wallet does not grant', async () => {
    const { ask } = await paired()
    await expect(ask('personal_sign', [], 'eip155:1' as never)).rejects.toMatchObject({ code: -32602 })
    await expect(
      ask('solana_signMessage', { message: '2' }, 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'),
    ).rejects.toMatchObject({ code: 4901 })
  })
})

test('another account comes to the front, and the other namespace stays as it is', async () => {
  const { phone, settled, heard, second, first, page, session } = await paired()
  phone.solana?.setAccounts([1, 0])
  await settled()
  expect(heard).toEqual([[second, first]])
  const { eip155 } = page.pairing.sessions.find(({ topic }) => topic === session.topic)?.namespaces ?? {}
  expect(eip155?.accounts).toEqual(session.namespaces.eip155?.accounts)
})

test('a wallet that knows clusters by their old ids is asked by those, and answers for today’s', async () => {
  const old = solana.deprecatedCaipNetworkId
  const accounts = seeds.map(solanaAccount)
  const peers = await pairedPeers({ solana: { accounts, clusters: [{ caipNetworkId: old }] } })
  const { session } = await peers.connect({ namespaces: buildNamespaces([solana]) })
  expect(session.namespaces.solana?.chains).toEqual([main])
  const provider = createPairedProvider({
    pairing: peers.page.pairing,
    topic: session.topic,
    namespace: 'solana',
    clock: peers.clock,
    rpc: () => undefined,
  })
  const answer = provider.request({ method: 'solana_signMessage', params: { message: '2' } }, main)
  await peers.settled()
  expect(await answer).toMatchObject({ signature: expect.any(String) })
  expect(peers.phone.asks).toEqual([])
})

test('a session of solana alone needs no other namespace', async () => {
  const accounts = await deriveSolanaAccounts(
    'test test test test test test test test test test test junk',
    2,
  )
  const peers = await pairedPeers({ solana: { accounts, clusters: [{ caipNetworkId: main }] } })
  const { session } = await peers.connect({ namespaces: buildNamespaces([solana]) })
  expect(Object.keys(session.namespaces)).toEqual(['solana'])
  expect(session.namespaces.solana?.accounts).toEqual(accounts.map(each => `${main}:${each.address}`))
})

describe('the adapter over a session', () => {
  const connectBy = async (options: Partial<PhoneWalletOptions> = {}) => {
    const peers = await paired(options)
    const adapter = createSolanaAdapter()
    const state = await adapter.connect(peers.provider, {
      silent: true,
      networks: [solanaTestnet, solanaDevnet, solana],
      signal: new AbortController().signal,
    })
    return { ...peers, state, abilities: adapter.abilities(peers.provider) }
  }

  test('connects without a prompt, on the first network of the host that the session grants', async () => {
    const { state, phone, first, second } = await connectBy()
    expect(state).toMatchObject({
      caipNetworkId: dev,
      accounts: [{ caip10: `${dev}:${first}` }, { caip10: `${dev}:${second}` }],
    })
    expect(phone.solana?.control.requests).toEqual([])
  })

  test('signs a text with the wallet', async () => {
    const { abilities, settled, first } = await connectBy()
    const signature = abilities.signMessage?.({ account: `${dev}:${first}`, message: 'hello' })
    await settled()
    const [raw, key] = [parseBase58((await signature) ?? '', 64), parseBase58(first, 32)]
    expect(raw && key && ed25519.verify(raw, new TextEncoder().encode('hello'), key)).toBe(true)
  })

  test('moves between granted clusters without asking the wallet, and to no other', async () => {
    const { abilities, phone } = await connectBy()
    expect(await abilities.switchNetwork?.(solana)).toBe(main)
    await expect(abilities.switchNetwork?.(solanaTestnet)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
    expect(phone.solana?.control.requests).toEqual([])
  })

  test('has no ability that the session does not grant', async () => {
    const accounts = seeds.map(solanaAccount)
    const { provider } = await connectBy({
      solana: { accounts, clusters: [{ caipNetworkId: dev }], methods: ['solana_signTransaction'] },
    })
    expect(createSolanaAdapter().abilities(provider).signMessage).toBeUndefined()
    const wallet = bindPaired(provider)
    expect(wallet?.signTransaction).toBeTypeOf('function')
    expect(wallet?.signAndSendTransaction).toBeUndefined()
  })
})
