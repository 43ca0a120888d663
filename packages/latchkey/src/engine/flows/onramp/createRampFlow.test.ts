import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createError } from '../../../contract/errors/createError.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import {
  asset,
  birch,
  createRampWorld,
  me,
  offer,
  other,
  type RampWorld,
  type RampWorldOptions,
  seen,
  settled,
} from '../../fixtures/rampWorld.ts'
import { createRampFlow } from './createRampFlow.ts'

const worlds: RampWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

async function enter(options: RampWorldOptions = {}, before: (world: RampWorld) => void = () => undefined) {
  const world = createRampWorld(options)
  worlds.push(world)
  before(world)
  const flow = createRampFlow(world.engine, seen)
  const leave = flow.enter()
  await settled()
  return { ...world, flow, leave, form: () => flow.form.getState() }
}

async function quoted(options: RampWorldOptions = {}, before?: (world: RampWorld) => void) {
  const opened = await enter(options, before)
  opened.flow.type('100')
  opened.clock.advance(500)
  await settled()
  return opened
}
const offline = createError('HTTP_STATUS', { context: { status: 0 } })
const asks = ({ asked }: Pick<RampWorld, 'asked'>, path: string) =>
  asked.filter(each => each.path.endsWith(path))

describe('what can be bought', () => {
  test('SPEC §9: begins with USDC on the account’s own network, in USD', async () => {
    const { form, flow } = await enter()
    expect(form()).toMatchObject({ token: { key: 'USDC@eip155:31337' }, currency: { id: 'USD' } })
    expect(flow.todo()).toBe('amount')
  })

  test('is what arrives on the host’s networks of the account’s namespace, its own network first', async () => {
    const { form } = await enter()
    const { options } = form()
    expect(options.at === 'known' && options.tokens.map(({ key }) => key)).toEqual([
      'ETH@eip155:31337',
      'USDC@eip155:31337',
      'ETH@eip155:5',
      'USDC@eip155:5',
    ])
  })

  test('SPEC §6: a Solana account buys on Solana', async () => {
    const { form } = await enter({ account: { namespace: 'solana' } })
    const { options } = form()
    expect(options.at === 'known' && options.tokens.map(({ key }) => key)).toEqual(['USDC@solana:dev'])
  })

  test('by a contract’s account is only what arrives where it is', async () => {
    const { form } = await enter({ account: { type: 'smartAccount' } })
    const { options } = form()
    expect(options.at === 'known' && options.tokens.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
      'eip155:31337',
      'eip155:31337',
    ])
  })

  test('is never chosen on another network by itself', async () => {
    const { form, flow } = await enter({}, ({ state }) => {
      const all = offer()
      state.offer = {
        ...all,
        purchaseCurrencies: all.purchaseCurrencies.map(each => ({
          ...each,
          networks: each.networks.filter(({ chain_id }) => chain_id === birch.caipNetworkId),
        })),
      }
    })
    expect(form().token).toBeUndefined()
    expect(flow.todo()).toBe('token')
    flow.chooseToken('USDC@eip155:5')
    expect(form().token?.key).toBe('USDC@eip155:5')
  })

  test('follows the country, which is remembered', async () => {
    const store = createMemoryStorage()
    const { flow, asked } = await enter({ store })
    expect(asked[0]?.values.query).toEqual({})
    flow.chooseCountry('US-NY')
    await settled()
    expect(asked.at(-1)?.values.query).toEqual({ country: 'US-NY' })
    const again = await enter({ store })
    expect(again.asked[0]?.values.query).toEqual({ country: 'US-NY' })
    flow.chooseCountry('nowhere')
    expect(asks({ asked }, 'options')).toHaveLength(2)
  })

  test('T72: the services are down: a failure, and no number', async () => {
    const { form, flow } = await enter({}, ({ state }) => {
      state.fails = offline
    })
    flow.type('100')
    expect(form()).toMatchObject({ options: { at: 'failed', failure: 'offline' }, quotes: { at: 'idle' } })
    expect(form().token).toBeUndefined()
    expect(flow.limits()).toBeUndefined()
    expect(flow.todo()).toBe('options')
  })

  test('is asked for again by the visitor', async () => {
    const { form, flow, state } = await enter({}, world => {
      world.state.fails = offline
    })
    state.fails = undefined
    flow.retry()
    await settled()
    expect(form().options.at).toBe('known')
  })

  test('nothing is bought where the feature is off', async () => {
    const { flow } = await enter({ onramp: false })
    expect(flow.todo()).toBe('unsupported')
  })
})

describe('samples', () => {
  // Fetched by the flow: how long that takes the first time is the machine's to say.
  beforeAll(async () => void (await import('./rampSamples.ts')))

  const down = ({ state }: RampWorld) => {
    state.fails = offline
  }

  test('T72: stand in with demo alone, are SPEC §9’s, and buy nothing', async () => {
    const { form, flow, open, windows, asked } = await quoted({ demo: true }, down)
    expect(form().options).toMatchObject({
      sample: true,
      tokens: [{ key: 'USDC@eip155:1' }, { key: 'USDC@eip155:137' }],
      currencies: [
        {
          id: 'USD',
          payment_method_limits: [
            { id: 'card', min: '10.00', max: '7500.00' },
            { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
          ],
        },
        { id: 'EUR' },
      ],
    })
    expect(flow.todo()).toBe('token')
    await flow.buy(open)
    expect([windows, asks({ asked }, 'onrampurl')]).toEqual([[], []])
  })

  test('T72: quotes of samples are samples, and the button says so', async () => {
    const { form, flow, clock, open, windows, asked } = await quoted({ demo: true }, down)
    flow.chooseToken('USDC@eip155:1')
    clock.advance(1)
    await settled()
    expect(form().quotes).toMatchObject({ sample: true, chosen: { purchaseAmount: { amount: '98.5' } } })
    expect(flow.todo()).toBe('sample')
    await flow.buy(open)
    expect([windows, asks({ asked }, '/quote')]).toEqual([[], []])
  })

  test('T72: demo leaves real answers as they are', async () => {
    const { form } = await quoted({ demo: true })
    expect(form()).toMatchObject({ options: { sample: false }, quotes: { sample: false } })
  })
})

describe('quotes', () => {
  test('are asked for 500 ms after the last key, the most first', async () => {
    const { flow, form, clock, asked } = await enter()
    flow.type('1')
    clock.advance(499)
    flow.type('100')
    clock.advance(499)
    await settled()
    expect([form().quotes.at, asks({ asked }, '/quote').length]).toEqual(['asking', 0])
    clock.advance(1)
    await settled()
    expect(asks({ asked }, '/quote').map(({ values }) => values.body)).toEqual([
      {
        purchaseCurrency: 'USDC',
        paymentCurrency: 'USD',
        amount: '100',
        network: 'eip155:31337',
        address: me,
        country: 'DE',
      },
    ])
    expect(form().quotes).toMatchObject({
      at: 'known',
      chosen: { providerName: 'Big Pay', purchaseAmount: { amount: '98.5' } },
      quotes: [{ providerName: 'Big Pay' }, { providerName: 'Small Pay' }],
    })
    expect(flow.todo()).toBeUndefined()
  })

  test('of an earlier amount do not stay, and the last answer wins', async () => {
    const { flow, form, clock, state } = await quoted()
    let free = () => {}
    state.gate = new Promise(resolve => {
      free = resolve
    })
    flow.type('200')
    expect(form().quotes).toEqual({ at: 'asking' })
    clock.advance(500)
    await settled()
    flow.type('300')
    clock.advance(500)
    await settled()
    free()
    await settled()
    expect(form().quotes).toMatchObject({ at: 'known', chosen: { paymentTotal: { amount: '300' } } })
  })

  test.each([
    ['de', 'USD', '1.234,5', '1234.5'],
    ['de', 'USD', '12,50', '12.5'],
    ['en', 'USD', '1,234.50', '1234.5'],
    ['en', 'JPY', '5000', '5000'],
  ])('T74: %s %s %s is %s', async (locale, currency, text, amount) => {
    const { flow, clock, asked } = await enter({ locale })
    flow.chooseCurrency(currency)
    flow.type(text)
    clock.advance(500)
    await settled()
    expect(asks({ asked }, '/quote').at(-1)?.values.body).toMatchObject({ amount, paymentCurrency: currency })
  })

  test.each([
    ['0', 'amount'],
    ['', 'amount'],
    ['1,234', 'wrong-amount'],
    ['12.345', 'wrong-amount'],
    ['ten', 'wrong-amount'],
    ['9.99', 'limits'],
    ['7500.01', 'limits'],
  ] as const)('%j is not asked for: %s', async (text, todo) => {
    const { flow, clock, asked } = await enter({ locale: 'en' })
    flow.type(text)
    clock.advance(500)
    await settled()
    expect([flow.todo(), asks({ asked }, '/quote')]).toEqual([todo, []])
  })

  test('limits are those of the way to pay, or of all of them together', async () => {
    const { flow } = await enter()
    flow.chooseCurrency('EUR')
    expect(flow.limits()).toEqual({ min: '10.00', max: '25000.00' })
    flow.chooseMethod('card')
    expect(flow.limits()).toEqual({ min: '20.00', max: '500.00' })
    flow.chooseMethod('pix')
    expect(flow.limits()).toEqual({ min: '10.00', max: '25000.00' })
    flow.chooseCurrency('JPY')
    expect(flow.limits()).toEqual({ max: '100000' })
  })

  test('another currency is another amount of money: the field is emptied', async () => {
    const { flow, form } = await quoted()
    flow.chooseCurrency('EUR')
    expect([form().typed, form().quotes.at]).toEqual(['', 'idle'])
  })

  test('stay chosen by seller and way to pay when they are read anew before they end', async () => {
    const { flow, form, clock } = await quoted()
    const small = form().quotes
    if (small.at !== 'known') throw new Error(small.at)
    flow.chooseQuote(small.quotes[1]?.quoteId ?? '')
    clock.advance(55_000)
    await settled()
    const next = form().quotes
    if (next.at !== 'known') throw new Error(next.at)
    expect(next.chosen.providerName).toBe('Small Pay')
    expect(next.chosen.quoteId).not.toBe(small.quotes[1]?.quoteId)
  })

  test('in another currency or for nothing are none', async () => {
    const { form } = await quoted({}, ({ state }) => {
      state.quotes = quotes => ({
        quotes: [
          { ...quotes[0], paymentTotal: { amount: '100', currency: 'EUR' } },
          { ...quotes[1], purchaseAmount: { amount: '0', currency: 'USDC' } },
        ],
        faults: [],
      })
    })
    expect(form().quotes).toMatchObject({ at: 'failed' })
  })

  test.each([
    [[{ reason: 'unavailable' }], { failure: 'unavailable' }],
    [
      [
        { reason: 'unavailable' },
        { reason: 'too-small', minimum: '30' },
        { reason: 'too-small', minimum: '25.5' },
      ],
      { failure: 'too-small', minimum: '25.5' },
    ],
    [
      [
        { reason: 'too-large', maximum: '50' },
        { reason: 'too-large', maximum: '60' },
      ],
      { failure: 'too-large', maximum: '60' },
    ],
    [[{ reason: 'country' }, { reason: 'method' }], { failure: 'country' }],
    [[], { failure: 'unsupported' }],
  ])('none: %j says %j', async (faults, expected) => {
    const { form, flow } = await quoted({}, ({ state }) => {
      state.quotes = () => ({ quotes: [], faults: faults.map(each => ({ provider: 'meld', ...each })) })
    })
    expect(form().quotes).toEqual({ at: 'failed', ...expected })
    expect(flow.todo()).toBe('no-quote')
  })
})

describe('the press', () => {
  test('T20, T71: opens a blank window first, then asks, stores the order, and only then goes there', async () => {
    const world = await quoted()
    const { flow, open, windows, asked, journal } = world
    let stored: unknown
    world.state.opened = opened => {
      stored = journal.machine.getState()
      return opened
    }
    const before = asked.length
    const pressed = flow.buy(open)
    expect(windows).toEqual([{ url: undefined, isClosed: false, opened: before }])
    await pressed
    expect(stored).toEqual([])
    expect(windows[0]?.url).toBe(`https://pay.example/buy?walletAddress=${me}&token=one`)
    expect(flow.progress.getState()).toEqual({ at: 'opened', orderId: expect.any(String) })
    expect(journal.machine.getState()).toEqual([
      {
        kind: 'order',
        id: expect.any(String),
        from: `eip155:31337:${me}`,
        caipNetworkId: 'eip155:31337',
        at: expect.any(Number),
        via: 'onramp',
        provider: 'meld',
        providerName: 'Big Pay',
        orderId: expect.stringMatching(/^order-/),
        in: { asset: { symbol: 'USDC', decimals: 6, address: expect.any(String) }, amount: '98.5' },
        price: { currency: 'USD', amount: '100' },
        state: 'open',
        expiresAt: expect.any(Number),
        before: '0',
      },
    ])
  })

  test('a blocked window leaves a link', async () => {
    const { flow, open, state } = await quoted()
    state.blocked = true
    await flow.buy(open)
    expect(flow.progress.getState()).toMatchObject({
      at: 'opened',
      url: expect.stringContaining('https://pay.example/'),
    })
  })

  test('T73: a second press while it opens opens nothing', async () => {
    const { flow, open, windows, asked } = await quoted()
    await Promise.all([flow.buy(open), flow.buy(open)])
    expect([windows.length, asks({ asked }, 'onrampurl').length]).toEqual([1, 1])
  })

  test('T73: a second press after a lost answer asks for the same order', async () => {
    const { flow, open, windows, asked, state } = await quoted()
    state.fails = offline
    await flow.buy(open)
    expect([flow.progress.getState(), windows[0]?.isClosed]).toEqual([
      { at: 'failed', failure: 'offline' },
      true,
    ])
    state.fails = undefined
    await flow.buy(open)
    const [one, two] = asks({ asked }, 'onrampurl').map(({ values }) => values.body?.idempotencyKey)
    expect([flow.progress.getState().at, one === two]).toEqual(['opened', true])
  })

  test.each([
    ['another host', { url: 'https://evil.example/' }],
    ['plain http', { url: 'http://pay.example/' }],
    ['another receiver in the address', { url: `https://pay.example/?walletAddress=${other}` }],
  ])('T71: %s is not opened, and no order is stored', async (_, change) => {
    const { flow, open, windows, journal, state } = await quoted()
    state.opened = opened => ({ ...opened, ...change })
    await flow.buy(open)
    expect(flow.progress.getState()).toEqual({ at: 'failed', failure: 'unsafe' })
    expect([windows[0], journal.machine.getState()]).toMatchObject([{ url: undefined, isClosed: true }, []])
  })

  test.each([
    ['receiver', { recipient: other }],
    ['network', { asset: asset.replace('31337', '5') }],
    ['kind', { kind: 'exchange' }],
  ])('T71: an order with another %s is not opened', async (_, change) => {
    const { flow, open, windows, state } = await quoted()
    state.opened = opened => ({ ...opened, order: { ...opened.order, ...change } })
    await flow.buy(open)
    expect([flow.progress.getState(), windows[0]?.url]).toEqual([
      { at: 'failed', failure: 'unsafe' },
      undefined,
    ])
  })

  test('T61, T71: another account became active meanwhile: nothing is opened for the old one', async () => {
    const { flow, open, windows, journal, state, move, form } = await quoted()
    let free = () => {}
    state.gate = new Promise(resolve => {
      free = resolve
    })
    const pressed = flow.buy(open)
    move('eip155:31337', other)
    free()
    await pressed
    await settled()
    expect([windows[0]?.url, windows[0]?.isClosed, journal.machine.getState()]).toEqual([undefined, true, []])
    expect(form()).toMatchObject({ owner: `eip155:31337:${other}`, typed: '' })
  })

  test('an order that was opened stays the old account’s', async () => {
    const { flow, open, journal, move } = await quoted()
    await flow.buy(open)
    move('eip155:31337', other)
    expect(flow.progress.getState()).toEqual({ at: 'idle' })
    expect(journal.machine.getState()).toMatchObject([{ from: `eip155:31337:${me}` }])
  })

  test('a quote that has ended is read anew', async () => {
    const { flow, form, open, state, clock } = await quoted()
    state.opened = () => {
      throw createError('APKT009', { context: { refusal: 'QUOTE_ENDED' } })
    }
    await flow.buy(open)
    expect(flow.progress.getState()).toEqual({ at: 'failed', failure: 'ended' })
    clock.advance(1)
    await settled()
    expect(form().quotes.at).toBe('known')
  })

  test('SPEC §4: reset restores the defaults', async () => {
    const { flow, form } = await quoted()
    flow.chooseCurrency('EUR')
    flow.chooseToken('ETH@eip155:5')
    flow.reset()
    await settled()
    expect(form()).toMatchObject({
      typed: '',
      token: { key: 'USDC@eip155:31337' },
      currency: { id: 'USD' },
      quotes: { at: 'idle' },
    })
  })
})
