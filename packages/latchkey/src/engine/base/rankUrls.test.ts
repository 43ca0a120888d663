import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toNetwork } from '../../contract/network.ts'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { type Heard, type Reply, startLoopback } from '../fixtures/startLoopback.ts'
import { findStale, type PingSample, rankSamples, rankUrls } from './rankUrls.ts'
import { createRpc } from './rpc.ts'

const up = (latency: number): PingSample => ({ latency, isAlive: true })
const down: PingSample = { latency: 1_000, isAlive: false }

describe('SPEC §9 the order of several URLs', () => {
  test.each<[string, readonly (readonly PingSample[])[], readonly number[]]>([
    ['none was asked yet', [[], []], [0, 1]],
    ['the faster of two', [[up(200)], [up(100)]], [1, 0]],
    ['equal ones stay in the host’s order', [[up(100)], [up(100)], [up(100)]], [0, 1, 2]],
    ['one that is down comes last, however fast the others are', [[down], [up(999)]], [1, 0]],
    // 0.7 × 1 + 0.3 × (1 − 300/1000) = 0.91 against 0.7 × 0.5 + 0.3 × (1 − 505/1000) = 0.4985
    [
      'one that answers always before one that answers fast',
      [
        [up(10), down],
        [up(300), up(300)],
      ],
      [1, 0],
    ],
    // 0.7 × 0.9 + 0.3 × (1 − 109/1000) = 0.8973 against 0.7 + 0.3 × (1 − 900/1000) = 0.73
    [
      'one miss in ten is forgiven to one that is much faster',
      [Array.from({ length: 10 }, () => up(900)), [down, ...Array.from({ length: 9 }, () => up(10))]],
      [1, 0],
    ],
    ['all down', [[down], [down]], [0, 1]],
    ['all at once', [[up(0)], [up(0)]], [0, 1]],
  ])('%s', (_title, samples, order) => {
    expect(rankSamples(samples)).toEqual(order)
  })

  test('is always an order of all of them', () => {
    const sample = fc.record({ latency: fc.nat(1_000), isAlive: fc.boolean() })
    fc.assert(
      fc.property(fc.array(fc.array(sample, { maxLength: 10 }), { maxLength: 6 }), samples => {
        expect([...rankSamples(samples)].sort()).toEqual(samples.map((_, at) => at))
      }),
    )
  })
})

test.each<[string, readonly (number | undefined)[], readonly boolean[]]>([
  ['20 blocks behind is still with them', [80, 100], [false, false]],
  ['21 is not', [79, 100], [true, false]],
  ['who says nothing is not suspected', [undefined, 100], [false, false]],
  ['no URL says anything', [undefined, undefined], [false, false]],
])('F17: %s', (_title, blocks, stale) => {
  const round = blocks.map(block => ({ ...up(10), ...(block !== undefined && { block }) }))
  expect(findStale(round)).toEqual(stale)
})

const isPing = ({ body }: Heard) => body.includes('net_listening')
const listening: Reply = { body: { jsonrpc: '2.0', id: 1, result: true } }

async function startNodes(...answers: readonly Reply[]) {
  const nodes = await Promise.all(
    answers.map(answer =>
      startLoopback(request =>
        isPing(request) ? answer : { body: { id: JSON.parse(request.body).id, result: '0x1' } },
      ),
    ),
  )
  onTestFinished(async () => {
    await Promise.all(nodes.map(node => node[Symbol.asyncDispose]()))
  })
  return nodes
}

describe('the pings', () => {
  async function rank(answers: readonly Reply[], hidden = false) {
    const nodes = await startNodes(...answers)
    const clock = createFakeClock()
    const life = new AbortController()
    const urls = nodes.map(({ url }) => url)
    const orders: (readonly string[])[] = []
    let lastCall = clock.now()
    let isDone = false
    rankUrls(
      {
        urls,
        clock,
        signal: life.signal,
        ranked: order => orders.push(order),
        lastCall: () => lastCall,
        isHidden: () => hidden,
      },
      () => {
        isDone = true
      },
    )
    return {
      nodes,
      urls,
      clock,
      life,
      orders,
      pings: () => nodes.map(({ heard }) => heard.filter(isPing).length),
      isDone: () => isDone,
      call: () => {
        lastCall = clock.now()
      },
      hide: () => {
        hidden = true
      },
    }
  }

  test('go to every URL each 4 s while calls are made, and end 4 s after the last', async () => {
    const { clock, call, pings, orders, isDone } = await rank([listening, listening])
    expect(pings()).toEqual([0, 0])
    for (let round = 1; round <= 3; round++) {
      clock.advance(3_999)
      expect(orders).toHaveLength(round - 1)
      call()
      clock.advance(1)
      await expect.poll(() => orders.length).toBe(round)
      expect(pings()).toEqual([round, round])
    }
    clock.advance(4_000)
    expect(isDone()).toBe(true)
    clock.advance(60_000)
    expect(pings()).toEqual([3, 3])
    expect(clock.delays).toEqual([])
  })

  test('are none for a single call', async () => {
    const { clock, pings, isDone } = await rank([listening, listening])
    clock.advance(4_000)
    expect(isDone()).toBe(true)
    expect(pings()).toEqual([0, 0])
  })

  test('are none while the page is hidden', async () => {
    const { clock, call, hide, pings, isDone } = await rank([listening])
    clock.advance(3_000)
    call()
    hide()
    clock.advance(1_000)
    expect([isDone(), pings()]).toEqual([true, [0]])
  })

  test('end with the widget', async () => {
    const { clock, call, life, pings } = await rank([listening])
    clock.advance(3_000)
    call()
    life.abort()
    clock.advance(1_000)
    expect(pings()).toEqual([0])
    expect(clock.delays).toEqual([])
  })

  test.each<[string, Reply]>([
    ['is not there', 'cut'],
    ['answers 500', { status: 500, body: { result: true } }],
    ['answers no JSON', { body: '<html>' }],
    ['answers null', { body: 'null' }],
    ['refuses', { body: { error: { code: -32_005 } } }],
  ])('one that %s comes last', async (_title, bad) => {
    const { clock, call, urls, orders } = await rank([bad, listening])
    clock.advance(3_000)
    call()
    clock.advance(1_000)
    await expect.poll(() => orders[0]).toEqual([...urls].reverse())
  })

  test('one that hangs is given up after 1 s', async () => {
    const { clock, call, urls, orders } = await rank(['hang', listening])
    clock.advance(3_000)
    call()
    clock.advance(1_000)
    // The other one has answered: its time-out is called off.
    await expect.poll(() => clock.delays.filter(delay => delay === 1_000)).toHaveLength(1)
    clock.advance(1_000)
    await expect.poll(() => orders[0]).toEqual([...urls].reverse())
  })

  test('one that does not know the question is alive', async () => {
    const { clock, call, urls, orders } = await rank([{ body: { error: { code: -32_601 } } }, 'cut'])
    clock.advance(3_000)
    call()
    clock.advance(1_000)
    await expect.poll(() => orders[0]).toEqual(urls)
  })
})

describe('the RPC client', () => {
  const call = async (rpc: ReturnType<typeof createRpc>, clock: ReturnType<typeof createFakeClock>) => {
    const answer = rpc('eth_chainId', [])
    clock.advance(0)
    return answer
  }
  const named = (...http: readonly string[]) =>
    toNetwork({
      id: 1,
      name: 'Test',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http } },
    })

  test('asks the best URL first', async () => {
    const [bad, good] = await startNodes('cut', listening)
    const chain = named(bad?.url ?? '', good?.url ?? '')
    const clock = createFakeClock()
    const rpc = createRpc({ network: chain, config: { projectId: 'p', networks: [chain] }, clock })
    await call(rpc, clock)
    expect(good?.heard).toEqual([])
    await expect.poll(() => clock.delays).toContain(4_000)
    clock.advance(3_000)
    await call(rpc, clock)
    clock.advance(1_000)
    await expect.poll(() => good?.heard.filter(isPing)).toHaveLength(1)
    await expect.poll(() => bad?.heard.filter(isPing)).toHaveLength(1)
    await expect
      .poll(async () => {
        await call(rpc, clock)
        return good?.heard.filter(each => !isPing(each)).length
      })
      .toBeGreaterThan(0)
  })

  test('F17: asks a URL that is more than 20 blocks behind last, and tells the developer once where it is', async () => {
    const at = (block: string) =>
      startLoopback(({ body }) => {
        const { id, method } = JSON.parse(body)
        return { body: { jsonrpc: '2.0', id, result: method === 'eth_blockNumber' ? block : '0x1' } }
      })
    await using old = await at('0x64')
    await using fresh = await at('0x79')
    const chain = named(`${old.url}/secret-key`, fresh.url)
    const clock = createFakeClock()
    const alerts: unknown[] = []
    const alert = (code: string, context: unknown) => alerts.push([code, context])
    const config = { projectId: 'p', networks: [chain] }
    const rpc = createRpc({ network: chain, config, clock, alert })
    await call(rpc, clock)
    expect(fresh.heard).toEqual([])
    await expect.poll(() => clock.delays).toContain(4_000)
    for (let round = 1; round <= 2; round++) {
      clock.advance(3_000)
      await call(rpc, clock)
      clock.advance(1_000)
      await expect
        .poll(() => fresh.heard.filter(({ body }) => body.includes('eth_blockNumber')))
        .toHaveLength(round)
      await expect
        .poll(() => alerts)
        .toEqual([['RPC_STALE', { network: 'eip155:1', node: new URL(old.url).host }]])
    }
    const before = old.heard.length
    await call(rpc, clock)
    expect(old.heard).toHaveLength(before)
    expect(fresh.heard.at(-1)?.body).toContain('eth_chainId')
  })

  test.each([
    ['one URL', 1, {}],
    ['the proxy of the services before them', 2, { endpoints: { rpc: 'http://127.0.0.1:1' } }],
  ])('pings no URL with %s', async (_title, count, more) => {
    const nodes = await startNodes(...Array.from({ length: count }, () => listening))
    const chain = named(...nodes.map(({ url }) => url))
    const clock = createFakeClock()
    const life = new AbortController()
    const config = { projectId: 'p', networks: [chain], ...more }
    const rpc = createRpc({ network: chain, config, clock, signal: life.signal })
    const asked = call(rpc, clock)
    if (count > 1) {
      for (const delay of [150, 300, 600]) await clock.reach(delay)
    }
    await asked
    expect(clock.delays).not.toContain(4_000)
    life.abort()
  })
})
