import { randomUUID } from 'node:crypto'
import { getOnRampOptions, getOnRampOrder, postOnRampQuote, postOnRampUrl } from 'latchkey/services'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OnRampProvider } from './onRampProvider.ts'
import { network, type OnRampWorld, openOnRampWorld, page, quote, usdc } from './onRampWorld.fixture.ts'

let hangs = false
const silent: OnRampProvider = {
  id: 'silent',
  name: 'Silent',
  hosts: ['silent.example'],
  ramp: {
    options: async () => ({
      countries: [],
      purchase: [{ asset: usdc, name: 'USD Coin', symbol: 'USDC', network: 'ALDER', networkName: 'Alder' }],
      payment: [],
    }),
    quote: () => (hangs ? new Promise(() => {}) : Promise.resolve({ quotes: [], faults: [] })),
    open: () => new Promise(() => {}),
  },
  status: () => new Promise(() => {}),
}

let world: OnRampWorld
beforeAll(async () => {
  world = await openOnRampWorld([silent])
})
afterAll(() => world.close())
beforeEach(() => {
  world.ahead = 0
  hangs = false
  world.script.status = () => ({ state: 'unknown' })
  world.script.url = ({ id }) => `https://pages.example/${id}`
  world.script.quotes = () => [quote]
})

const asked = { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '100', network }
async function quoteId(): Promise<string> {
  const { quotes } = await world.ask(postOnRampQuote, { body: asked })
  return quotes[0]?.quoteId ?? ''
}
async function bodyOf(more: object = {}) {
  return {
    destinationWallets: [`${network}:${world.stranger()}`],
    defaultNetwork: network,
    quoteId: await quoteId(),
    idempotencyKey: randomUUID(),
    ...more,
  }
}
const codeOf = async (response: Response) => {
  const { code, reasons } = (await response.json()) as { code: string; reasons: { name: string }[] }
  return [code, ...reasons.map(({ name }) => name)].join(' ')
}
/** Some seconds later, when the provider may be asked again. */
async function lookLater(id: string) {
  world.ahead += 6_000
  return (await world.ask(getOnRampOrder, { params: { order: id } })).order
}

describe('options', () => {
  it('name what the chain itself calls it, and no network that our nodes do not serve', async () => {
    const { purchaseCurrencies, paymentCurrencies, providers } = await world.ask(getOnRampOptions)
    expect(purchaseCurrencies.map(({ id, networks }) => [id, networks.map(({ asset }) => asset)])).toEqual([
      ['USDC', [usdc]],
      ['ETH', [`${network}/slip44:60`]],
    ])
    expect(purchaseCurrencies[0]?.networks[0]?.decimals).toBe(6)
    expect(paymentCurrencies).toEqual([
      { id: 'USD', name: 'US Dollar', payment_method_limits: [{ id: 'card', min: '5', max: '5000' }] },
    ])
    expect(providers.map(({ id }) => id)).toEqual(['scripted', 'silent'])
  })
})

describe('quotes', () => {
  it('come the most first, and a provider that does not answer is a fault of its own', async () => {
    hangs = true
    world.script.quotes = () => [quote, { ...quote, service: 'ROCK', serviceName: 'Rock', amount: '100.25' }]
    const { quotes, faults } = await world.ask(postOnRampQuote, { body: asked })
    expect(quotes.map(({ purchaseAmount }) => purchaseAmount.amount)).toEqual(['100.25', '98.5'])
    expect(faults).toEqual([{ provider: 'silent', providerName: 'Silent', reason: 'unavailable' }])
  })

  it.each([
    ['another currency', { total: { currency: 'EUR', amount: '100' } }],
    ['nothing', { amount: '0' }],
    ['an amount that is none', { amount: '1e5' }],
    ['a method that is no word', { method: 'Card!' }],
  ])('T70: drops one of %s', async (_name, change) => {
    world.script.quotes = () => [{ ...quote, ...change }]
    const { quotes, faults } = await world.ask(postOnRampQuote, { body: asked })
    expect([quotes, faults.map(({ reason }) => reason)]).toEqual([[], ['unavailable']])
  })

  it('are refused for another network, rather than given for one that is served', async () => {
    const response = await world.send(postOnRampQuote, { body: { ...asked, network: 'eip155:1' } })
    expect(await codeOf(response)).toBe('ONRAMP_UNSUPPORTED')
  })
})

describe('orders', () => {
  it('open a page for the receiver, and give the provider no address as the customer', async () => {
    const wallet = world.stranger()
    const body = await bodyOf({ destinationWallets: [`${network}:${wallet}`], redirectUrl: `${page}/back` })
    const { order, url, hosts } = await world.ask(postOnRampUrl, { body })
    const there = world.opened.at(-1)
    expect([url, hosts]).toEqual([`https://pages.example/${order.id}`, ['pages.example']])
    expect(order).toMatchObject({ state: 'open', amount: null, recipient: wallet, providerName: 'Brook Pay' })
    expect(there).toMatchObject({ recipient: wallet, clientIp: '203.0.113.7', redirectUrl: `${page}/back` })
    expect(there?.customer).toMatch(/^[\w-]{22}$/)
    await world.ask(postOnRampUrl, { body: { ...body, idempotencyKey: randomUUID() } })
    expect(world.opened.at(-1)?.customer).toBe(there?.customer)
  })

  it('T73: are made once for a key, also by twenty requests at once', async () => {
    const body = await bodyOf()
    const before = world.opened.length
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.ask(postOnRampUrl, { body })))
    expect(new Set(answers.map(({ order, url }) => `${order.id} ${url}`)).size).toBe(1)
    expect(world.opened.length).toBe(before + 1)
  })

  it('T73: refuse a key that was used for another order', async () => {
    const body = await bodyOf()
    await world.ask(postOnRampUrl, { body })
    const other = { ...body, destinationWallets: [`${network}:${world.stranger()}`] }
    expect(await codeOf(await world.send(postOnRampUrl, { body: other }))).toBe('IDEMPOTENCY_CONFLICT')
  })

  it.each([
    ['another host', () => 'https://pages.example.evil.example/1'],
    ['a host of the same name on another port', () => 'https://pages.example:8443/1'],
    ['no https', () => 'http://pages.example/1'],
    ['a user name', () => 'https://pages.example@evil.example/1'],
    ['a script', () => 'javascript:alert(1)'],
    ['another receiver', () => `https://pages.example/1?walletAddress=0x${'b0b'.padStart(40, '0')}`],
    ['another receiver in a fragment', () => `https://pages.example/1#to=0x${'b0b'.padStart(40, '0')}`],
  ])('T71: hand on no page with %s', async (_name, url) => {
    world.script.url = url
    const response = await world.send(postOnRampUrl, { body: await bodyOf() })
    expect(await codeOf(response)).toBe('ONRAMP_FAILED unavailable')
  })

  it('T71: hand on a page that names the receiver', async () => {
    world.script.url = ({ id, recipient }) =>
      `https://pages.example/${id}?walletAddress=${recipient.toLowerCase()}`
    const { url } = await world.ask(postOnRampUrl, { body: await bodyOf() })
    expect(url).toContain('walletAddress=0x')
  })

  it.each(['https://evil.example/', 'http://localhost@evil.example/', 'https://shop.example'])(
    'T126: lead back to no page but the project’s: %s',
    async redirectUrl => {
      const response = await world.send(postOnRampUrl, { body: await bodyOf({ redirectUrl }) })
      expect(await codeOf(response)).toBe('REQUEST_INVALID redirectUrl')
    },
  )

  it('take a quote on its own network and in its own project alone', async () => {
    const body = await bodyOf()
    const forged = `${body.quoteId.slice(0, -2)}AA`
    expect(await codeOf(await world.send(postOnRampUrl, { body: { ...body, quoteId: forged } }))).toBe(
      'QUOTE_ENDED',
    )
    const elsewhere = { ...body, defaultNetwork: 'eip155:1' }
    expect(await codeOf(await world.send(postOnRampUrl, { body: elsewhere }))).toBe(
      'REQUEST_INVALID defaultNetwork',
    )
    world.ahead = 200_000
    expect(await codeOf(await world.send(postOnRampUrl, { body }))).toBe('QUOTE_ENDED')
  })
})

describe('what becomes of an order', () => {
  async function order(recipient = world.stranger()) {
    const body = await bodyOf({ destinationWallets: [`${network}:${recipient}`] })
    return { ...(await world.ask(postOnRampUrl, { body })).order, recipient }
  }

  it('is confirmed by the receipt alone, with what it shows', async () => {
    const { id, recipient } = await order()
    world.script.status = () => ({ state: 'paid' })
    expect(await lookLater(id)).toMatchObject({ state: 'paid', amount: null, hash: null })
    // The provider says more than is true.
    world.script.status = () => ({ state: 'sent', amount: '98.5', hash: `0x${'1'.repeat(64)}` })
    expect(await lookLater(id)).toMatchObject({ state: 'sent', amount: '98.5' })
    const hash = await world.pay(recipient, 98_600_000n)
    world.script.status = () => ({ state: 'sent', amount: '98.5', hash })
    expect(await lookLater(id)).toMatchObject({ state: 'confirmed', amount: '98.6', hash })
    // And nothing that is said later changes that.
    world.script.status = () => ({ state: 'failed', reason: 'chargeback' })
    expect(await lookLater(id)).toMatchObject({ state: 'confirmed', reason: null })
  })

  it('is not confirmed by less, by another token, or by another receiver', async () => {
    const { id, recipient } = await order()
    const less = await world.pay(recipient, 98_499_999n)
    world.script.status = () => ({ state: 'sent', amount: '98.5', hash: less })
    expect((await lookLater(id)).state).toBe('sent')
    const elsewhere = await world.pay(world.stranger(), 98_500_000n)
    world.script.status = () => ({ state: 'sent', amount: '98.5', hash: elsewhere })
    expect((await lookLater(id)).state).toBe('sent')
  })

  it('is not what a provider says that sends to another receiver', async () => {
    const { id } = await order()
    world.script.status = () => ({ state: 'sent', recipient: world.stranger(), hash: `0x${'2'.repeat(64)}` })
    expect(await lookLater(id)).toMatchObject({ state: 'open', hash: null })
  })

  it('T73: takes each credit once', async () => {
    const recipient = world.stranger()
    const [first, second] = [await order(recipient), await order(recipient)]
    const hash = await world.pay(recipient, 98_500_000n)
    world.script.status = () => ({ state: 'sent', amount: '98.5', hash })
    const states = [(await lookLater(first.id)).state, (await lookLater(second.id)).state]
    expect(states).toEqual(['confirmed', 'sent'])
  })

  it('is lost sight of after its time, and a late success is still found, also by another process', async () => {
    const { id, recipient } = await order()
    world.ahead = 3_700_000
    expect((await lookLater(id)).state).toBe('lost_sight')
    world.app.restart()
    const hash = await world.pay(recipient, 98_500_000n)
    world.script.status = () => ({ state: 'sent', amount: '98.5', hash })
    expect((await lookLater(id)).state).toBe('confirmed')
  })

  it('is found by rounds of another process, though no page asks', async () => {
    const { id, recipient } = await order()
    const hash = await world.pay(recipient, 98_500_000n)
    world.script.status = () => ({ state: 'sent', amount: '98.5', hash })
    const stateOf = async () =>
      (
        await world.app.store.db
          .selectFrom('money_orders')
          .select(['state', 'next_at'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).state
    // It is not due yet.
    await world.sweep()
    expect(await stateOf()).toBe('open')
    world.app.restart()
    world.ahead = 6_000
    await world.sweep()
    await vi.waitUntil(async () => (await stateOf()) === 'confirmed')
  })

  it('asks the provider at most once in five seconds', async () => {
    const { id } = await order()
    let count = 0
    world.script.status = () => {
      count++
      return { state: 'open' }
    }
    world.ahead = 6_000
    for (let nth = 0; nth < 5; nth++) await world.ask(getOnRampOrder, { params: { order: id } })
    expect(count).toBe(1)
  })

  it('is not told to another project', async () => {
    const { id } = await order()
    await world.app.addProject('shop', [page])
    const response = await world.send(getOnRampOrder, { params: { order: id }, query: { projectId: 'shop' } })
    expect(response.status).toBe(404)
  })

  it('keeps what is known while the provider is out', async () => {
    const { id } = await order()
    world.script.status = () => ({ state: 'paid' })
    await lookLater(id)
    world.script.status = () => Promise.reject(new Error('out'))
    expect((await lookLater(id)).state).toBe('paid')
  })
})

describe('webhooks', () => {
  const hook = (event: object, signature = 'good', provider = 'scripted') =>
    world.app.request(`/v1/onramp/webhooks/${provider}`, {
      method: 'POST',
      headers: { signature },
      body: JSON.stringify(event),
    })

  it('T127: wake the provider’s answer, and are no word of their own', async () => {
    const { order } = await world.ask(postOnRampUrl, { body: await bodyOf() })
    const looked = Promise.withResolvers<void>()
    world.script.status = () => {
      looked.resolve()
      return { state: 'open' }
    }
    expect((await hook({ id: randomUUID(), order: order.id, state: 'confirmed' })).status).toBe(200)
    await looked.promise
    expect((await lookLater(order.id)).state).toBe('open')
  })

  it('T127: are taken once', async () => {
    const { order } = await world.ask(postOnRampUrl, { body: await bodyOf() })
    const event = { id: randomUUID(), order: order.id }
    const first = Promise.withResolvers<void>()
    world.script.status = () => {
      first.resolve()
      return { state: 'open' }
    }
    await hook(event)
    await first.promise
    const at = await world.app.store.db
      .selectFrom('money_orders')
      .select('asked_at')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect((await hook(event)).status).toBe(200)
    const again = await world.app.store.db
      .selectFrom('money_orders')
      .select('asked_at')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(again).toEqual(at)
  })

  it('T127: are refused with a wrong signature, and for a provider that has none', async () => {
    expect((await hook({ id: '1' }, 'bad')).status).toBe(401)
    expect((await hook({ id: '1' }, 'good', 'silent')).status).toBe(404)
    expect((await hook({ id: '1' }, 'good', 'nobody')).status).toBe(404)
  })
})
