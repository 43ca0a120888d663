/** One spend at most, whatever is pressed, lost or reloaded: real chain, simulated wallet, the engine as it is. */
import { createSimulatedWallet, type SimulatedWallet, type SimulatedWalletOptions } from '@latchkey/testing'
import { type Hex, parseEther } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { startTestChain, type TestChain } from '../../../chains/conformance/startTestChain.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { FactMap, FactType } from '../../../contract/facts.ts'
import type { Transfer } from '../../../contract/send.ts'
import type { StorageLike } from '../../../contract/storage.ts'
import { evm } from '../../../evm.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'
import type { Engine } from '../../engine.ts'
import { startLoopback } from '../../fixtures/startLoopback.ts'
import { createJournal } from '../../nouns/journal/createJournal.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { createJournalLocks, type JournalLocks } from '../../nouns/journal/journalLocks.ts'
import { waitForReceipt } from '../../nouns/journal/waitForReceipt.ts'
import { quoteTransfer } from './quoteTransfer.ts'
import { sendCalls } from './sendCalls.ts'
import { type SubmitContext, submitTransfer } from './submitTransfer.ts'

const someone = '0x00000000000000000000000000000000000000AA'
const open = new AbortController().signal
let chain: TestChain
let snapshot: Hex
let engines: Engine[] = []

beforeAll(async () => {
  chain = await startTestChain({ chainId: 31_337 })
  snapshot = await chain.client.snapshot()
})
afterAll(() => chain.node.stop())
beforeEach(async () => {
  // What the last test left under way would be mined after the way back, and be a part of where the next ones begin.
  await settled()
  await chain.client.revert({ id: snapshot })
  snapshot = await chain.client.snapshot()
  await chain.client.setAutomine(true)
})
afterEach(() => {
  for (const engine of engines) engine.destroy()
  engines = []
})

function simulate(options: Partial<SimulatedWalletOptions> = {}): SimulatedWallet {
  return createSimulatedWallet({
    name: 'Simulated',
    rdns: 'com.example.simulated',
    chains: [{ id: 31_337, rpcUrl: chain.node.rpcUrl }],
    memory: false,
    connected: true,
    origin: 'https://host.example',
    target: new EventTarget(),
    announce: 'manual',
    accounts: 1,
    ...options,
  })
}

interface Tab {
  readonly engine: Engine
  readonly ctx: SubmitContext & Pick<Engine['ctx'], 'random'>
  readonly journal: Journal
  readonly told: { readonly type: FactType; readonly fact: unknown }[]
}

/** A page with the wallet connected. Tabs share storage, channel and locks, as those of one origin do. */
async function openTab(
  wallet: SimulatedWallet,
  {
    id = Math.random().toString(36).slice(2),
    storage = createMemoryStorage(),
    locks = createJournalLocks(),
    network = chain.network,
  }: {
    readonly id?: string
    readonly storage?: StorageLike
    readonly locks?: JournalLocks
    readonly network?: TestChain['network']
  } = {},
): Promise<Tab> {
  const facts = createFacts()
  const told: Tab['told'] = []
  for (const type of ['sendAsked', 'sendFailed', 'sent', 'sendSettled'] as const)
    facts.on(type, (fact: FactMap[typeof type]) => void told.push({ type, fact }))
  const engine = createEngine({
    config: resolveConfig({ projectId: 'p', id, networks: [network], adapters: [evm()], storage }),
    facts,
    notify: () => {},
  })
  engines.push(engine)
  await engine.connect({
    walletId: 'rdns:com.example.simulated',
    wallet: {
      key: 'w',
      namespace: 'eip155',
      source: 'announced',
      info: wallet.info,
      provider: wallet.provider,
    },
  })
  const journal = createJournal(engine.ctx, locks)
  return { engine, ctx: { ...engine.ctx, journal: async () => journal }, journal, told }
}

function native(value = parseEther('1')): Transfer {
  const { network, accounts } = chain
  const from = toCaipAddress(network.caipNetworkId, accounts[0] as Hex)
  return {
    from,
    network,
    to: someone,
    asset: { symbol: 'ETH', decimals: 18 },
    amount: { value, decimals: 18 },
  }
}

function token(value = 5n): Transfer {
  const asset = { address: chain.token, symbol: 'TUSD', decimals: 6 }
  return { ...native(value), asset, amount: { value, decimals: 6 } }
}

const submit = ({ ctx }: Tab, transfer = native(), id = 'draft', signal: AbortSignal = open) =>
  submitTransfer(ctx, { id, transfer, signal })
/** Nothing waits to be mined any more. */
async function settled(): Promise<void> {
  const count = (blockTag: 'latest' | 'pending') =>
    chain.client.getTransactionCount({ address: chain.accounts[0] as Hex, blockTag })
  await until(async () => (await count('latest')) === (await count('pending')))
}
/** All that was received in the end. */
async function received(): Promise<bigint> {
  await settled()
  return chain.client.getBalance({ address: someone })
}
const asked = (wallet: SimulatedWallet, asking = 'eth_sendTransaction') =>
  wallet.control.requests.filter(({ method }) => method === asking)
const nonceOf = (params: unknown) => (params as { nonce?: string }[])[0]?.nonce
/** What a wallet was asked for. */
const entriesOf = ({ journal }: Tab) => journal.machine.getState().filter(entry => entry.kind !== 'order')
const statuses = (tab: Tab) => entriesOf(tab).map(({ status }) => status)

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(resolve => setTimeout(resolve, 5))
}

describe('a transfer', () => {
  test.each(['native', 'token'] as const)(
    'of a %s asset is sent as quoted, told, kept and confirmed by its receipt',
    async kind => {
      const wallet = simulate()
      const tab = await openTab(wallet)
      const transfer = kind === 'native' ? native() : token()
      const quote = await quoteTransfer(tab.ctx, { transfer, signal: open })
      const result = await submitTransfer(tab.ctx, { id: 'draft', transfer, quote, signal: open })
      expect(result).toEqual({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
      expect(asked(wallet)[0]?.params).toMatchObject([{ ...quote.fee?.details, chainId: '0x7a69' }])
      const caipNetworkId = 'eip155:31337'
      expect(tab.told).toEqual([
        { type: 'sendAsked', fact: { id: 'draft', namespace: 'eip155', caipNetworkId } },
        { type: 'sent', fact: { id: 'draft', namespace: 'eip155', caipNetworkId, kind, result } },
      ])
      expect(statuses(tab)).toEqual(['pending'])
      const hash = result.hash as string
      expect(await waitForReceipt(tab.ctx, { hash })).toEqual({ status: 'confirmed', hash })
      expect(statuses(tab)).toEqual(['confirmed'])
      expect(tab.told.at(-1)).toMatchObject({
        type: 'sendSettled',
        fact: { id: 'draft', status: 'confirmed' },
      })
    },
  )

  test('that the visitor refuses may be tried again', async () => {
    const wallet = simulate({ script: { eth_sendTransaction: ['reject', 'approve'] } })
    const tab = await openTab(wallet)
    await expect(submit(tab)).rejects.toMatchObject({
      code: 'SEND_REJECTED',
      message: 'Transaction rejected',
    })
    expect(tab.told.at(-1)).toMatchObject({ type: 'sendFailed', fact: { code: 'SEND_REJECTED' } })
    expect(statuses(tab)).toEqual(['rejected'])
    expect(await submit(tab)).toHaveProperty('hash')
    expect(await received()).toBe(parseEther('1'))
  })

  test('that the chain refuses is SEND_FAILED', async () => {
    const tab = await openTab(simulate())
    await expect(submit(tab, native(parseEther('1000000')))).rejects.toMatchObject({ code: 'SEND_FAILED' })
    await expect(submit(tab, native(0n))).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
    expect(await received()).toBe(0n)
  })

  test('is not sent from another account or network than it was quoted for', async () => {
    const wallet = simulate({ accounts: 2 })
    const tab = await openTab(wallet)
    const other = { ...native(), from: toCaipAddress('eip155:31337', chain.accounts[1] as Hex) }
    await expect(submit(tab, other)).rejects.toMatchObject({ context: { reason: 'other-account' } })
    wallet.control.addChain({ id: 5 })
    wallet.control.switchChain(5)
    await expect(submit(tab)).rejects.toMatchObject({ context: { reason: 'other-network' } })
    expect(asked(wallet)).toEqual([])
  })

  test.each([
    ['has disconnected', 'NOT_CONNECTED', (tab: Tab, _: SimulatedWallet) => tab.engine.disconnect()],
    [
      'has taken another account',
      'SEND_FAILED',
      async (tab: Tab, wallet: SimulatedWallet) => {
        const active = () => tab.engine.ctx.connections.getState().active.eip155?.caip10
        const before = active()
        wallet.control.setAccounts([1])
        await expect.poll(active).not.toBe(before)
      },
    ],
  ])('T61 is not asked for once the visitor %s while its nonce was read', async (_what, code, move) => {
    const wallet = simulate({ accounts: 2 })
    const tab = await openTab(wallet)
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    let isLookedUp = false
    const ctx: Tab['ctx'] = {
      ...tab.ctx,
      rpc: network => async (method, params, signal) => {
        isLookedUp ||= method === 'eth_getTransactionCount'
        await answered
        return tab.ctx.rpc(network)(method, params, signal)
      },
    }
    const sending = submit({ ...tab, ctx }).catch((cause: unknown) => cause)
    await until(() => isLookedUp)
    await move(tab, wallet)
    answer()
    expect(await sending).toMatchObject({ code })
    expect([asked(wallet), statuses(tab)]).toEqual([[], []])
  })

  test('that is closed while its nonce is read is not asked for', async () => {
    const wallet = simulate()
    const tab = await openTab(wallet)
    const closing = new AbortController()
    const ctx: Tab['ctx'] = {
      ...tab.ctx,
      rpc: network => async (method, params) => {
        const answer = await tab.ctx.rpc(network)(method, params)
        if (method === 'eth_getTransactionCount') closing.abort()
        return answer
      },
    }
    const sending = submit({ ...tab, ctx }, native(), 'draft', closing.signal)
    await expect(sending).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    // Another one of the same account is refused until this one has let go of its turn.
    await vi.waitFor(() => submit(tab, native(2n), 'next'))
    expect(asked(wallet)).toHaveLength(1)
  })

  test('F16 is blocked while the nodes are of another chain', async () => {
    const caipNetworkId = 'eip155:31338' as const
    const network = { ...chain.network, id: 31_338, caipNetworkId }
    const wallet = simulate({ chains: [{ id: 31_338, rpcUrl: chain.node.rpcUrl }] })
    const tab = await openTab(wallet, { network })
    const transfer = { ...native(), network, from: toCaipAddress(caipNetworkId, chain.accounts[0] as Hex) }
    await expect(submit(tab, transfer)).rejects.toMatchObject({
      code: 'SEND_FAILED',
      context: { reason: 'wrong-chain-node' },
    })
    expect(asked(wallet)).toEqual([])
  })

  test('that is closed before the wallet answers goes on in the journal', async () => {
    const wallet = simulate({ script: { eth_sendTransaction: 'ask' } })
    const tab = await openTab(wallet)
    const closing = new AbortController()
    const sent = submit(tab, native(), 'draft', closing.signal)
    await wallet.control.waitForPending()
    expect(statuses(tab)).toEqual(['asked'])
    closing.abort()
    await expect(sent).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    wallet.control.approve()
    await until(() => statuses(tab)[0] === 'pending')
    expect(tab.told.at(-1)).toMatchObject({ type: 'sent' })
  })
})

describe('T73 F36 one spend at most', () => {
  test('pressed twice', async () => {
    const wallet = simulate()
    const tab = await openTab(wallet)
    const [one, two] = await Promise.all([submit(tab), submit(tab)])
    expect(one).toEqual(two)
    // And once more when it is over.
    expect(await submit(tab)).toEqual(one)
    expect(asked(wallet)).toHaveLength(1)
    expect(await received()).toBe(parseEther('1'))
  })

  test('in two tabs: refuses the second while a transfer waits', async () => {
    const wallet = simulate({ script: { eth_sendTransaction: 'ask' } })
    const shared = { id: 'shop', storage: createMemoryStorage() }
    const [here, there] = await Promise.all([openTab(wallet, shared), openTab(wallet, shared)])
    const sent = submit(here)
    await wallet.control.waitForPending()
    await expect(submit(there, native(), 'another draft')).rejects.toMatchObject({ code: 'SEND_BUSY' })
    wallet.control.approve()
    const result = await sent
    // The other tab heard of it, and knows the draft.
    await until(() => statuses(there)[0] === 'pending')
    expect(await submit(there)).toEqual(result)
    expect(await received()).toBe(parseEther('1'))
  })

  /** What a page that was reloaded while its wallet was asked finds: its entry, and no lock, for that ended with it. */
  async function reload(wallet: SimulatedWallet, before: Tab, later = 0): Promise<Tab> {
    const [kept] = entriesOf(before)
    before.engine.destroy()
    const storage = createMemoryStorage()
    const at = Date.now()
    const data = [{ ...kept, at: (kept?.at ?? 0) - later }]
    storage.setItem('@latchkey/reloaded/sends', JSON.stringify({ v: 1, at, data }))
    return openTab(wallet, { id: 'reloaded', storage })
  }

  test('reloaded in the middle, and answered meanwhile: a new draft of the same is the one that was sent', async () => {
    const wallet = simulate({ script: { eth_sendTransaction: ['ask'] } })
    const before = await openTab(wallet)
    submit(before).catch(() => {})
    await wallet.control.waitForPending()
    const after = await reload(wallet, before)
    wallet.control.approve()
    await until(async () => (await received()) > 0n)
    expect(statuses(after)).toEqual(['asked'])
    const result = await submit(after, native(), 'a new draft')
    expect(after.journal.machine.getState()).toMatchObject([{ id: 'draft', status: 'pending', ...result }])
    expect(after.told).toMatchObject([{ type: 'sent', fact: { id: 'draft', result } }])
    expect(asked(wallet)).toHaveLength(1)
  })

  test('reloaded in the middle, and not answered: it waits in the wallet, and later its nonce is used', async () => {
    const wallet = simulate({ script: { eth_sendTransaction: ['ask', 'approve'] } })
    const before = await openTab(wallet)
    submit(before).catch(() => {})
    await wallet.control.waitForPending()
    const soon = await reload(wallet, before, 60_000)
    await expect(submit(soon, native(), 'a new draft')).rejects.toMatchObject({ code: 'SEND_BUSY' })
    expect(statuses(soon)).toEqual(['asked'])
    // Anything else may be sent.
    const late = await reload(wallet, soon, 300_000)
    await late.journal.settle('draft')
    expect(statuses(late)).toEqual(['unknown'])
    const nonce = entriesOf(late)[0]?.nonce
    await submit(late, native(), 'a new draft')
    expect(Number(nonceOf(asked(wallet).at(-1)?.params))).toBe(Number(nonce))
    expect(statuses(late)).toEqual(['pending'])
    expect(await received()).toBe(parseEther('1'))
  })

  test.each([
    ['garbage', { kind: 'malformed' }],
    ['nothing but a lost connection', { kind: 'malformed', as: 'undefined' }],
  ] as const)(
    'F15 F19 the wallet sends it and answers %s: it is found by its nonce',
    async (_name, outcome) => {
      const wallet = simulate({ script: { eth_sendTransaction: [outcome as never] } })
      const tab = await openTab(wallet)
      const result = await submit(tab)
      expect(result).toEqual({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
      expect(await submit(tab)).toEqual(result)
      expect(asked(wallet)).toHaveLength(1)
      expect(await received()).toBe(parseEther('1'))
    },
  )

  test('F15 the answer never came and it was not sent: a retry takes the same nonce', async () => {
    const wallet = simulate({
      script: { eth_sendTransaction: [{ kind: 'code', code: -32_603, message: 'timeout' }] },
    })
    const tab = await openTab(wallet)
    await expect(submit(tab)).rejects.toMatchObject({
      code: 'SEND_UNKNOWN',
      context: { id: 'draft', walletMessage: 'timeout' },
    })
    expect(statuses(tab)).toEqual(['unknown'])
    const nonce = entriesOf(tab)[0]?.nonce
    await submit(tab)
    expect(Number(nonceOf(asked(wallet).at(-1)?.params))).toBe(Number(nonce))
    expect(await received()).toBe(parseEther('1'))
  })

  test('an unknown transfer without a nonce is not asked for again', async () => {
    await using nobody = await startLoopback(() => ({ status: 400, body: {} }))
    const wallet = simulate({
      script: { eth_sendTransaction: [{ kind: 'code', code: -32_603, message: 'timeout' }] },
    })
    const rpcUrls = { default: { http: [nobody.url] }, chainDefault: { http: [nobody.url] } }
    const network = { ...chain.network, rpcUrls }
    const tab = await openTab(wallet, { network })
    const transfer = { ...native(), network }
    await expect(submit(tab, transfer)).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    await expect(submit(tab, transfer)).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    expect(asked(wallet)).toHaveLength(1)
  })

  test('a retry that is refused leaves the first try as unknown as it was', async () => {
    const timeout = { kind: 'code', code: -32_603, message: 'timeout' } as const
    const tab = await openTab(simulate({ script: { eth_sendTransaction: [timeout, 'reject'] } }))
    await expect(submit(tab)).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    await expect(submit(tab)).rejects.toMatchObject({ code: 'SEND_REJECTED' })
    expect(statuses(tab)).toEqual(['unknown'])
  })

  test('another transaction with its nonce: it was dropped, and may be sent anew', async () => {
    const timeout = { kind: 'code', code: -32_603, message: 'timeout' } as const
    const tab = await openTab(simulate({ script: { eth_sendTransaction: [timeout] } }))
    await expect(submit(tab)).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    await chain.wallet.sendTransaction({ chain: null, to: someone, value: 1n })
    expect(await received()).toBe(1n)
    await tab.journal.settle('draft')
    expect(statuses(tab)).toEqual(['dropped'])
    await submit(tab, native(), 'again')
    expect(await received()).toBe(parseEther('1') + 1n)
  })
})

describe('what became of it', () => {
  test('F19 reports a replacement by a higher fee', async () => {
    await chain.client.setAutomine(false)
    const tab = await openTab(simulate())
    const { hash = '' } = await submit(tab)
    const { nonce } = entriesOf(tab)[0] ?? {}
    const by = await chain.wallet.sendTransaction({
      chain: null,
      to: someone,
      value: parseEther('1'),
      nonce: Number(nonce),
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 11n,
    })
    await chain.client.mine({ blocks: 1 })
    const expected = { status: 'replaced', hash, by, reason: 'repriced', outcome: 'confirmed' }
    expect(await waitForReceipt(tab.ctx, { hash })).toEqual(expected)
    expect(entriesOf(tab)[0]).toMatchObject({ status: 'replaced', receipt: expected })
  })

  test('T73 of two that are the same, the one that is mined does not replace the other, whose nonce was guessed', async () => {
    const tab = await openTab(simulate())
    const { hash = '' } = await submit(tab)
    await settled()
    const [mined] = entriesOf(tab)
    if (!mined) throw new Error('It is in the journal')
    const twin = { ...mined, id: 'twin', hash: `0x${'7'.repeat(64)}`, status: 'pending' } as const
    await tab.journal.change('twin', () => twin)
    expect((await tab.journal.settle('twin')).entry).toMatchObject({ id: 'twin', status: 'pending' })
    expect((await tab.journal.settle(mined.id)).entry).toMatchObject({ status: 'confirmed', hash })
    expect((await tab.journal.settle('twin')).entry).toEqual(twin)
  })

  test('another transaction with its nonce is an outcome where its own nonce was seen', async () => {
    await chain.client.setAutomine(false)
    const tab = await openTab(simulate())
    const { hash = '' } = await submit(tab)
    const { nonce, id = '' } = entriesOf(tab)[0] ?? {}
    // A node has it: its content and nonce are known from here on.
    await tab.journal.settle(id)
    const other = { to: chain.accounts[1] as Hex, value: 2n, nonce: Number(nonce) }
    const fee = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 11n }
    const by = await chain.wallet.sendTransaction({ chain: null, ...other, ...fee })
    // The replacement is one of ours as well.
    const [first] = entriesOf(tab)
    await tab.journal.change('later', () => first && { ...first, id: 'later', amount: '2', hash: by })
    await chain.client.mine({ blocks: 1 })
    const receipt = { status: 'replaced', hash, by, reason: 'other', outcome: 'confirmed' }
    expect((await tab.journal.settle(id)).entry).toMatchObject({ status: 'replaced', receipt })
  })

  test('forgotten by every node, it is dropped after a day, not on its way for weeks', async () => {
    await chain.client.setAutomine(false)
    const tab = await openTab(simulate())
    const { hash = '' } = await submit(tab)
    const status = async () => {
      await tab.journal.settle('draft')
      return statuses(tab)[0]
    }
    const age = () => tab.journal.change('draft', now => now && { ...now, at: now.at - 86_400_001 })
    await age()
    expect(await status()).toBe('pending')
    await tab.journal.change('draft', now => now && { ...now, at: now.at + 86_400_001 })
    await chain.client.dropTransaction({ hash: hash as Hex })
    expect(await status()).toBe('pending')
    await age()
    expect(await status()).toBe('dropped')
    await chain.client.setAutomine(true)
  })

  test('one that a node still has, behind an unused nonce, is not dropped', async () => {
    await chain.client.setAutomine(false)
    const tab = await openTab(simulate())
    await submit(tab)
    const nonce = `${Number(entriesOf(tab)[0]?.nonce) + 2}`
    const queue = (nonce: number) =>
      chain.wallet.sendTransaction({ chain: null, to: chain.accounts[1] as Hex, value: 1n, nonce })
    const hash = await queue(Number(nonce))
    await tab.journal.change('draft', now => now && { ...now, hash, nonce, at: now.at - 86_400_001 })
    expect((await tab.journal.settle('draft')).entry).toMatchObject({ status: 'pending' })
    await queue(Number(nonce) - 1)
    await chain.client.mine({ blocks: 1 })
    expect((await tab.journal.settle('draft')).entry).toMatchObject({ status: 'confirmed' })
  })

  test('is polled while it is watched, and only then', async () => {
    await chain.client.setAutomine(false)
    const tab = await openTab(simulate())
    await submit(tab)
    const stop = tab.journal.watch()
    await chain.client.mine({ blocks: 1 })
    await until(() => statuses(tab)[0] === 'confirmed')
    stop()
  })

  test('F36 is not written when nothing is new, or two tabs would wake each other for ever', async () => {
    await chain.client.setAutomine(false)
    const storage = createMemoryStorage()
    let written = 0
    const counted: StorageLike = {
      ...storage,
      setItem(key, text) {
        if (key.endsWith('/sends')) written++
        return storage.setItem(key, text)
      },
    }
    const tab = await openTab(simulate(), { storage: counted })
    await submit(tab)
    const before = written
    expect((await tab.journal.settle('draft')).entry).toMatchObject({ status: 'pending' })
    expect(written).toBe(before)
    await chain.client.mine({ blocks: 1 })
    expect((await tab.journal.settle('draft')).entry).toMatchObject({ status: 'confirmed' })
    expect(written).toBe(before + 1)
  })

  test('is asked while a wallet is silent about a batch, which is asked about once', async () => {
    await chain.client.setAutomine(false)
    const wallet = simulate()
    let questions = 0
    const provider: SimulatedWallet['provider'] = {
      ...wallet.provider,
      request(args) {
        if (args.method !== 'wallet_getCallsStatus') return wallet.provider.request(args)
        questions++
        return new Promise(() => {})
      },
    }
    const tab = await openTab({ ...wallet, provider })
    await submit(tab)
    const [sent] = entriesOf(tab)
    if (!sent) throw new Error('It is in the journal')
    const { hash: _, nonce: _nonce, ...rest } = sent
    await tab.journal.change('batch', () => ({ ...rest, id: 'batch', batchId: '0xba7c4' }))
    const stop = tab.journal.watch()
    await until(() => questions > 0)
    await chain.client.mine({ blocks: 1 })
    await until(() => statuses(tab).includes('confirmed'))
    stop()
    expect(questions).toBe(1)
  })

  test('ends when the last watcher stops', async () => {
    const tab = await openTab(simulate())
    const leaving = new AbortController()
    const waiting = waitForReceipt(tab.ctx, { hash: `0x${'1'.repeat(64)}`, signal: leaving.signal })
    leaving.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'RPC_ABORTED' })
    await expect(waitForReceipt(tab.ctx, {})).rejects.toMatchObject({
      code: 'SEND_INCOMPLETE',
      context: { reason: 'hash or id' },
    })
    await expect(
      waitForReceipt(tab.ctx, { hash: `0x${'1'.repeat(64)}`, caipNetworkId: 'eip155:5' }),
    ).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
  })
})

test.each(['', '0x1', '1'.repeat(64), `0X${'1'.repeat(64)}`])(
  'rejects the hash %j instead of polling for ever',
  async hash => {
    const tab = await openTab(simulate())
    await expect(waitForReceipt(tab.ctx, { hash })).rejects.toMatchObject({
      code: 'SEND_INCOMPLETE',
      context: { reason: 'hash has to match 0x[\\da-fA-F]{64}' },
    })
  },
)

describe('several calls', () => {
  const calls = [
    { to: someone, value: '0x1' },
    { to: someone, value: 2n, data: '0x' },
  ]

  test('go as one batch where the wallet takes batches', async () => {
    const wallet = simulate()
    const tab = await openTab(wallet)
    const progress: unknown[] = []
    const result = await sendCalls(tab.ctx, { calls, onProgress: each => progress.push(each) })
    expect(result).toEqual({ id: expect.any(String) })
    expect(progress).toEqual([{ done: 2, of: 2, hashes: [] }])
    expect(asked(wallet)).toEqual([])
    const id = result.id as string
    expect(await waitForReceipt(tab.ctx, { id })).toMatchObject({ status: 'confirmed' })
    expect(await received()).toBe(3n)
  })

  test('go one after the other where it does not', async () => {
    const wallet = simulate({ batches: false })
    const tab = await openTab(wallet)
    const progress: (readonly [sent: number, confirmed: number])[] = []
    const { hashes } = await sendCalls(tab.ctx, {
      calls,
      onProgress: each => progress.push([each.hashes.length, each.done]),
    })
    expect(hashes).toHaveLength(2)
    expect(progress).toEqual([
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 2],
    ])
    expect(await received()).toBe(3n)
  })

  test.each([true, false])(
    'T73 are sent and answered whatever the host’s own listener does: one batch %s',
    async batches => {
      const faults: unknown[] = []
      vi.stubGlobal('reportError', (cause: unknown) => void faults.push(cause))
      onTestFinished(() => void vi.unstubAllGlobals())
      const tab = await openTab(simulate({ batches }))
      const fault = new Error('the host’s own')
      const onProgress = () => {
        throw fault
      }
      const result = await sendCalls(tab.ctx, { calls, onProgress })
      const text = expect.any(String)
      expect(result).toEqual(batches ? { id: text } : { hashes: [text, text] })
      if (result.id !== undefined) await waitForReceipt(tab.ctx, result)
      expect(await received()).toBe(3n)
      expect(new Set(faults)).toEqual(new Set([fault]))
    },
  )

  test('end at the first that is refused, whose error says which were sent', async () => {
    const wallet = simulate({ batches: false, script: { eth_sendTransaction: ['approve', 'reject'] } })
    const tab = await openTab(wallet)
    await expect(sendCalls(tab.ctx, { calls })).rejects.toMatchObject({
      code: 'SEND_REJECTED',
      context: { hashes: [expect.stringMatching(/^0x/)] },
    })
    expect(await received()).toBe(1n)
  })

  test.each([
    ['disconnects', 'NOT_CONNECTED', (tab: Tab, _: SimulatedWallet) => tab.engine.disconnect()],
    [
      'takes another account',
      'SEND_FAILED',
      async (tab: Tab, wallet: SimulatedWallet) => {
        const active = () => tab.engine.ctx.connections.getState().active.eip155?.caip10
        const before = active()
        wallet.control.setAccounts([1])
        await expect.poll(active).not.toBe(before)
      },
    ],
  ])('end for a visitor who %s meanwhile: the wallet is not asked again', async (_what, code, move) => {
    const wallet = simulate({ batches: false, accounts: 2 })
    const tab = await openTab(wallet)
    let mine = () => {}
    const mined = new Promise<void>(resolve => {
      mine = resolve
    })
    const rpc: Tab['ctx']['rpc'] = network => async (method, params, signal) => {
      if (method === 'eth_getTransactionReceipt') await mined
      return tab.ctx.rpc(network)(method, params, signal)
    }
    // The journal asks for the receipt.
    const journal = createJournal({ ...tab.engine.ctx, rpc })
    const ctx = { ...tab.ctx, rpc, journal: async () => journal }
    const sending = sendCalls(ctx, { calls }).catch((cause: unknown) => cause)
    await expect.poll(() => asked(wallet)).toHaveLength(1)
    await move(tab, wallet)
    mine()
    expect(await sending).toMatchObject({ code, context: { hashes: [expect.stringMatching(/^0x/)] } })
    expect(asked(wallet)).toHaveLength(1)
  })

  test.each([
    [[], 'SEND_INCOMPLETE'],
    [[{ to: 'vitalik.eth' }], 'RECEIVER_INVALID'],
    [[{ to: someone.slice(2) }], 'RECEIVER_INVALID'],
    [[{ to: someone, data: 'abc' }], 'SEND_FAILED'],
    [[{ to: someone, value: -1n }], 'INVALID_AMOUNT'],
  ])('SPEC §5 of %o are refused before the wallet is asked', async (wrong, code) => {
    const wallet = simulate()
    const tab = await openTab(wallet)
    await expect(sendCalls(tab.ctx, { calls: wrong })).rejects.toMatchObject({ code })
    expect(asked(wallet)).toEqual([])
  })
})

describe('T73 F15 F19 calls are sent once', () => {
  const calls = [
    { to: someone, value: '0x1' },
    { to: someone, value: 2n, data: '0x' },
  ]
  /** The same, as another page of the host's may write it. */
  const rewritten = [
    { to: someone.toLowerCase(), value: 1n, data: '0x' },
    { to: someone, value: '0x02' },
  ]
  const method = 'wallet_sendCalls'
  const timeout = { kind: 'code', code: -32_603, message: 'timeout' } as const

  /** What a page that was reloaded while its wallet was asked finds: its entries, and no lock, for that ended with it. */
  async function reload(wallet: SimulatedWallet, before: Tab, later = 0): Promise<Tab> {
    const data = entriesOf(before).map(entry => ({ ...entry, at: entry.at - later }))
    before.engine.destroy()
    const storage = createMemoryStorage()
    storage.setItem('@latchkey/reloaded/sends', JSON.stringify({ v: 2, at: Date.now(), data }))
    return openTab(wallet, { id: 'reloaded', storage })
  }

  test('T73 they are in the journal before the wallet is asked, and confirmed by their receipt', async () => {
    const wallet = simulate({ script: { [method]: 'ask' } })
    const tab = await openTab(wallet)
    const sending = sendCalls(tab.ctx, { calls })
    await wallet.control.waitForPending()
    expect(entriesOf(tab)).toMatchObject([
      {
        kind: 'calls',
        status: 'asked',
        count: 2,
        targets: [someone],
        value: { amount: '0.000000000000000003' },
      },
    ])
    wallet.control.approve()
    const { id = '' } = await sending
    expect(entriesOf(tab)).toMatchObject([{ status: 'pending', batchId: id }])
    await waitForReceipt(tab.ctx, { id })
    expect(statuses(tab)).toEqual(['confirmed'])
    // The call itself reports to the host what became of the host's own calls.
    expect(tab.told).toEqual([])
  })

  test('T73 asked for twice, and in two tabs: refuses the second caller while calls wait', async () => {
    const wallet = simulate({ script: { [method]: 'ask' } })
    const shared = { id: 'calls', storage: createMemoryStorage() }
    const [here, there] = await Promise.all([openTab(wallet, shared), openTab(wallet, shared)])
    const sending = sendCalls(here.ctx, { calls })
    await wallet.control.waitForPending()
    await expect(sendCalls(here.ctx, { calls })).rejects.toMatchObject({ code: 'SEND_BUSY' })
    await expect(sendCalls(there.ctx, { calls })).rejects.toMatchObject({ code: 'SEND_BUSY' })
    wallet.control.approve()
    await waitForReceipt(here.ctx, { id: (await sending).id as string })
    await until(() => statuses(there)[0] === 'confirmed')
    expect(asked(wallet, method)).toHaveLength(1)
    expect(await received()).toBe(3n)
  })

  test('T73 reloaded in the middle, and answered meanwhile: the same batch is the one that was sent', async () => {
    const wallet = simulate({ script: { [method]: ['ask'] } })
    const before = await openTab(wallet)
    sendCalls(before.ctx, { calls }).catch(() => {})
    await wallet.control.waitForPending()
    const after = await reload(wallet, before)
    await expect(sendCalls(after.ctx, { calls })).rejects.toMatchObject({ code: 'SEND_BUSY' })
    wallet.control.approve()
    await until(async () => (await received()) === 3n)
    const { id = '' } = await sendCalls(after.ctx, { calls: rewritten })
    expect(await waitForReceipt(after.ctx, { id })).toMatchObject({ status: 'confirmed' })
    expect(asked(wallet, method)).toHaveLength(1)
    expect(await received()).toBe(3n)
  })

  test('F15 F19 a batch whose answer was lost is found by the id that the wallet was given', async () => {
    const wallet = simulate({ script: { [method]: [{ kind: 'malformed', as: 'undefined' }] } })
    const tab = await openTab(wallet)
    const { id = '' } = await sendCalls(tab.ctx, { calls })
    expect(asked(wallet, method)[0]?.params).toMatchObject([{ id }])
    expect(await waitForReceipt(tab.ctx, { id })).toMatchObject({ status: 'confirmed' })
    expect(asked(wallet, method)).toHaveLength(1)
    expect(await received()).toBe(3n)
  })

  test('F19 a batch that no wallet knows of may have been sent: never "failed", and never asked for by itself again', async () => {
    const wallet = simulate({ script: { [method]: [timeout] } })
    const tab = await openTab(wallet)
    const first = await sendCalls(tab.ctx, { calls }).catch((cause: unknown) => cause)
    expect(first).toMatchObject({ code: 'SEND_UNKNOWN', context: { id: entriesOf(tab)[0]?.id } })
    expect(statuses(tab)).toEqual(['unknown'])
    await expect(sendCalls(tab.ctx, { calls: rewritten })).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    expect(asked(wallet, method)).toHaveLength(1)
    // Others may be sent.
    const { id = '' } = await sendCalls(tab.ctx, { calls: [...calls, ...calls] })
    await waitForReceipt(tab.ctx, { id })
    expect(asked(wallet, method)).toHaveLength(2)
  })

  test('T73 a batch that the visitor refused may be asked for again', async () => {
    const wallet = simulate({ script: { [method]: ['reject', 'approve'] } })
    const tab = await openTab(wallet)
    await expect(sendCalls(tab.ctx, { calls })).rejects.toMatchObject({ code: 'SEND_REJECTED' })
    expect(statuses(tab)).toEqual(['rejected'])
    const { id = '' } = await sendCalls(tab.ctx, { calls })
    await waitForReceipt(tab.ctx, { id })
    expect(asked(wallet, method)).toHaveLength(2)
  })

  test('F15 F19 one by one: a call that was sent without an answer is found by its nonce, and the list goes on', async () => {
    const script = { eth_sendTransaction: [{ kind: 'malformed' }, 'approve'] as never }
    const wallet = simulate({ batches: false, script })
    const tab = await openTab(wallet)
    const { hashes } = await sendCalls(tab.ctx, { calls })
    expect(hashes).toHaveLength(2)
    expect(statuses(tab)).toEqual(['confirmed', 'confirmed'])
    expect(asked(wallet)).toHaveLength(2)
    expect(await received()).toBe(3n)
  })

  test('T73 F19 one by one: asked for again, the list goes on with the call of unknown outcome, with its nonce', async () => {
    const script = { eth_sendTransaction: ['approve', timeout, 'approve'] as never }
    const wallet = simulate({ batches: false, script })
    const tab = await openTab(wallet)
    const failed = await sendCalls(tab.ctx, { calls }).catch((cause: unknown) => cause)
    expect(failed).toMatchObject({ code: 'SEND_UNKNOWN', context: { hashes: [expect.any(String)] } })
    expect(statuses(tab)).toEqual(['unknown', 'confirmed'])
    const nonce = entriesOf(tab)[0]?.nonce
    const after = await reload(wallet, tab, 1_000)
    const progress: number[] = []
    const { hashes } = await sendCalls(after.ctx, {
      calls: rewritten,
      onProgress: ({ done }) => progress.push(done),
    })
    expect(hashes).toHaveLength(2)
    expect(progress).toEqual([1, 2])
    expect(asked(wallet)).toHaveLength(3)
    expect(Number(nonceOf(asked(wallet).at(-1)?.params))).toBe(Number(nonce))
    expect(statuses(after)).toEqual(['confirmed', 'confirmed'])
    expect(await received()).toBe(3n)
  })

  test('T73 one by one: a single call asked for again while its fate is not known takes the nonce of the first', async () => {
    const wallet = simulate({ script: { eth_sendTransaction: [timeout, 'approve'] as never } })
    const tab = await openTab(wallet)
    const one = { calls: [{ to: someone, value: 5n }] }
    await expect(sendCalls(tab.ctx, one)).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    expect(statuses(tab)).toEqual(['unknown'])
    expect((await sendCalls(tab.ctx, one)).hashes).toHaveLength(1)
    expect(entriesOf(tab)).toMatchObject([{ kind: 'calls', status: 'confirmed', count: 1 }])
    expect(await received()).toBe(5n)
  })

  test('F16 a call is blocked while the nodes are of another chain', async () => {
    const caipNetworkId = 'eip155:31338' as const
    const network = { ...chain.network, id: 31_338, caipNetworkId }
    const wallet = simulate({ batches: false, chains: [{ id: 31_338, rpcUrl: chain.node.rpcUrl }] })
    const tab = await openTab(wallet, { network })
    await expect(sendCalls(tab.ctx, { calls })).rejects.toMatchObject({
      code: 'SEND_FAILED',
      context: { reason: 'wrong-chain-node' },
    })
    expect(asked(wallet)).toEqual([])
  })

  test('T73 a wallet that takes no batches is not written down as asked for one', async () => {
    const wallet = simulate({ batches: false, script: { eth_sendTransaction: 'ask' } })
    const tab = await openTab(wallet)
    const leaving = new AbortController()
    const sending = sendCalls(tab.ctx, { calls, signal: leaving.signal }).catch(() => undefined)
    await wallet.control.waitForPending()
    expect(entriesOf(tab)).toMatchObject([{ count: 1, status: 'asked', list: { at: 0, count: 2 } }])
    leaving.abort()
    wallet.control.reject()
    await sending
  })
})
