import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Transaction } from '../../../contract/history.ts'
import type { TransferEntry } from '../../../contract/journal.ts'
import { evm } from '../../../evm.ts'
import { fungible, hashOf, me, sent, transaction } from '../../../widget/fixtures/fakeTransactions.ts'
import { createApi } from '../../base/api.ts'
import { createFacts } from '../../base/facts.ts'
import { createMachine } from '../../base/machine.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { type Heard, type Reply, startLoopback } from '../../fixtures/startLoopback.ts'
import { restoredConnections } from '../connections/connectionsState.ts'
import { connectionsTransition } from '../connections/connectionsTransition.ts'
import { createActivity } from './createActivity.ts'

const list = (...numbers: readonly number[]): Transaction[] =>
  numbers.map(n => transaction(n, 'send', [fungible('out', '1')]))
const answer = (data: readonly Transaction[], next: string | null = null): Reply => ({ body: { data, next } })
const network = (id: number) => ({
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}` as const,
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: [] } },
})

async function setUp(
  history: (request: Heard, at: number) => Reply,
  options: {
    readonly basic?: boolean
    readonly api?: false
    readonly chains?: Reply
    readonly isHidden?: boolean
  } = {},
) {
  let asked = 0
  const server = await startLoopback(request => {
    if (request.url.startsWith('/v1/supported-chains')) {
      return options.chains ?? { body: { http: ['eip155:1', 'eip155:10'], ws: [] } }
    }
    return history(request, asked++)
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const clock = createFakeClock()
  const ending = new AbortController()
  const config = {
    projectId: 'p',
    adapters: [evm()],
    networks: [network(1), network(10), network(99)],
    basic: options.basic ?? false,
    ...(options.api !== false && { endpoints: { api: server.url } }),
  }
  const store = createMemoryStorage()
  const facts = createFacts()
  const failures: unknown[] = []
  facts.on('transactionsFailed', fact => failures.push(fact))
  const connections = createMachine(
    restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} }),
    connectionsTransition,
  )
  const api = createApi({ config, clock, signal: ending.signal })
  const ctx = {
    clock,
    config,
    facts,
    connections,
    signal: ending.signal,
    storage: createKeyStore({ id: 'test', store, clock }),
    api: async () => api,
  }
  const journal = createMachine<readonly TransferEntry[], readonly TransferEntry[]>([], (_, next) => next)
  let watched = 0
  const sends = async () => ({
    machine: journal,
    watch: () => {
      watched += 1
      return () => {
        watched -= 1
      }
    },
  })
  const connect = (chain = 'eip155:1', address = me) => {
    const namespace = chain.slice(0, chain.indexOf(':'))
    connections.dispatch({
      type: 'connected',
      connection: connection(address, { [namespace]: part([address], chain) }),
      namespace,
    })
    connections.dispatch({ type: 'namespaceChosen', namespace })
  }
  const page = { isSeen: !options.isHidden, changed: new Set<() => void>() }
  const activity = createActivity(ctx, {
    sends,
    sight: {
      isSeen: () => page.isSeen,
      isOnline: () => true,
      subscribe(changed) {
        page.changed.add(changed)
        return () => page.changed.delete(changed)
      },
    },
  })
  const show = (isSeen: boolean) => {
    page.isSeen = isSeen
    for (const changed of page.changed) changed()
  }
  const ids = () =>
    activity.machine.getState().transactions.map(({ metadata }) => Number.parseInt(metadata.hash, 16))
  const heard = () => server.heard.filter(({ url }) => url.includes('/history'))
  return {
    ctx,
    clock,
    ending,
    server,
    heard,
    activity,
    show,
    connect,
    failures,
    ids,
    journal,
    watched: () => watched,
    state: activity.machine.getState,
    until: (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true)),
  }
}

describe('reading', () => {
  test('asks for the active account on its network, and keeps the answer with its cursor', async () => {
    const { activity, connect, heard, state, ids } = await setUp(() => answer(list(3, 2, 1), 'next-1'))
    connect()
    await activity.refresh()
    expect(state()).toMatchObject({ at: 'ready', next: 'next-1', account: `eip155:1:${me}` })
    expect(ids()).toEqual([3, 2, 1])
    const url = new URL(heard()[0]?.url ?? '', 'http://x')
    expect(url.pathname).toBe(`/v1/account/${me}/history`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ chainId: 'eip155:1', projectId: 'p' })
  })

  test('follows the cursor to the end, and requests each page once', async () => {
    const pages: Record<string, Reply> = {
      '': answer(list(9, 8), 'a'),
      a: answer(list(7, 6), 'b'),
      b: answer(list(5)),
    }
    const { activity, connect, heard, state, ids } = await setUp(
      ({ url }) => pages[new URL(url, 'http://x').searchParams.get('cursor') ?? ''] ?? { status: 400 },
    )
    connect()
    await activity.refresh()
    await Promise.all([activity.more(), activity.more()])
    expect(ids()).toEqual([9, 8, 7, 6])
    await activity.more()
    expect([ids(), state().next]).toEqual([[9, 8, 7, 6, 5], null])
    await activity.more()
    expect(heard()).toHaveLength(3)
  })

  test('a page that brings nothing new ends the list', async () => {
    const { activity, connect, state, ids } = await setUp(() => answer(list(2, 1, 1), 'again'))
    connect()
    await activity.refresh()
    await activity.more()
    expect([ids(), state().next]).toEqual([[2, 1], null])
  })

  test('SPEC §9 an answer is good for 15 s, and for another page load as well', async () => {
    const { activity, connect, heard, clock, ctx } = await setUp(() => answer(list(1)))
    connect()
    await activity.refresh()
    clock.advance(14_999)
    await activity.refresh()
    expect(heard()).toHaveLength(1)
    const loaded = createActivity(ctx)
    await loaded.refresh()
    expect([loaded.machine.getState().transactions.length, heard().length]).toEqual([1, 1])
    clock.advance(1)
    await activity.refresh()
    expect(heard()).toHaveLength(2)
    await activity.refresh({ force: true })
    expect(heard()).toHaveLength(3)
    clock.advance(15_000)
    const later = createActivity(ctx)
    await later.refresh()
    expect(heard()).toHaveLength(4)
  })

  test('read anew, later pages stay with their cursor', async () => {
    const first = [list(3, 2), list(5, 4, 3)]
    const { activity, connect, ids, state } = await setUp(({ url }, at) =>
      url.includes('cursor') ? answer(list(1), 'end') : answer(first[Math.min(at, 1)] ?? [], 'a'),
    )
    connect()
    await activity.refresh()
    await activity.more()
    const [, , kept] = state().transactions
    await activity.refresh({ force: true })
    expect([ids(), state().next]).toEqual([[5, 4, 3, 2, 1], 'end'])
    expect(state().transactions.at(-1)).toBe(kept)
  })

  test('read anew with a gap, the list begins again: nothing is missing in its middle', async () => {
    const { activity, connect, ids, state } = await setUp((_, at) =>
      at === 0 ? answer(list(3, 2), 'a') : answer(list(90, 89), 'b'),
    )
    connect()
    await activity.refresh()
    await activity.refresh({ force: true })
    expect([ids(), state().next]).toEqual([[90, 89], 'b'])
  })

  test('what a chain took back is gone', async () => {
    const { activity, connect, ids } = await setUp((_, at) =>
      at === 0 ? answer(list(3, 2, 1)) : answer(list(4, 2, 1)),
    )
    connect()
    await activity.refresh()
    await activity.refresh({ force: true })
    expect(ids()).toEqual([4, 2, 1])
  })
})

describe('F21: a failure', () => {
  test.each<[string, Reply, string]>([
    ['the services are down', { status: 503, body: {} }, 'APKT009'],
    ['an answer of another shape', { body: { data: [{}], next: null } }, 'APKT009'],
    ['no answer', 'cut', 'HTTP_STATUS'],
  ])('%s: the list is empty, and the failure is reported', async (_name, reply, code) => {
    const { activity, connect, state, failures } = await setUp(() => reply)
    connect()
    await activity.refresh()
    expect(state()).toMatchObject({ at: 'failed', transactions: [], next: null })
    expect(failures).toEqual([{ caipNetworkId: 'eip155:1', code }])
  })

  test('a bad cursor: list empty, cursor cleared; the next try begins at the top', async () => {
    const { activity, connect, state, ids, failures } = await setUp(({ url }) =>
      url.includes('cursor')
        ? { status: 400, body: { code: 'REQUEST_INVALID', message: 'x' } }
        : answer(list(2, 1), 'bad'),
    )
    connect()
    await activity.refresh()
    await activity.more()
    expect(state()).toMatchObject({ at: 'failed', transactions: [], next: null, isMore: false })
    expect(failures).toHaveLength(1)
    await activity.refresh()
    expect([state().at, ids()]).toEqual(['ready', [2, 1]])
  })

  test('networks cannot be had', async () => {
    const { activity, connect, state } = await setUp(() => answer([]), { chains: { status: 500 } })
    connect()
    await activity.refresh()
    expect(state().at).toBe('failed')
  })
})

describe('nothing is asked', () => {
  test("without an account: SPEC §8's words", async () => {
    const { activity, server } = await setUp(() => answer([]))
    await expect(activity.refresh()).rejects.toMatchObject({
      code: 'TRANSACTIONS_NEED_ACCOUNT',
      message: "Transactions can't be fetched without an accountAddress",
    })
    expect(server.heard).toEqual([])
  })

  test.each<[string, string, Parameters<typeof setUp>[1], number]>([
    ['on a network that the services do not answer for', 'eip155:99', {}, 1],
    ['on one that the host does not list', 'eip155:4242', {}, 0],
    ['of another namespace (SPEC §6)', 'solana:1', {}, 0],
    ['in basic mode', 'eip155:1', { basic: true }, 0],
    ['without services', 'eip155:1', { api: false }, 0],
  ])('%s: it is empty', async (_name, chain, options, requests) => {
    const { activity, connect, state, server, failures } = await setUp(() => answer(list(1)), options)
    connect(chain)
    await activity.refresh()
    expect(state()).toMatchObject({ at: 'unserved', transactions: [], next: null })
    expect(server.heard.length).toBe(requests)
    expect(failures).toEqual([])
  })
})

test('F27: an unsupported history is not shown as an empty one', async () => {
  const { activity, connect, state } = await setUp(() => ({
    body: { data: [], next: null, unserved: true },
  }))
  connect()
  await activity.refresh()
  expect(state()).toMatchObject({ at: 'unserved', transactions: [], next: null })
})

test('late answers of an account or network that was left are dropped', async () => {
  const { activity, connect, state, ids, until, heard } = await setUp(({ url }) => {
    if (url.includes('eip155%3A10') || url.includes('eip155:10')) return answer(list(10))
    return 'hang'
  })
  connect()
  const late = activity.refresh()
  await until(() => heard().length === 1)
  connect('eip155:10')
  expect(state()).toMatchObject({ at: 'idle', account: `eip155:10:${me}`, transactions: [] })
  await activity.refresh()
  await late
  // It is of chain 1 by its word; what is filtered by chain is the reader's business.
  expect([state().at, ids()]).toEqual(['ready', [10]])
})

describe('while it is watched', () => {
  test('asks every 15 s, at most 4 times a minute; not in a hidden page, and at once when it is back', async () => {
    const { activity, show, connect, clock, heard, until, state } = await setUp(() => answer(list(1)))
    connect()
    const stop = activity.watch()
    await until(() => state().at === 'ready')
    await clock.reach(15_000)
    await until(() => heard().length === 2)
    await until(() => clock.delays.includes(15_000))
    show(false)
    clock.advance(600_000)
    expect(heard()).toHaveLength(2)
    show(true)
    await until(() => heard().length === 3)
    stop()
    clock.advance(600_000)
    show(false)
    show(true)
    expect(heard()).toHaveLength(3)
    expect(clock.delays.filter(delay => delay >= 1_000)).toEqual([])
  })

  test('a page that is not in sight asks nothing to begin with', async () => {
    const { activity, show, connect, server, until, state } = await setUp(() => answer(list(1)), {
      isHidden: true,
    })
    connect()
    onTestFinished(activity.watch())
    expect(server.heard).toEqual([])
    show(true)
    await until(() => state().at === 'ready')
  })

  test('another account is read at once', async () => {
    const { activity, connect, until, heard } = await setUp(() => answer(list(1)))
    connect()
    onTestFinished(activity.watch())
    await until(() => heard().length === 1)
    connect('eip155:10')
    await until(() => heard().length === 2)
    expect(heard()[1]?.url).toMatch(/eip155(:|%3A)10/)
  })

  test('a quiet question that fails leaves the list as it is, and is not reported', async () => {
    const { activity, connect, clock, until, heard, state, failures, ids } = await setUp((_, at) =>
      at === 1 ? { status: 500 } : answer(at === 0 ? list(1) : list(2, 1)),
    )
    connect()
    onTestFinished(activity.watch())
    await until(() => state().at === 'ready')
    await clock.reach(15_000)
    await until(() => heard().length === 2)
    await until(() => clock.delays.includes(15_000))
    expect([ids(), failures]).toEqual([[1], []])
    await clock.reach(15_000)
    await until(() => ids().length === 2)
  })

  test('one that failed waits for the visitor', async () => {
    const { activity, connect, clock, until, heard, state } = await setUp(() => ({ status: 500 }))
    connect()
    onTestFinished(activity.watch())
    await until(() => state().at === 'failed')
    clock.advance(600_000)
    expect([heard().length, clock.delays]).toEqual([1, []])
  })

  test('the journal is followed, and a receipt is looked for until the list has it', async () => {
    const { activity, connect, clock, until, heard, state, journal, watched, ids } = await setUp((_, at) =>
      answer(at < 3 ? list(1) : list(5, 1)),
    )
    connect()
    const stop = activity.watch()
    await until(() => state().at === 'ready' && watched() === 1)
    const mine = sent(5, { at: clock.now() })
    journal.dispatch([mine])
    expect(state().sends).toEqual([mine])
    journal.dispatch([{ ...mine, status: 'confirmed', receipt: { status: 'confirmed', hash: hashOf(5) } }])
    await clock.reach(1_000)
    await until(() => heard().length === 2)
    await clock.reach(2_000)
    await until(() => heard().length === 3)
    await clock.reach(4_000)
    await until(() => ids().includes(5))
    await until(() => clock.delays.includes(15_000))
    stop()
    expect(watched()).toBe(0)
  })
})

test('the end of the engine lets the request go', async () => {
  const { activity, connect, ending, until, heard, state, failures } = await setUp(() => 'hang')
  connect()
  const reading = activity.refresh()
  await until(() => heard().length === 1)
  ending.abort()
  await reading
  expect([state().at, failures]).toEqual(['loading', []])
})
