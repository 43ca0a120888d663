import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import type { CaipAsset } from 'latchkey/services'
import { afterEach, describe, expect, it } from 'vitest'
import { parseEnvironment } from '../../../parseEnvironment.ts'
import {
  type FakeVendor,
  hostileAnswers,
  patienceFor,
  type VendorAnswer,
  type VendorRequest,
} from '../../convert/providers/startVendor.fixture.ts'
import type { NewExchangeOrder, NewRampOrder, OnRampProvider, RampAsk } from '../onRampProvider.ts'
import {
  coinbaseAnswers,
  coinbaseId,
  coinbaseKey,
  coinbaseTransaction,
  coinbaseUsdc,
  startCoinbase,
} from './fakeCoinbase.fixture.ts'
import { makeCoinbase } from './makeCoinbase.ts'

const asset: CaipAsset = `eip155:8453/erc20:${coinbaseUsdc}`
const recipient = `0x${'b0'.repeat(20)}`
const secret = 'whsec'
const time = 1_700_000_000_000
const { signal } = new AbortController()
const quotePath = '/onramp/v1/buy/quote'
const userPath = '/onramp/v1/buy/user/order-1/transactions'

let vendor: FakeVendor
let coinbase: OnRampProvider
async function start(
  changes: Record<string, (request: VendorRequest) => VendorAnswer> = {},
  timeout = 5_000,
) {
  vendor = await startCoinbase(changes)
  const { onRamp } = parseEnvironment({
    ONRAMP_COINBASE_KEY_ID: 'canary-id',
    ONRAMP_COINBASE_KEY_SECRET: coinbaseKey(),
    ONRAMP_COINBASE_URL: vendor.url,
    ONRAMP_COINBASE_WEBHOOK_SECRET: secret,
    ONRAMP_TIMEOUT_MS: String(Math.min(timeout, 30_000)),
  })
  const made = makeCoinbase({
    settings: onRamp,
    assetOf: (network, contract) =>
      network !== 'eip155:8453'
        ? undefined
        : contract === null
          ? `${network}/slip44:60`
          : `${network}/erc20:${contract.toLowerCase()}`,
    clock: () => performance.now(),
    now: () => time,
  })
  if (made === undefined) throw new Error('No provider with a key')
  coinbase = made
}
afterEach(() => vendor.close())

const asked: RampAsk = {
  asset,
  paid: { currency: 'USD', amount: '100' },
  country: 'US-NY',
  method: 'card',
  recipient,
}
const quote = (ask: Partial<RampAsk> = {}) => coinbase.ramp?.quote({ ...asked, ...ask }, signal)
const order: NewRampOrder = {
  id: 'order-1',
  customer: 'customer-1',
  asset,
  recipient,
  country: 'US-NY',
  redirectUrl: 'https://shop.example/back',
  clientIp: '203.0.113.7',
  paid: asked.paid,
  method: 'card',
  service: undefined,
  tag: coinbaseAnswers.quote.quote_id,
}
const { paid: _paid, method: _method, service: _service, tag: _tag, ...common } = order
const transfer: NewExchangeOrder = { ...common, exchange: 'coinbase', amount: '12.5' }
const claims = ({ headers }: VendorRequest) =>
  JSON.parse(
    Buffer.from(String(headers.authorization).split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>

describe('options', () => {
  it('are those of networks of ours, without what is no purchase', async () => {
    await start()
    expect(await coinbase.ramp?.options({ country: 'US-NY' }, signal)).toMatchObject({
      countries: ['US'],
      purchase: [
        { asset, symbol: 'USDC', network: 'base', networkName: 'Base' },
        { asset: 'eip155:8453/slip44:60', symbol: 'ETH' },
      ],
      payment: [
        {
          currency: 'USD',
          methods: [
            { id: 'card', min: '2', max: '7500' },
            { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
          ],
        },
      ],
    })
    expect(vendor.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/onramp/v1/buy/config', {}],
      ['/onramp/v1/buy/options', { country: 'US', subdivision: 'NY' }],
    ])
  })

  it('are empty where Coinbase does not serve, or no country was said', async () => {
    await start()
    for (const country of ['DE', undefined])
      expect(await coinbase.ramp?.options({ country }, signal)).toMatchObject({ purchase: [], payment: [] })
    expect(vendor.requests.map(({ path }) => path)).toEqual(['/onramp/v1/buy/config'])
  })

  it('are read from the guide’s older form as well', async () => {
    const [currency] = coinbaseAnswers.options.payment_currencies
    const older = {
      ...coinbaseAnswers.options,
      payment_currencies: [{ id: 'USD', payment_method_limits: currency.limits }],
    }
    await start({ '/onramp/v1/buy/options': () => ({ json: { data: older } }) })
    const options = await coinbase.ramp?.options({ country: 'US' }, signal)
    expect(options?.payment[0]?.methods.map(({ id }) => id)).toEqual(['card', 'ach_bank_account'])
  })
})

describe('quotes', () => {
  it('name the network, and each request has a token for itself alone', async () => {
    await start()
    expect((await quote())?.quotes).toEqual([
      {
        service: undefined,
        serviceName: 'Coinbase',
        method: 'card',
        total: { currency: 'USD', amount: '100.00' },
        subtotal: '97.11',
        amount: '97.105',
        networkFee: '0.39',
        providerFee: '2.5',
        takes: null,
        firm: false,
        lowKyc: null,
        expiresAt: undefined,
        tag: coinbaseAnswers.quote.quote_id,
      },
    ])
    const request = vendor.requests.find(({ path }) => path === quotePath)
    expect(JSON.parse(request?.body ?? '')).toEqual({
      country: 'US',
      subdivision: 'NY',
      paymentCurrency: 'USD',
      paymentAmount: '100',
      paymentMethod: 'CARD',
      purchaseCurrency: coinbaseId,
      purchaseNetwork: 'base',
    })
    const { host } = new URL(vendor.url)
    expect(vendor.requests.map(each => claims(each).uris)).toEqual([
      [`GET ${host}/onramp/v1/buy/options`],
      [`POST ${host}${quotePath}`],
    ])
  })

  it('are asked for each way to pay that takes the amount', async () => {
    await start()
    expect((await quote({ method: undefined }))?.quotes.map(({ method }) => method)).toEqual([
      'card',
      'ach_bank_account',
    ])
    expect(
      (await quote({ method: undefined, paid: { currency: 'USD', amount: '8000' } }))?.quotes.length,
    ).toBe(1)
  })

  it('T74: have each amount as Coinbase wrote it, as a text or as a number', async () => {
    let written = ''
    await start({
      [quotePath]: () => response =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(coinbaseAnswers.quote).replace('"97.105"', written)),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[1-9]\d{0,15}\.\d{0,15}[1-9]$/),
        fc.boolean(),
        async (text, isText) => {
          written = isText ? `"${text}"` : text
          expect((await quote())?.quotes[0]?.amount).toBe(text)
        },
      ),
      { numRuns: 25 },
    )
  })

  it.each([
    ['in US dollars for another currency', { payment_total: { value: '100', currency: 'EUR' } }, 'currency'],
    ['of another token', { purchase_amount: { value: '1', currency: 'USDT' } }, 'asset'],
    ['of a negative amount', { purchase_amount: { value: '-1', currency: 'USDC' } }, 'unavailable'],
    ['of no number', { payment_total: { value: '1e9', currency: 'USD' } }, 'unavailable'],
  ])('are none %s', async (_name, change, reason) => {
    await start({ [quotePath]: () => ({ json: { ...coinbaseAnswers.quote, ...change } }) })
    await expect(quote()).rejects.toMatchObject({ reason })
  })

  it.each([
    ['a token on another network', { asset: `eip155:1/erc20:${coinbaseUsdc}` as CaipAsset }, 'network'],
    ['no country', { country: undefined }, 'country'],
    ['another currency', { paid: { currency: 'EUR', amount: '100' } }, 'currency'],
    ['a way to pay that is not there', { method: 'sepa' }, 'method'],
    ['too little', { paid: { currency: 'USD', amount: '1.99' } }, 'too-small'],
    ['too much', { paid: { currency: 'USD', amount: '7500.01' } }, 'too-large'],
  ])('are none for %s, and Coinbase is not asked for one', async (_name, change, reason) => {
    await start()
    await expect(quote(change)).rejects.toMatchObject({ reason })
    expect(vendor.requests.some(({ path }) => path === quotePath)).toBe(false)
  })

  it('F26: leave Coinbase alone after a 429', async () => {
    await start({ [quotePath]: () => ({ status: 429, json: {}, headers: { 'retry-after': '60' } }) })
    for (let tries = 0; tries < 2; tries++)
      await expect(quote()).rejects.toMatchObject({ reason: 'rate-limited' })
    expect(vendor.requests.filter(({ path }) => path === quotePath)).toHaveLength(1)
  })

  it.each(hostileAnswers)('F26: are none from %s', async (name, answer) => {
    await start({ [quotePath]: () => answer }, patienceFor(name))
    await expect(quote()).rejects.toMatchObject({ reason: 'unavailable' })
  })
})

describe('pages', () => {
  it('T71: are Coinbase’s, for a session of one address, one network and one token', async () => {
    await start()
    const opened = await coinbase.ramp?.open(order, signal)
    const url = new URL(opened?.url ?? '')
    expect(url.origin + url.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(coinbase.hosts).toEqual([url.host])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      sessionToken: coinbaseAnswers.token.token,
      defaultNetwork: 'base',
      defaultAsset: coinbaseId,
      partnerUserRef: 'order-1',
      redirectUrl: 'https://shop.example/back',
      defaultPaymentMethod: 'CARD',
      presetFiatAmount: '100',
      fiatCurrency: 'USD',
      quoteId: coinbaseAnswers.quote.quote_id,
    })
    expect(opened?.urlEndsAt).toBe(time + 300_000)
    expect(JSON.parse(vendor.requests.at(-1)?.body ?? '')).toEqual({
      addresses: [{ address: recipient, blockchains: ['base'] }],
      assets: ['USDC'],
      clientIp: '203.0.113.7',
    })
  })

  it.each(['x&sessionToken=y', 'https://evil.example/', '', 'a b'])(
    'T71: are none for the token %j',
    async token => {
      await start({ '/onramp/v1/token': () => ({ json: { token } }) })
      await expect(coinbase.ramp?.open(order, signal)).rejects.toMatchObject({ reason: 'unavailable' })
    },
  )

  it.each([
    ['/buy', transfer, { presetCryptoAmount: '12.5' }],
    ['/buy/select-asset', { ...transfer, amount: undefined }, { defaultExperience: 'send' }],
  ])('of an exchange send what is there: %s', async (path, given, expected) => {
    await start()
    const url = new URL((await coinbase.exchange?.open(given, signal))?.url ?? '')
    expect(url.pathname).toBe(path)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      defaultPaymentMethod: 'CRYPTO_ACCOUNT',
      defaultNetwork: 'base',
      partnerUserRef: 'order-1',
      ...expected,
    })
  })
})

it('is an exchange for what it sends in a country', async () => {
  await start()
  expect(await coinbase.exchange?.exchanges({ asset, country: 'US' }, signal)).toMatchObject([
    { id: 'coinbase', minimum: null },
  ])
  const elsewhere: CaipAsset = `eip155:1/erc20:${coinbaseUsdc}`
  expect(await coinbase.exchange?.exchanges({ asset: elsewhere, country: 'US' }, signal)).toEqual([])
  expect(await coinbase.exchange?.exchanges({ asset, country: undefined }, signal)).toEqual([])
  expect(await coinbase.exchange?.assets({ country: 'US' }, signal)).toContain(asset)
})

describe('status', () => {
  const status = () =>
    coinbase.status(
      { id: 'order-1', reference: undefined, kind: 'onramp', customer: 'c', createdAt: time },
      signal,
    )

  it.each([
    [{}, { state: 'sent', amount: '5', recipient, hash: '0x31814ba2' }],
    [
      { status: 'ONRAMP_TRANSACTION_STATUS_CREATED', tx_hash: '' },
      { state: 'open', hash: undefined },
    ],
    [
      { status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', tx_hash: '0x' },
      { state: 'paid', hash: undefined },
    ],
    [
      { status: 'ONRAMP_TRANSACTION_STATUS_FAILED', failure_reason: 'FAILURE_REASON_BUY_FAILED' },
      { state: 'failed', reason: 'failure_reason_buy_failed' },
    ],
    [{ status: 'SOMETHING_NEW' }, { state: 'unknown' }],
    [{ partner_user_ref: 'order-2' }, { state: 'unknown' }],
  ])('of %j', async (change, expected) => {
    await start({ [userPath]: () => ({ json: { transactions: [coinbaseTransaction(change)] } }) })
    expect(await status()).toMatchObject(expected)
    expect(vendor.requests[0]?.query).toEqual({ page_size: '20' })
  })

  it('T73: is what was sent, whatever was tried after it', async () => {
    const failed = coinbaseTransaction({ status: 'ONRAMP_TRANSACTION_STATUS_FAILED' })
    await start({ [userPath]: () => ({ json: { transactions: [failed, coinbaseTransaction()] } }) })
    expect(await status()).toMatchObject({ state: 'sent' })
  })

  it('is unknown where there is no transaction', async () => {
    await start({ [userPath]: () => ({ json: { transactions: [], next_page_key: '', total_count: '0' } }) })
    expect(await status()).toEqual({ state: 'unknown' })
  })

  it.each(hostileAnswers)('F26: is none from %s', async (name, answer) => {
    await start({ [userPath]: () => answer }, patienceFor(name))
    await expect(status()).rejects.toMatchObject({ reason: 'unavailable' })
  })
})

describe('webhooks', () => {
  const body = JSON.stringify({
    eventType: 'onramp.transaction.success',
    partnerUserRef: 'order-1',
    transactionId: 'tx-1',
  })
  const now = String(time / 1_000)
  const names = 'content-type x-event-id'
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const v0 = hmac(`${now}.${body}`)
  const v1 = hmac(`${now}.${names}.application/json.event-1.${body}`)
  const send = (signature: string | undefined, change: { body?: string; event?: string } = {}) =>
    coinbase.webhook?.({
      body: Buffer.from(change.body ?? body),
      headers: new Headers({
        'content-type': 'application/json',
        'x-event-id': change.event ?? 'event-1',
        ...(signature !== undefined && { 'x-hook0-signature': signature }),
      }),
      url: 'https://api.example/v1/onramp/webhooks/coinbase',
    })

  it('T127: are taken with a signature of either kind, and the same one has the same id', async () => {
    await start()
    const both = `t=${now},v0=${v0},h=${names},v1=${v1}`
    expect(send(both)).toEqual([{ id: 'event-1', order: 'order-1' }])
    expect(send(`t=${now},v0=${v0}`)).toEqual(send(`t=${now},v0=${v0}`))
    expect(send(`t=${now},v0=${v0}`)?.[0]).toMatchObject({ order: 'order-1' })
  })

  it.each([
    ['no signature', undefined, {}],
    ['another body', `t=${now},v0=${v0}`, { body: `${body} ` }],
    ['a header changed under v1', `t=${now},v0=${v0},h=${names},v1=${v1}`, { event: 'event-2' }],
    ['a header that is not there', `t=${now},h=x-none,v1=${hmac(`${now}.x-none..${body}`)}`, {}],
    ['a v1 that is wrong beside a good v0', `t=${now},v0=${v0},h=${names},v1=${v0}`, {}],
    ['an old time', `t=1699990000,v0=${hmac(`1699990000.${body}`)}`, {}],
    ['no time', `v0=${hmac(`.${body}`)}`, {}],
    ['another secret', `t=${now},v0=${createHmac('sha256', 'x').update(`${now}.${body}`).digest('hex')}`, {}],
  ])('T127: are refused with %s', async (_name, signature, change) => {
    await start()
    expect(send(signature, change)).toBeUndefined()
  })

  it('of other products wake nothing', async () => {
    await start()
    const other = '{"eventType":"wallet.activity.detected"}'
    expect(send(`t=${now},v0=${hmac(`${now}.${other}`)}`, { body: other })).toEqual([])
  })
})

it('starts with no key that signs nothing, and does not repeat it', () => {
  const environment = { ONRAMP_COINBASE_KEY_ID: 'id', ONRAMP_COINBASE_KEY_SECRET: 'canary' }
  expect(() => parseEnvironment(environment)).toThrow(/ONRAMP_COINBASE_KEY_SECRET must be an Ed25519 key/)
  expect(() => parseEnvironment(environment)).not.toThrow(/canary/)
})
