import { afterEach, describe, expect, test } from 'vitest'
import { toCaipAddress } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import {
  createExchangeWorld,
  type ExchangeWorld,
  type ExchangeWorldOptions,
  etherAsset,
  me,
  merchant,
  network,
  other,
  owner,
  sandbox,
  usdc,
  usdcAsset,
} from '../../fixtures/exchangeWorld.ts'
import { settled } from '../../fixtures/swapWorld.ts'
import type { OpenOrderWindow } from '../../nouns/orders/orders.ts'
import { createExchangeFlow } from './createExchangeFlow.ts'

const worlds: ExchangeWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

async function open(options: ExchangeWorldOptions = {}, change: (world: ExchangeWorld) => void = () => {}) {
  const world = createExchangeWorld(options)
  worlds.push(world)
  change(world)
  const flow = createExchangeFlow(world.engine, world.funding)
  const leave = flow.enter()
  await settled()
  return { ...world, flow, leave }
}

/** A window, and what became of it. */
function fakeWindow(hasGone = true) {
  const log: string[] = []
  const opens: OpenOrderWindow = () => {
    log.push('open')
    return {
      go: url => {
        log.push(`go ${url}`)
        return hasGone
      },
      close: () => void log.push('close'),
    }
  }
  return { log, opens }
}
const page = 'https://exchange.example/withdraw?session=once'
const entries = ({ journal }: Pick<ExchangeWorld, 'journal'>) => journal.machine.getState()
const ordersOf = ({ asked }: Pick<ExchangeWorld, 'asked'>) =>
  asked.filter(({ path }) => path === '/v1/exchanges/{id}/orders').map(({ values }) => values.body)

describe('what can be deposited', () => {
  test('is what the services list, the network’s own currency by the host’s word', async () => {
    const { flow, count } = await open()
    expect(flow.assets.getState()).toEqual({
      at: 'known',
      assets: [
        { asset: etherAsset.asset, name: 'Ether', shown: { symbol: 'ETH', decimals: 18 } },
        { asset: usdcAsset.asset, name: 'USD Coin', shown: { address: usdc, symbol: 'USDC', decimals: 6 } },
      ],
    })
    expect(flow.ask.getState()).toMatchObject({ asset: etherAsset.asset, recipient: owner })
    expect(flow.exchanges.getState()).toMatchObject({ at: 'known', exchanges: [{ id: 'sandbox' }] })
    expect([count('/v1/exchanges/assets'), count('/v1/exchanges')]).toEqual([1, 1])
  })

  test('is nothing of another network, and no name that reads as an amount (T67)', async () => {
    const { flow } = await open({}, ({ state }) => {
      state.assets = [
        { ...usdcAsset, asset: 'eip155:1/erc20:0x1' },
        { ...usdcAsset, symbol: '000 USDC' },
        usdcAsset,
      ]
    })
    expect(flow.assets.getState()).toMatchObject({ assets: [{ shown: { symbol: '0x0000…0000c1' } }] })
  })

  test('fails with the services, and comes with another try', async () => {
    const { flow, state } = await open({}, world => {
      world.state.assets = createError('APKT009')
    })
    expect(flow.assets.getState()).toEqual({ at: 'failed' })
    expect(flow.ask.getState()).toBeUndefined()
    state.assets = [usdcAsset]
    flow.retry()
    await settled()
    expect(flow.ask.getState()?.asset).toBe(usdcAsset.asset)
  })

  test('is asked for once in five minutes, and not at all while the flag is off', async () => {
    const { flow, leave, count, clock } = await open()
    leave()
    clock.advance(299_000)
    flow.enter()()
    expect(count('/v1/exchanges/assets')).toBe(1)
    clock.advance(2_000)
    flow.enter()()
    await settled()
    expect(count('/v1/exchanges/assets')).toBe(2)
    const off = await open({ features: {} })
    expect(off.asked).toEqual([])
  })

  test('a host’s wish is filled in once it is known to be there', async () => {
    const { flow } = await open()
    flow.want({ token: usdc.toUpperCase().replace('0X', '0x'), amount: '12.5' })
    await settled()
    expect(flow.ask.getState()?.asset).toBe(usdcAsset.asset)
    expect(flow.typed.getState()).toBe('12.5')
    flow.want({ token: 'native', amount: '1e3' })
    expect(flow.ask.getState()?.asset).toBe(etherAsset.asset)
    expect(flow.typed.getState()).toBe('12.5')
  })

  test('T61 another network is another form', async () => {
    const { flow, move, count } = await open()
    flow.type('25')
    move()
    await settled()
    expect(count('/v1/exchanges/assets')).toBe(2)
    // The services list nothing for it.
    expect(flow.ask.getState()).toBeUndefined()
    expect(flow.typed.getState()).toBe('')
    move(network.caipNetworkId)
    await settled()
    expect(flow.ask.getState()?.recipient).toBe(owner)
  })

  test('an answer about another asset is dropped', async () => {
    const { flow } = await open()
    flow.chooseAsset(usdcAsset.asset)
    flow.chooseAsset(etherAsset.asset)
    expect(flow.exchanges.getState()).toEqual({ at: 'loading' })
    await settled()
    expect(flow.exchanges.getState()).toMatchObject({ at: 'known' })
    expect(flow.ask.getState()?.asset).toBe(etherAsset.asset)
  })
})

describe('an order', () => {
  async function filled(change: (world: ExchangeWorld) => void = () => {}) {
    const opened = await open({}, change)
    opened.flow.chooseAsset(usdcAsset.asset)
    opened.flow.type('25')
    await settled()
    return opened
  }

  test('opens the window in the click, and its page once the order is in the journal (T20, T71)', async () => {
    const world = await filled()
    const { flow, clock } = world
    const { log, opens } = fakeWindow()
    const started = flow.start('sandbox', opens)
    expect(log).toEqual(['open'])
    expect(flow.progress.getState()).toEqual({ at: 'opening', exchange: 'sandbox' })
    expect(flow.todo(sandbox)).toBe('busy')
    expect(await started).toMatchObject({ at: 'opened' })
    expect(log).toEqual(['open', `go ${page}`])
    expect(ordersOf(world)).toEqual([
      {
        asset: usdcAsset.asset,
        amount: '25',
        recipient: owner,
        idempotencyKey: expect.stringMatching(/^\d{32}$/),
      },
    ])
    expect(entries(world)).toEqual([
      {
        kind: 'order',
        id: ordersOf(world)[0]?.idempotencyKey,
        via: 'exchange',
        provider: 'sandbox',
        providerName: 'Sandbox Exchange',
        orderId: 'ord_0123456789abcdef',
        from: owner,
        caipNetworkId: network.caipNetworkId,
        at: clock.now(),
        in: { asset: { address: usdc, symbol: 'USDC', decimals: 6 }, amount: '25' },
        state: 'open',
        expiresAt: clock.now() + 600_000,
      },
    ])
  })

  test('shows a link where the window was blocked', async () => {
    const { flow } = await filled()
    expect(await flow.start('sandbox', () => undefined)).toMatchObject({ at: 'opened', url: page })
  })

  test.each([
    ['on a host of nobody’s', { url: 'https://evil.example/' }],
    ['without https', { url: 'http://exchange.example/' }],
    ['whose address names another receiver', { url: `${page}&address=${merchant}` }],
  ])('T71, T133: a page %s is never opened', async (_, change) => {
    const world = await filled(({ state }) => {
      state.opened = answer => ({ ...answer, ...change })
    })
    const { log, opens } = fakeWindow()
    expect(await world.flow.start('sandbox', opens)).toEqual({
      at: 'failed',
      exchange: 'sandbox',
      failure: 'unsafe',
    })
    expect(log).toEqual(['open', 'close'])
    expect(entries(world)).toEqual([])
  })

  test.each([
    ['to another receiver', { recipient: merchant }],
    ['of another asset', { asset: etherAsset.asset }],
    ['that buys', { kind: 'onramp' as const }],
  ])('T71, T133: an order %s is no order', async (_, change) => {
    const world = await filled(({ state }) => {
      state.opened = answer => ({ ...answer, order: { ...answer.order, ...change } })
    })
    const { log, opens } = fakeWindow()
    expect(await world.flow.start('sandbox', opens)).toMatchObject({ failure: 'unsafe' })
    expect(log).toEqual(['open', 'close'])
  })

  test('T73: one whose answer was lost is asked for under the same id, another amount under another', async () => {
    const world = await filled(({ state }) => {
      state.opened = () => createError('HTTP_STATUS', { context: { status: 0 } })
    })
    const { flow } = world
    const { opens } = fakeWindow()
    await flow.start('sandbox', opens)
    await flow.start('sandbox', opens)
    flow.type('26')
    expect(flow.progress.getState()).toEqual({ at: 'idle' })
    await flow.start('sandbox', opens)
    const [first, second, third] = ordersOf(world).map(body => body?.idempotencyKey)
    expect(first).toBe(second)
    expect(third).not.toBe(first)
  })

  test('after one that was opened, the same is another order', async () => {
    const world = await filled()
    const { opens } = fakeWindow()
    await world.flow.start('sandbox', opens)
    await world.flow.start('sandbox', opens)
    expect(entries(world)).toHaveLength(2)
  })

  test.each([
    [
      'too-small',
      createError('APKT009', { context: { refusal: 'EXCHANGE_FAILED', reason: 'too-small' } }),
      'too-small',
    ],
    [
      'nothing there',
      createError('APKT009', { context: { refusal: 'EXCHANGE_UNSUPPORTED' } }),
      'unsupported',
    ],
    ['no network', createError('HTTP_STATUS', { context: { status: 0 } }), 'offline'],
  ])('says why there is none: %s', async (_, error, failure) => {
    const { flow } = await filled(({ state }) => {
      state.opened = () => error
    })
    expect(await flow.start('sandbox', fakeWindow().opens)).toMatchObject({ at: 'failed', failure })
  })

  test('T61: a page is not opened for an account that was left meanwhile', async () => {
    const world = await filled()
    let go = () => {}
    world.state.opened = answer =>
      new Promise(resolve => {
        go = () => resolve(answer)
      })
    const { log, opens } = fakeWindow()
    const started = world.flow.start('sandbox', opens)
    await settled()
    world.move(network.caipNetworkId, merchant)
    go()
    expect(await started).toMatchObject({ failure: 'moved' })
    expect(log).toEqual(['open', 'close'])
    expect(entries(world)).toEqual([])
  })

  test.each([
    ['', 'amount'],
    ['0', 'amount'],
    ['twenty', 'wrong-amount'],
    ['1.1234567', 'precise'],
    ['4.999999', 'small'],
    ['5', undefined],
    ['1000', undefined],
    ['1000.000001', 'large'],
  ])('of “%s” waits for: %s', async (typed, todo) => {
    const { flow } = await filled()
    flow.type(typed)
    expect(flow.todo(sandbox)).toBe(todo)
    const { log, opens } = fakeWindow()
    await flow.start('sandbox', opens)
    expect(log[0]).toBe(todo === undefined ? 'open' : undefined)
  })

  test('needs no amount where the exchange’s page asks for it', async () => {
    const world = await filled(({ state }) => {
      state.exchanges = [{ ...sandbox, asksAmount: true }]
    })
    world.flow.type('')
    expect(await world.flow.start('sandbox', fakeWindow().opens)).toMatchObject({ at: 'opened' })
    expect(ordersOf(world)[0]).not.toHaveProperty('amount')
    expect(entries(world)[0]).toMatchObject({ in: { asset: { symbol: 'USDC' } } })
    expect(entries(world)[0]).not.toHaveProperty('in.amount')
  })
})

describe('a payment', () => {
  const ask = {
    asset: usdcAsset.asset,
    shown: { address: usdc, symbol: 'USDC', decimals: 6 },
    amount: '19.99',
    recipient: toCaipAddress(network.caipNetworkId, merchant),
    payment: 'pay_0123456789abcdef',
  }

  test('goes to its receiver with its amount, and is in the journal as such', async () => {
    const world = await open()
    const { flow, count } = world
    const assetsAsked = count('/v1/exchanges/assets')
    flow.enter(flow.pays(ask))
    await settled()
    expect(world.asked.at(-1)?.values.query).toEqual({ asset: ask.asset, amount: '19.99' })
    flow.chooseAsset(etherAsset.asset)
    flow.type('1')
    expect(await flow.start('sandbox', fakeWindow().opens)).toMatchObject({ at: 'opened' })
    expect(ordersOf(world)[0]).toMatchObject({
      amount: '19.99',
      recipient: ask.recipient,
      payment: ask.payment,
    })
    expect(entries(world)[0]).toMatchObject({ recipient: merchant, paymentId: ask.payment, from: owner })
    expect(count('/v1/exchanges/assets')).toBe(assetsAsked)
  })

  test('T71: what the page makes up is a deposit to the own account', async () => {
    const { flow } = await open()
    flow.enter({ ...ask })
    await settled()
    expect(flow.ask.getState()).toMatchObject({ recipient: owner })
    expect(flow.ask.getState()).not.toHaveProperty('payment')
  })

  test('stays what it is when the wallet moves, and is over with the next deposit', async () => {
    const { flow, move } = await open()
    const leave = flow.enter(flow.pays(ask))
    move(other.caipNetworkId)
    await settled()
    expect(flow.ask.getState()).toMatchObject({ recipient: ask.recipient, amount: '19.99' })
    move(network.caipNetworkId)
    leave()
    flow.enter()
    await settled()
    expect(flow.ask.getState()).toMatchObject({ recipient: toCaipAddress(network.caipNetworkId, me) })
  })
})
