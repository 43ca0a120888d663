/** One spend at most where there are no nonces: real VM of Solana, simulated wallet, the engine as it is. */
import {
  createSimulatedSolanaWallet,
  type SimulatedSolanaOptions,
  type SimulatedSolanaWallet,
} from '@latchkey/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  newKeys,
  type SolanaKeys,
  startTestSolana,
  type TestSolana,
} from '../../../chains/conformance/startTestSolana.ts'
import type { RpcRequest } from '../../../contract/adapter.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Transfer } from '../../../contract/send.ts'
import type { StorageLike } from '../../../contract/storage.ts'
import { solana } from '../../../solana.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'
import type { Engine } from '../../engine.ts'
import { createJournal } from '../../nouns/journal/createJournal.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { createJournalLocks, type JournalLocks } from '../../nouns/journal/journalLocks.ts'
import { waitForReceipt } from '../../nouns/journal/waitForReceipt.ts'
import { quoteTransfer } from './quoteTransfer.ts'
import { type SubmitContext, submitTransfer } from './submitTransfer.ts'

const sol = 1_000_000_000n
const signing = 'solana:signTransaction'
const sendingToo = 'solana:signAndSendTransaction'
const open = new AbortController().signal
let chain: TestSolana
let engines: Engine[] = []
let sender: SolanaKeys
let to: string

beforeAll(async () => {
  chain = await startTestSolana()
})
afterAll(() => chain.stop())
beforeEach(async () => {
  sender = newKeys()
  to = newKeys().address
  await chain.pay(sender.address)
})
afterEach(() => {
  for (const engine of engines) engine.destroy()
  engines = []
})

function simulate(options: Partial<SimulatedSolanaOptions> = {}): SimulatedSolanaWallet {
  return createSimulatedSolanaWallet({
    name: 'Simulated',
    chains: [{ id: 'solana:localnet', rpcUrl: chain.url }],
    accounts: [[...sender.privateKey]],
    features: [signing],
    memory: false,
    connected: true,
    target: new EventTarget(),
    announce: 'manual',
    origin: 'https://host.example',
    ...options,
  })
}

type Meddle = (method: string, ask: () => Promise<unknown>) => Promise<unknown>

interface Tab {
  readonly ctx: SubmitContext & Pick<Engine['ctx'], 'random'>
  readonly journal: Journal
  /** Methods that the nodes were asked for, with the status of the journal's first entry at the time. */
  readonly asked: { readonly method: string; readonly entry: unknown }[]
  /** Changes what the nodes answer. */
  meddle: Meddle
}

/** A page with the wallet connected. Tabs share storage and locks, as those of one origin do. */
async function openTab(
  wallet: SimulatedSolanaWallet,
  {
    id = Math.random().toString(36).slice(2),
    storage = createMemoryStorage(),
    locks = createJournalLocks(),
  }: { readonly id?: string; readonly storage?: StorageLike; readonly locks?: JournalLocks } = {},
): Promise<Tab> {
  const config = resolveConfig({
    projectId: 'p',
    id,
    networks: [chain.network],
    adapters: [solana()],
    storage,
  })
  const engine = createEngine({ config, facts: createFacts(), notify: () => {} })
  engines.push(engine)
  await engine.connect({
    walletId: 'std:Simulated',
    wallet: {
      key: 'w',
      namespace: 'solana',
      source: 'announced',
      info: wallet.info,
      provider: wallet.standard,
    },
  })
  const asked: Tab['asked'] = []
  const own = engine.ctx
  const rpc = (network: Parameters<typeof own.rpc>[0]): RpcRequest => {
    const ask = own.rpc(network)
    return (method, params, signal) => {
      asked.push({ method, entry: journal.machine.getState()[0] })
      return tab.meddle(method, () => ask(method, params, signal))
    }
  }
  const ctx = { ...own, rpc }
  const journal = createJournal(ctx, locks)
  const tab: Tab = {
    ctx: { ...ctx, journal: async () => journal },
    journal,
    asked,
    meddle: (_, ask) => ask(),
  }
  return tab
}

function transferOf(value = sol): Transfer {
  return {
    from: toCaipAddress(chain.caipNetworkId, sender.address),
    network: chain.network,
    to,
    asset: { symbol: 'SOL', decimals: 9 },
    amount: { value, decimals: 9 },
  }
}

const submit = ({ ctx }: Tab, id = 'draft', signal: AbortSignal = open, transfer = transferOf()) =>
  submitTransfer(ctx, { id, transfer, signal })
const requests = (wallet: SimulatedSolanaWallet, feature = signing) =>
  wallet.control.requests.filter(({ method }) => method === feature)
const entry = ({ journal }: Tab) => {
  const [first] = journal.machine.getState()
  return first?.kind === 'transfer' ? first : undefined
}
const counted = ({ asked }: Tab, method: string) => asked.filter(each => each.method === method).length
/** Settles the journal until its first entry has a status. */
const becomes = (tab: Tab, status: string) =>
  expect
    .poll(async () => (await tab.journal.settle(entry(tab)?.id ?? '', { asking: true })).entry, {
      timeout: 5_000,
    })
    .toMatchObject({ status })

async function received(): Promise<bigint> {
  const answer = (await chain.rpc('getBalance', [to, { commitment: 'confirmed' }])) as { value: number }
  return BigInt(answer.value)
}
const arrives = (value: bigint) => expect.poll(received, { timeout: 5_000 }).toBe(value)

describe('a wallet that signs', () => {
  test('T73 its signature and the blockhash are stored before anything is broadcast', async () => {
    const wallet = simulate()
    const tab = await openTab(wallet)
    const transfer = transferOf()
    const quote = await quoteTransfer(tab.ctx, { transfer, signal: open })
    const result = await submitTransfer(tab.ctx, { id: 'draft', transfer, quote, signal: open })
    const { hash } = result as { hash: string }
    expect(hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
    const broadcast = tab.asked.find(({ method }) => method === 'sendTransaction')
    expect(broadcast?.entry).toMatchObject({
      status: 'pending',
      hash,
      nonce: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}:\d+:\d+$/),
    })
    expect(await waitForReceipt(tab.ctx, { hash })).toEqual({ status: 'confirmed', hash })
    expect(entry(tab)?.status).toBe('confirmed')
    await arrives(sol)
  })

  test('T73 pressed twice, and once more when it is over, sends once', async () => {
    const wallet = simulate()
    const tab = await openTab(wallet)
    const [one, two] = await Promise.all([submit(tab), submit(tab)])
    expect(one).toEqual(two)
    await becomes(tab, 'confirmed')
    expect(await submit(tab)).toEqual(one)
    expect(requests(wallet)).toHaveLength(1)
    await arrives(sol)
  })

  test('refused by the visitor, may be asked again', async () => {
    const wallet = simulate({ script: { [signing]: ['reject', 'approve'] } })
    const tab = await openTab(wallet)
    await expect(submit(tab)).rejects.toMatchObject({ code: 'SEND_REJECTED' })
    expect(entry(tab)?.status).toBe('rejected')
    expect(await submit(tab)).toHaveProperty('hash')
    await arrives(sol)
  })

  test('signed after the visitor stopped waiting, is not broadcast', async () => {
    const wallet = simulate({ script: { [signing]: 'ask' } })
    const tab = await openTab(wallet)
    const stopping = new AbortController()
    const sent = submit(tab, 'draft', stopping.signal)
    await wallet.control.waitForPending()
    stopping.abort()
    await expect(sent).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    wallet.control.approve()
    await expect.poll(() => entry(tab)?.status).toBe('rejected')
    expect(counted(tab, 'sendTransaction')).toBe(0)
  })

  test('F19 the answer to the broadcast is lost: it is on its way, and is not sent a second time', async () => {
    const wallet = simulate()
    const tab = await openTab(wallet)
    tab.meddle = async (method, ask) => {
      const answer = await ask()
      if (method === 'sendTransaction') throw createError('UNKNOWN', { cause: new Error('time-out') })
      return answer
    }
    const result = await submit(tab)
    expect(entry(tab)).toMatchObject({ status: 'pending', hash: result.hash })
    await becomes(tab, 'confirmed')
    expect(requests(wallet)).toHaveLength(1)
    await arrives(sol)
  })

  test('F15 the broadcast reached no node: it is repeated while it is watched, and counts once', async () => {
    const tab = await openTab(simulate())
    let isDown = true
    tab.meddle = async (method, ask) => {
      if (method === 'sendTransaction' && isDown)
        throw createError('UNKNOWN', { cause: new Error('time-out') })
      return ask()
    }
    await submit(tab)
    await tab.journal.settle('draft')
    expect(entry(tab)?.status).toBe('pending')
    isDown = false
    await becomes(tab, 'confirmed')
    await arrives(sol)
  })

  test('is said to be expired when no node took it in time, and may be sent again', async () => {
    const wallet = simulate()
    const tab = await openTab(wallet)
    let isDown = true
    tab.meddle = async (method, ask) => {
      if (method === 'sendTransaction' && isDown)
        throw createError('UNKNOWN', { cause: new Error('time-out') })
      return ask()
    }
    const { hash } = await submit(tab)
    chain.advance(300)
    await becomes(tab, 'expired')
    expect(entry(tab)?.receipt).toEqual({ status: 'expired', hash })
    expect(await received()).toBe(0n)
    isDown = false
    const again = await submit(tab)
    expect(again.hash).not.toBe(hash)
    await becomes(tab, 'confirmed')
    await arrives(sol)
  })

  test('F16 a node of another chain does not make it expired', async () => {
    const tab = await openTab(simulate())
    tab.meddle = async (method, ask) => {
      if (method === 'sendTransaction') throw createError('UNKNOWN', { cause: new Error('time-out') })
      return ask()
    }
    await submit(tab)
    chain.advance(300)
    tab.meddle = async (method, ask) =>
      method === 'getGenesisHash' ? '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' : ask()
    await tab.journal.settle('draft')
    expect(entry(tab)?.status).toBe('pending')
  })

  test('signed too late, is not sent, and that is said', async () => {
    const wallet = simulate({ script: { [signing]: 'ask' } })
    const tab = await openTab(wallet)
    const sent = submit(tab)
    await wallet.control.waitForPending()
    chain.advance(300)
    wallet.control.approve()
    await expect(sent).rejects.toMatchObject({ code: 'SEND_FAILED', context: { reason: 'expired' } })
    expect(entry(tab)?.status).toBe('rejected')
    expect(await received()).toBe(0n)
  })

  test('with too little is refused by the node, and is not on its way', async () => {
    const tab = await openTab(simulate())
    await expect(submit(tab, 'draft', open, transferOf(20n * sol))).rejects.toMatchObject({
      code: 'SEND_FAILED',
      context: { reason: 'INSUFFICIENT_FUNDS' },
    })
    expect(entry(tab)?.status).toBe('rejected')
  })

  test('F16 is not asked while the nodes are of another chain, nor while they say nothing', async () => {
    const wallet = simulate()
    const tab = await openTab(wallet)
    tab.meddle = async (method, ask) =>
      method === 'getGenesisHash' ? '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' : ask()
    await expect(submit(tab)).rejects.toMatchObject({ context: { reason: 'wrong-chain-node' } })
    tab.meddle = async () => {
      throw createError('UNKNOWN')
    }
    await expect(submit(tab, 'another')).rejects.toMatchObject({ context: { reason: 'nodes-silent' } })
    expect(requests(wallet)).toEqual([])
  })

  test('F36 a page that was reloaded knows what became of it', async () => {
    const wallet = simulate()
    const shared = { id: 'shop', storage: createMemoryStorage() }
    const before = await openTab(wallet, shared)
    const { hash } = await submit(before)
    const after = await openTab(wallet, shared)
    await after.journal.refresh()
    await becomes(after, 'confirmed')
    expect(await submit(after)).toEqual({ hash })
    expect(requests(wallet)).toHaveLength(1)
    await arrives(sol)
  })
})

describe('a wallet that sends by itself', () => {
  const features = [sendingToo] as const

  test('answers the signature, and the chain confirms it', async () => {
    const tab = await openTab(simulate({ features }))
    const { hash } = await submit(tab)
    expect(counted(tab, 'sendTransaction')).toBe(0)
    expect(entry(tab)).toMatchObject({ status: 'pending', hash })
    await becomes(tab, 'confirmed')
    await arrives(sol)
  })

  test('F15 F19 its answer is lost: the transfer is found by what it does, and not asked for again', async () => {
    const wallet = simulate({ features, script: { [sendingToo]: 'malformed' } })
    const tab = await openTab(wallet)
    // Found at once, or as soon as a block has it.
    await submit(tab).catch((cause: unknown) => expect(cause).toMatchObject({ code: 'SEND_UNKNOWN' }))
    await arrives(sol)
    await becomes(tab, 'confirmed')
    expect(await submit(tab)).toEqual({ hash: entry(tab)?.hash })
    expect(requests(wallet, sendingToo)).toHaveLength(1)
  })

  test('T73 what it may have sent is not asked for again before no block can take it', async () => {
    const failing = { kind: 'code', code: -32_603, message: 'Internal error' } as const
    const wallet = simulate({ features, script: { [sendingToo]: [failing, 'approve'] } })
    const tab = await openTab(wallet)
    await expect(submit(tab)).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    expect(entry(tab)?.status).toBe('unknown')
    await expect(submit(tab, 'the same anew')).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    // Its own blockhash is over; the wallet may have put a fresh one in.
    chain.advance(300)
    await expect(submit(tab)).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    expect(requests(wallet, sendingToo)).toHaveLength(1)
    chain.advance(1_000)
    expect(await submit(tab)).toHaveProperty('hash')
    await becomes(tab, 'confirmed')
    await arrives(sol)
  })
})
