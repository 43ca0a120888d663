import { afterEach, describe, expect, test } from 'vitest'
import { createError } from '../../../contract/errors/createError.ts'
import {
  createWorld,
  dai,
  network,
  settled,
  usdc,
  type World,
  type WorldOptions,
  weth,
} from '../../fixtures/swapWorld.ts'
import { createSwapFlow, type OwnSwapFlow } from './createSwapFlow.ts'

const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

async function open(options: WorldOptions = {}) {
  const world = createWorld(options)
  worlds.push(world)
  const sight = { seen: true, listeners: new Set<() => void>() }
  const flow = createSwapFlow(world.engine, {
    isSeen: () => sight.seen,
    isOnline: () => true,
    subscribe(changed) {
      sight.listeners.add(changed)
      return () => void sight.listeners.delete(changed)
    },
  })
  flow.enter()
  await settled()
  const see = (seen: boolean) => {
    sight.seen = seen
    for (const each of sight.listeners) each()
  }
  return { ...world, flow, see, form: () => flow.form.getState() }
}

const tokenOf = (flow: OwnSwapFlow, key: string) => {
  const token = flow.tokens.getState().tokens.find(each => each.key === key)
  if (!token) throw new Error(`no ${key}`)
  return token
}
const quotesAsked = ({ asked }: Pick<World, 'asked'>) => asked.filter(({ path }) => path === 'quotes').length

/** A form that sells 1 ETH for DAI, with its quotes. */
async function quoted(options: WorldOptions = {}) {
  const opened = await open(options)
  const { flow, clock } = opened
  flow.choose('buy', tokenOf(flow, dai))
  flow.type('sell', '0.5')
  clock.advance(500)
  await settled()
  return opened
}

describe('tokens', () => {
  test('are what is held first, by value, then what the services list', async () => {
    const { flow, form } = await open()
    const { at, tokens } = flow.tokens.getState()
    expect(at).toBe('known')
    expect(tokens.map(({ key }) => key)).toEqual(['native', dai, usdc, weth])
    expect(form().sell?.key).toBe('native')
  })

  test('that a host wants are chosen, with its amount', async () => {
    const { flow, form, clock } = await open()
    flow.want({ fromToken: dai, toToken: 'native', amount: '12.5' })
    clock.advance(1)
    await settled()
    expect(form()).toMatchObject({ sell: { key: dai }, buy: { key: 'native' }, typed: '12.5', side: 'sell' })
  })

  test.each([
    [{ fromToken: '../x' }, 'TOKEN_REQUIRED'],
    [{ toToken: 7 }, 'TOKEN_REQUIRED'],
    [{ toToken: 'x'.repeat(200) }, 'TOKEN_REQUIRED'],
    [{ amount: '1e9' }, 'INVALID_AMOUNT'],
    [{ amount: '-1' }, 'INVALID_AMOUNT'],
    [{ amount: 1 }, 'INVALID_AMOUNT'],
    [{ amount: '0.00' }, 'INVALID_AMOUNT'],
    [{ amount: '1'.repeat(90) }, 'INVALID_AMOUNT'],
  ])('that can be none are refused: %j', async (wanted, code) => {
    const { flow, form } = await open()
    const before = form()
    expect(() => flow.want(wanted as never)).toThrow(expect.objectContaining({ code }))
    expect(form()).toBe(before)
  })

  test('are searched for when typing has stopped; an answer to another text is dropped', async () => {
    const { flow, clock, asked } = await open()
    flow.search('US')
    clock.advance(499)
    flow.search('USDC')
    expect(flow.tokens.getState()).toMatchObject({ searching: true, found: [] })
    clock.advance(500)
    await settled()
    expect(asked.filter(({ values }) => values.query?.search)).toHaveLength(1)
    expect(flow.tokens.getState()).toMatchObject({ searching: false, found: [{ key: usdc }] })
  })
})

describe('quotes', () => {
  test('are asked for half a second after the last letter', async () => {
    const { flow, clock, form, ...world } = await open()
    flow.choose('buy', tokenOf(flow, dai))
    flow.type('sell', '0.1')
    clock.advance(400)
    flow.type('sell', '0.12')
    clock.advance(499)
    expect(quotesAsked(world)).toBe(0)
    expect(form().quotes).toEqual({ at: 'asking' })
    clock.advance(1)
    await settled()
    expect(form().quotes).toMatchObject({
      at: 'known',
      chosen: {
        provider: 'pools',
        in: { value: 240n * 10n ** 18n, decimals: 18 },
        least: { value: 2_376n * 10n ** 17n },
        fee: { value: 100_000n },
      },
    })
    expect(flow.todo()).toBeUndefined()
  })

  test('are asked for anew each 10 s while seen, and stop while hidden or while the wallet asks', async () => {
    const { flow, clock, see, ...world } = await quoted()
    expect(quotesAsked(world)).toBe(1)
    const pass = async () => {
      clock.advance(10_000)
      await settled()
      return quotesAsked(world)
    }
    expect(await pass()).toBe(2)
    see(false)
    expect(await pass()).toBe(2)
    see(true)
    await settled()
    expect(quotesAsked(world)).toBe(3)
    flow.pause(true)
    expect(await pass()).toBe(3)
    flow.pause(false)
    await settled()
    expect(quotesAsked(world)).toBe(4)
  })

  test('leave no old number while a new amount is asked for', async () => {
    const { flow, form } = await quoted()
    flow.type('sell', '0.6')
    expect(form().quotes).toEqual({ at: 'asking' })
  })

  test('of a chosen provider stay chosen while it quotes', async () => {
    const { flow, form, clock, state, quoteFor, asked } = await open()
    state.quotes = () => {
      const query = asked.at(-1)?.values.query as Record<string, string>
      return {
        quotes: ['pools', '0x', 'lifi'].map(each => ({ ...quoteFor(query, each), id: each })),
        faults: [],
      }
    }
    flow.choose('buy', tokenOf(flow, dai))
    flow.type('sell', '0.5')
    clock.advance(500)
    await settled()
    expect(form().quotes).toMatchObject({ chosen: { provider: 'pools' } })
    flow.chooseQuote('lifi')
    clock.advance(10_000)
    await settled()
    expect(form().quotes).toMatchObject({ chosen: { provider: 'lifi' }, quotes: { length: 3 } })
  })

  test.each([
    [[], 'no-route'],
    [['no-route', 'liquidity'], 'liquidity'],
    [['unavailable', 'too-small'], 'too-small'],
    [['rate-limited', 'no-route'], 'no-route'],
    [['unavailable'], 'unavailable'],
  ])('F26 that no provider has, %j, are said as %s without a number', async (reasons, failure) => {
    const { flow, form, clock, state } = await open()
    state.quotes = () => ({ quotes: [], faults: reasons.map(reason => ({ provider: 'pools', reason })) })
    flow.choose('buy', tokenOf(flow, dai))
    flow.type('sell', '0.5')
    clock.advance(500)
    await settled()
    expect(form().quotes).toEqual({ at: 'failed', failure, reasons })
    expect(flow.todo()).toBe('no-quote')
  })

  test.each([
    [createError('HTTP_STATUS', { context: { status: 400, refusal: 'CONVERT_UNSUPPORTED' } }), 'unsupported'],
    [createError('APKT010'), 'rate-limited'],
    [createError('APKT009'), 'unavailable'],
    [new Error('what'), 'other'],
  ])('that cannot be had are said by their cause: %s', async (cause, failure) => {
    const { flow, form, clock, state } = await quoted()
    state.fails = cause
    flow.type('sell', '0.4')
    clock.advance(500)
    await settled()
    expect(form().quotes).toMatchObject({ at: 'failed', failure })
  })

  test.each([
    ['another token', { toAccount: `${network.caipNetworkId}:${usdc}` }],
    ['another amount', { fromAmount: '1', maximum: '1' }],
    ['a lower minimum', { minimum: '1' }],
    ['a minimum above what arrives', { minimum: `${10n ** 40n}` }],
    ['the other direction', { exact: 'out' }],
    ['nothing', { minimum: '0', toAmount: '0' }],
  ])('T70 for %s are not shown', async (_what, change) => {
    const { flow, form, clock, state } = await open()
    state.quotes = ({ quotes }) => ({ quotes: quotes.map(each => ({ ...each, ...change })), faults: [] })
    flow.choose('buy', tokenOf(flow, dai))
    flow.type('sell', '0.5')
    clock.advance(500)
    await settled()
    expect(form().quotes).toEqual({ at: 'failed', failure: 'unsafe', reasons: [] })
  })

  test('for wrapping need neither a provider nor the services', async () => {
    const { flow, form, clock, state, ...world } = await open()
    flow.choose('buy', tokenOf(flow, weth))
    state.fails = createError('APKT009')
    flow.type('sell', '0.25')
    clock.advance(500)
    await settled()
    const quarter = { value: 10n ** 18n / 4n, decimals: 18 }
    expect(form().quotes).toMatchObject({
      chosen: { wraps: true, out: quarter, in: quarter, least: quarter },
    })
    expect(quotesAsked(world)).toBe(0)
  })
})

test('Max leaves the fee behind, and other parts are exact', async () => {
  const { flow, form } = await quoted()
  expect(await flow.takeShare(25)).toBe(true)
  expect(form()).toMatchObject({ typed: '0.25', max: false })
  expect(await flow.takeShare(100)).toBe(true)
  expect(form()).toMatchObject({ typed: '0.99999999999999999', max: true })
})

test('T61 another network begins the form anew', async () => {
  const { flow, form, move } = await quoted()
  const { id } = form()
  move()
  await settled()
  expect(form()).toMatchObject({ typed: '', buy: undefined, quotes: { at: 'idle' } })
  expect(form().id).not.toBe(id)
  expect(flow.review()).toBeUndefined()
})

test('flipping gives what was got', async () => {
  const { flow, form } = await quoted()
  flow.flip()
  expect(form()).toMatchObject({ sell: { key: dai }, buy: { key: 'native' }, side: 'sell', typed: '1000' })
})

test('F27 a token costs what the services say of it now; without a price it has none', async () => {
  const { flow, form, state } = await quoted()
  expect(form().buy?.price).toBeUndefined()
  state.prices = { [`${network.caipNetworkId}:${usdc}`]: 0.99 }
  flow.choose('buy', tokenOf(flow, usdc))
  await settled()
  expect(form().buy).toMatchObject({ key: usdc, price: 0.99 })
})
