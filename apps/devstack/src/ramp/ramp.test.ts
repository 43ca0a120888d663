import { erc20Abi, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { devContracts } from '../contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../contracts/createChainClient.ts'
import { startRampWorld } from './rampWorld.fixture.ts'
import type { MeldQuoteAnswer, MeldTransaction } from './wire/rampWire.ts'

let world: Awaited<ReturnType<typeof startRampWorld>>
let client: ChainClient
beforeAll(async () => {
  world = await startRampWorld()
  client = createChainClient(world.chain)
})
afterAll(() => world.stop())

const stranger = () => privateKeyToAddress(generatePrivateKey())
const usdcOf = (owner: `0x${string}`) =>
  client.readContract({
    address: devContracts.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })
const card = {
  ok: '4242 4242 4242 4242',
  declined: '4000000000000002',
  secure: '4000 0027 6000 3184',
  identity: '4000-0000-0000-5126',
  refunded: '4000 0000 0000 7726',
  expired: '4000 0000 0000 0069',
}
const heardOf = (transaction: Pick<MeldTransaction, 'id'>) =>
  world.heard.filter(({ event }) => event.payload.paymentTransactionId === transaction.id)

describe('quotes', () => {
  const asked = {
    countryCode: 'US',
    sourceCurrencyCode: 'USD',
    sourceAmount: '100',
    destinationCurrencyCode: 'USDC_ALDER',
    paymentMethodType: 'CREDIT_DEBIT_CARD',
  }
  const quote = async (change: object) => {
    const answer = await world.call('/payments/crypto/quote', { ...asked, ...change })
    return { status: answer.status, body: (await answer.json()) as MeldQuoteAnswer }
  }

  test('come from three services, and their sums hold', async () => {
    const { status, body } = await quote({})
    expect(status).toBe(200)
    expect(body.quotes.map(each => each.serviceProvider)).toEqual(['BROOK', 'GLACIER', 'THISTLE'])
    for (const each of body.quotes) {
      const cents = (value: number) => Math.round(value * 100)
      expect(cents(each.sourceAmountWithoutFees) + cents(each.totalFee)).toBe(cents(each.sourceAmount))
      expect(cents(each.networkFee) + cents(each.transactionFee)).toBe(cents(each.totalFee))
      // A dollar is a dollar here.
      expect(each.destinationAmount).toBe(each.sourceAmountWithoutFees)
    }
  })

  test.each([
    ['a failing service alone', { serviceProviders: ['THISTLE'], sourceAmount: '100.13' }, 500, undefined],
    ['a failing service among others', { sourceAmount: 100.13 }, 200, ['BROOK', 'GLACIER']],
    ['less than a limit', { sourceAmount: '10' }, 200, ['BROOK', 'THISTLE']],
    ['less than each limit', { sourceAmount: '1' }, 200, []],
    [
      'a country that one serves not',
      { countryCode: 'GB', sourceCurrencyCode: 'GBP' },
      200,
      ['BROOK', 'GLACIER'],
    ],
    ['a part of a country that one serves not', { subdivision: 'NY' }, 200, ['BROOK', 'THISTLE']],
    ['an unknown country', { countryCode: 'AQ' }, 200, []],
    ['a network that is not sold', { destinationCurrencyCode: 'USDC_CEDAR' }, 400, undefined],
    ['a word for an amount', { sourceAmount: '1e3' }, 400, undefined],
    ['nothing', { sourceAmount: '0' }, 400, undefined],
    ['a third of a cent', { sourceAmount: '10.003' }, 400, undefined],
    ['another currency', { sourceCurrencyCode: 'XXX' }, 400, undefined],
  ])('%s', async (_, change, status, services) => {
    const answer = await quote(change)
    expect(answer.status).toBe(status)
    expect(answer.body.quotes?.map(each => each.serviceProvider)).toEqual(services)
    if (services?.length === 0) expect(answer.body.error).toBe('INCOMPATIBLE_REQUEST')
  })

  test('need the key', async () => {
    const answer = await world.call('/payments/crypto/quote', asked, 'another-key')
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

test.each([
  ['/service-providers?categories=CRYPTO_TRANSFER', ['SANDBOX_EXCHANGE'], 'serviceProvider'],
  ['/service-providers/properties/countries?serviceProviders=THISTLE', ['US', 'DE'], 'countryCode'],
  ['/service-providers/properties/fiat-currencies?countries=FR', ['EUR'], 'currencyCode'],
  [
    '/service-providers/properties/crypto-currencies?countries=US',
    ['USDC_ALDER', 'ETH_ALDER', 'DAI_ALDER', 'WETH_ALDER'],
    'currencyCode',
  ],
  [
    '/service-providers/properties/payment-methods?fiatCurrencies=BRL',
    ['CREDIT_DEBIT_CARD', 'PIX'],
    'paymentMethod',
  ],
  ['/service-providers/limits/fiat-currency-purchases?fiatCurrencies=USD', ['USD'], 'currencyCode'],
])('%s lists what there is', async (path, expected, key) => {
  const listed = (await (await world.call(path)).json()) as Record<string, unknown>[]
  expect(listed.map(each => each[key])).toEqual(expected)
})

test('limits are those of the way to pay and the service that are asked for', async () => {
  const path =
    '/service-providers/limits/fiat-currency-purchases?fiatCurrencies=USD&paymentMethodTypes=CREDIT_DEBIT_CARD'
  const [all] = (await (await world.call(path)).json()) as unknown[]
  expect(all).toMatchObject({ minimumAmount: 5, maximumAmount: 7_500 })
  const [one] = (await (await world.call(`${path}&serviceProviders=THISTLE`)).json()) as unknown[]
  expect(one).toMatchObject({ minimumAmount: 10, maximumAmount: 2_000 })
})

test('a paid order is sent once, and the transaction says what arrived', async () => {
  const address = stranger()
  const session = await world.open(
    { walletAddress: address },
    { externalSessionId: 'order-1', externalCustomerId: 'visitor-1' },
  )
  expect(await world.transactionOf(session.id)).toBeUndefined()
  const visitor = await world.visit(session.widgetUrl)
  expect(await visitor.read()).toContain('Pay 100 USD')
  expect(await world.until(session.id, 'PENDING_CREATED')).toMatchObject({
    externalSessionId: 'order-1',
    cryptoDetails: { blockchainTransactionId: null },
  })
  expect(await visitor.send('card', { card: card.ok })).toContain('Sending')
  const done = await world.until(session.id, 'SETTLED')
  const { blockchainTransactionId: hash, destinationWalletAddress } = done.cryptoDetails
  expect(destinationWalletAddress).toBe(address)
  const receipt = await client.getTransactionReceipt({ hash: hash as `0x${string}` })
  expect(receipt.status).toBe('success')
  expect(await usdcOf(address)).toBe(parseUnits(String(done.destinationAmount), 6))
  expect(await visitor.read()).toContain(hash)
  // The same by its own id, and by ours.
  const [byId, found] = await Promise.all(
    [`/payments/transactions/${done.id}`, '/payments/transactions?externalSessionIds=order-1'].map(
      async path => (await world.call(path)).json(),
    ),
  )
  expect(byId).toEqual({ transaction: done })
  expect(found).toEqual({ transactions: [done], count: 1 })
})

test('T71: a link has the receiver in it, cannot be changed, and opens once', async () => {
  const address = stranger()
  const { widgetUrl } = await world.open({ walletAddress: address })
  expect(new URL(widgetUrl).searchParams.get('walletAddress')).toBe(address)
  const changed = new URL(widgetUrl)
  changed.searchParams.set('walletAddress', stranger())
  await expect(world.visit(changed.href)).rejects.toThrow('This link is broken.')
  await world.visit(widgetUrl)
  await expect(world.visit(widgetUrl)).rejects.toThrow('This link was opened before.')
})

test('pages are bare of scripts, cannot be framed, and are closed to other pages and visitors', async () => {
  const { id, widgetUrl } = await world.open()
  const opened = await fetch(widgetUrl)
  // The cookie was not carried along.
  expect(opened.status).toBe(403)
  expect(opened.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(await opened.text()).not.toMatch(/<script|style=/)
  const forged = await fetch(`${world.ramp.now.url}/orders/${id}/cancel`, {
    method: 'POST',
    headers: { origin: 'http://localhost:4400' },
    body: '',
  })
  expect(forged.status).toBe(403)
})

test.each([
  ['declined', 'DECLINED', 'The card was declined.'],
  ['expired', 'AUTHORIZATION_EXPIRED', 'It was not paid in time.'],
  ['refunded', 'REFUNDED', 'The payment was returned to the card.'],
] as const)('the card %s ends the order, and nothing is sent', async (name, status, reason) => {
  const session = await world.open()
  const visitor = await world.visit(session.widgetUrl)
  expect(await visitor.send('card', { card: card[name] })).toContain(reason)
  const { transaction } = (await (
    await world.call(`/payments/transactions/sessions/${session.id}`)
  ).json()) as { transaction: MeldTransaction }
  expect(transaction).toMatchObject({
    status,
    statusReason: reason,
    cryptoDetails: { blockchainTransactionId: null },
  })
  // An end is an end.
  expect(await visitor.send('card', { card: card.ok })).toContain(reason)
  const told = await vi.waitUntil(() =>
    heardOf(transaction).find(({ event }) => event.eventType.endsWith('FAILED')),
  )
  expect(told).toMatchObject({ verdict: 'good', event: { payload: { paymentTransactionStatus: status } } })
})

test.each([
  ['secure', 'Confirm with your bank', 'confirm'],
  ['identity', 'Verify who you are', 'identify'],
] as const)('the card %s asks for a step more', async (name, title, form) => {
  const session = await world.open({ walletAddress: stranger() })
  const visitor = await world.visit(session.widgetUrl)
  expect(await visitor.send('card', { card: card[name] })).toContain(title)
  // The step cannot be passed by another form.
  expect(await visitor.send('card', { card: card.ok })).toContain(title)
  expect(await visitor.send(form === 'confirm' ? 'identify' : 'confirm')).toContain(title)
  expect(await world.transactionOf(session.id)).toMatchObject({ status: 'PENDING_CREATED' })
  await visitor.send(form)
  await world.until(session.id, 'SETTLED')
})

test('an unknown card is said to be one, and the visitor can cancel', async () => {
  const session = await world.open({}, { externalSessionId: 'order-cancelled' })
  const visitor = await world.visit(session.widgetUrl)
  expect(await visitor.send('card', { card: '5555 5555 5555 4444' })).toContain(
    'No test card has this number.',
  )
  expect(await visitor.send('cancel')).toContain('Cancelled')
  expect(await world.transactionOf(session.id)).toMatchObject({ status: 'CANCELLED' })
})

test.each([
  ['an id twice', {}, { externalSessionId: 'order-1' }, 'externalSessionId is used already'],
  ['an id with blanks', {}, { externalSessionId: 'order 1' }, 'externalSessionId is no id'],
  ['another kind', {}, { sessionType: 'SELL' as never }, 'sessionType is not supported'],
  ['no address', { walletAddress: '0x1' }, {}, 'walletAddress is no address of this chain'],
  [
    'a script to return to',
    { redirectUrl: 'javascript:alert(1)' },
    {},
    'redirectUrl is no address of a page',
  ],
  ['a service that is none', { serviceProvider: 'NONE' }, {}, 'serviceProvider is not supported'],
  ['an amount beyond the limits', { sourceAmount: 1_000_000 }, {}, 'Amount is outside of the limits'],
  ['a country that is not served', { countryCode: 'AQ' }, {}, 'Country is not supported'],
  ['a way that is not taken', { paymentMethodType: 'PIX' }, {}, 'Payment method is not supported'],
  ['a transfer by a service that sells', {}, { sessionType: 'TRANSFER' as const }, 'serviceProvider is not'],
])('a session with %s is refused', async (name, data, more, message) => {
  // The first one is taken by the order above, when it runs alone too.
  if (name === 'an id twice') await world.open(data, more).catch(() => undefined)
  await expect(world.open(data, more)).rejects.toThrow(message)
})

test('the webhook gets events again, late, out of order, forged and old, and until it takes them', async () => {
  const session = await world.open({ walletAddress: stranger() })
  world.answers.set(session.id, [500, 503])
  await (await world.visit(session.widgetUrl)).send('card', { card: card.ok })
  const transaction = await world.until(session.id, 'SETTLED')
  const deliveries = await vi.waitUntil(
    async () => {
      const all = (await (await world.call(`/sandbox/deliveries/${session.id}`)).json()) as {
        status: number
        flaw: string | null
        tries: number
        doneAt: number | null
      }[]
      return all.length === 7 && all.every(({ doneAt }) => doneAt !== null) ? all : false
    },
    { timeout: 30_000, interval: 50 },
  )
  for (const { status, flaw } of deliveries) expect(status).toBe(flaw === null ? 200 : 401)
  expect(Math.max(...deliveries.map(({ tries }) => tries))).toBeGreaterThan(1)
  const heard = heardOf(transaction)
  expect(heard.filter(({ status }) => status >= 500)).toHaveLength(2)
  const words = heard.filter(({ status }) => status === 200).map(({ event }) => event.eventType)
  expect(words.filter(word => word === 'TRANSACTION_CRYPTO_COMPLETE')).toHaveLength(2)
  expect(words.filter(word => word === 'TRANSACTION_CRYPTO_TRANSFERRING')).toHaveLength(1)
  expect(words.filter(word => word === 'TRANSACTION_CRYPTO_PENDING')).toHaveLength(2)
  expect(heard.filter(({ verdict }) => verdict === 'forged').map(({ event }) => event.eventType)).toEqual([
    'TRANSACTION_CRYPTO_FAILED',
  ])
  expect(heard.filter(({ verdict }) => verdict === 'old')).toHaveLength(1)
  // Whatever comes twice has one id.
  expect(new Set(heard.map(({ event }) => event.eventId)).size).toBe(4)
})

describe('the exchange', () => {
  const withdraw = (data: Parameters<typeof world.open>[0] = {}) =>
    world.open(
      {
        serviceProvider: 'SANDBOX_EXCHANGE',
        sourceAmount: '19.99',
        sourceCurrencyCode: 'USDC_ALDER',
        ...data,
      },
      { sessionType: 'TRANSFER' },
    )

  test('sends exactly the amount, and takes it with the fee from the balance', async () => {
    const address = stranger()
    const session = await withdraw({ walletAddress: address })
    const visitor = await world.visit(session.widgetUrl)
    const review = await visitor.send('login', { email: 'ann@mail.example' })
    expect(review).toContain('20.49 USDC')
    expect(review).toContain('5000')
    expect(await visitor.send('review')).toContain('Enter your code')
    expect(await visitor.send('withdraw', { code: '000000' })).toContain('This code is wrong.')
    await visitor.send('withdraw', { code: '123456' })
    expect(await world.until(session.id, 'SETTLED')).toMatchObject({
      transactionType: 'CRYPTO_TRANSFER',
      destinationAmount: 19.99,
    })
    expect(await usdcOf(address)).toBe(parseUnits('19.99', 6))
    const again = await world.visit((await withdraw()).widgetUrl)
    expect(await again.send('login', { email: 'ANN@mail.example ' })).toContain('4979.51')
  })

  test('sends the native currency, and asks for an amount that is not given', async () => {
    const address = stranger()
    const session = await world.open(
      {
        serviceProvider: 'SANDBOX_EXCHANGE',
        walletAddress: address,
        sourceAmount: undefined as never,
        sourceCurrencyCode: 'ETH_ALDER',
        destinationCurrencyCode: 'ETH_ALDER',
      },
      { sessionType: 'TRANSFER' },
    )
    const visitor = await world.visit(session.widgetUrl)
    await visitor.send('login', { email: 'bob@mail.example' })
    expect(await visitor.send('review', { amount: 'much' })).toContain('This is no amount of ETH.')
    expect(await visitor.send('review', { amount: '0.25' })).toContain('0.25 ETH')
    await visitor.send('withdraw', { code: '123456' })
    await world.until(session.id, 'SETTLED')
    expect(await client.getBalance({ address })).toBe(parseEther('0.25'))
  })

  test.each([
    ['more than there is', '5000', ['123456'], 'The balance does not suffice.'],
    ['three wrong codes', '1', ['1', '2', '3'], 'The code was wrong three times.'],
  ])('refuses %s', async (_, sourceAmount, codes, reason) => {
    const session = await withdraw({ sourceAmount })
    const visitor = await world.visit(session.widgetUrl)
    await visitor.send('login', { email: 'carol@mail.example' })
    await visitor.send('review')
    for (const code of codes) await visitor.send('withdraw', { code })
    expect(await visitor.read()).toContain(reason)
    expect(await world.transactionOf(session.id)).toMatchObject({ status: 'FAILED', statusReason: reason })
  })

  test('returns what a contract does not take', async () => {
    const session = await withdraw({
      // This one takes no ether.
      walletAddress: devContracts.dai,
      sourceAmount: '0.5',
      sourceCurrencyCode: 'ETH_ALDER',
      destinationCurrencyCode: 'ETH_ALDER',
    })
    const visitor = await world.visit(session.widgetUrl)
    await visitor.send('login', { email: 'dan@mail.example' })
    await visitor.send('review')
    await visitor.send('withdraw', { code: '123456' })
    await world.until(session.id, 'REFUNDED')
    const again = await world.visit((await withdraw()).widgetUrl)
    expect(await again.send('login', { email: 'dan@mail.example' })).toMatch(/ETH<\/th><td>3<\/td>/)
  })

  test('is slower while its network is congested, and still sends', async () => {
    const session = await withdraw({ walletAddress: stranger() })
    const visitor = await world.visit(session.widgetUrl)
    await visitor.send('login', { email: 'eve@mail.example' })
    await visitor.send('review')
    await visitor.send('withdraw', { code: '123456', congested: 'yes' })
    expect(await world.transactionOf(session.id)).toMatchObject({ status: 'PENDING' })
    await world.until(session.id, 'SETTLED')
  })
})
