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
import type { NewRampOrder, OnRampProvider, RampAsk } from '../onRampProvider.ts'
import { moonPayAnswers, moonPayTransaction, moonPayUsdc, startMoonPay } from './fakeMoonPay.fixture.ts'
import { makeMoonPay } from './makeMoonPay.ts'

const asset: CaipAsset = `eip155:8453/erc20:${moonPayUsdc}`
const recipient = `0x${'b0'.repeat(20)}`
const time = 1_700_000_000_000
const { signal } = new AbortController()
const quotePath = '/v3/currencies/usdc_base/buy_quote'
const statusPath = '/v1/transactions/ext/order-1'

let vendor: FakeVendor
let moonpay: OnRampProvider
async function start(
  changes: Record<string, (request: VendorRequest) => VendorAnswer> = {},
  { timeout = 5_000, key = 'pk_test_canary' } = {},
) {
  vendor = await startMoonPay(changes)
  const { onRamp } = parseEnvironment({
    ONRAMP_MOONPAY_KEY: key,
    ONRAMP_MOONPAY_SECRET: 'sk_canary',
    ONRAMP_MOONPAY_URL: vendor.url,
    ONRAMP_MOONPAY_WEBHOOK_SECRET: 'wk_canary',
    ONRAMP_TIMEOUT_MS: String(Math.min(timeout, 30_000)),
  })
  const made = makeMoonPay({
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
  moonpay = made
}
afterEach(() => vendor.close())

const asked: RampAsk = {
  asset,
  paid: { currency: 'EUR', amount: '100' },
  country: 'DE',
  method: 'sepa',
  recipient,
}
const quote = (ask: Partial<RampAsk> = {}) => moonpay.ramp?.quote({ ...asked, ...ask }, signal)
const order: NewRampOrder = {
  id: 'order-1',
  customer: 'customer-1',
  asset,
  recipient,
  country: 'DE',
  redirectUrl: 'https://shop.example/back?a=1&b=2',
  clientIp: undefined,
  paid: asked.paid,
  method: 'sepa',
  service: undefined,
  tag: 'usdc_base',
}

describe('options', () => {
  it('are those of networks of ours that are sold in the country', async () => {
    await start()
    const options = await moonpay.ramp?.options({ country: 'DE' }, signal)
    expect(options?.countries).toEqual(['DE', 'CA', 'US'])
    expect(options?.purchase.map(each => [each.asset, each.symbol, each.network])).toEqual([
      [asset, 'USDC', 'base'],
      ['eip155:8453/slip44:60', 'ETH', 'base'],
    ])
    expect(options?.payment).toMatchObject([
      { currency: 'EUR', methods: expect.arrayContaining([{ id: 'sepa', min: '20', max: '10000.5' }]) },
    ])
    expect(vendor.requests.every(({ query }) => query.apiKey === 'pk_test_canary')).toBe(true)
  })

  it.each(['CU', 'US-VI', 'US-NY', 'CA', 'XX'])('sell nothing in %s', async country => {
    await start()
    expect((await moonpay.ramp?.options({ country }, signal))?.purchase).toEqual([])
  })
})

describe('quotes', () => {
  it('are asked with the code of the network, with fees included', async () => {
    await start()
    expect((await quote())?.quotes).toMatchObject([
      {
        serviceName: 'MoonPay',
        method: 'sepa',
        total: { currency: 'EUR', amount: '100' },
        subtotal: '95.51',
        amount: '101.25',
        networkFee: '0.5',
        providerFee: '3.99',
        firm: false,
        tag: 'usdc_base',
      },
    ])
    expect(vendor.requests.find(({ path }) => path === quotePath)?.query).toEqual({
      apiKey: 'pk_test_canary',
      baseCurrencyCode: 'eur',
      baseCurrencyAmount: '100',
      areFeesIncluded: 'true',
      paymentMethod: 'sepa_bank_transfer',
      walletAddress: recipient,
    })
  })

  it('T74: have each amount as MoonPay wrote it', async () => {
    let written = ''
    await start({
      [quotePath]: () => response =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(moonPayAnswers.quote).replace('101.25', written)),
    })
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[1-9]\d{0,15}\.\d{0,15}[1-9]$/), async text => {
        written = text
        expect((await quote())?.quotes[0]?.amount).toBe(text)
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ['of the token on another network', { quoteCurrencyCode: 'usdc' }, 'asset'],
    ['in another currency', { baseCurrencyCode: 'usd' }, 'currency'],
    ['of a negative amount', { quoteCurrencyAmount: -1 }, 'unavailable'],
    ['without an amount', { quoteCurrencyAmount: null }, 'unavailable'],
  ])('are none %s', async (_name, change, reason) => {
    await start({ [quotePath]: () => ({ json: { ...moonPayAnswers.quote, ...change } }) })
    await expect(quote()).rejects.toMatchObject({ reason })
  })

  it.each([
    ['a token on another network', { asset: `eip155:1/erc20:${moonPayUsdc}` as CaipAsset }, 'network'],
    ['a state without it', { country: 'US-NY' }, 'network'],
    ['a country that is not served', { country: 'CU' }, 'country'],
    ['another currency', { paid: { currency: 'USD', amount: '100' } }, 'currency'],
  ])('are none for %s, and MoonPay is not asked for one', async (_name, change, reason) => {
    await start()
    await expect(quote(change)).rejects.toMatchObject({ reason })
    expect(vendor.requests.some(({ path }) => path === quotePath)).toBe(false)
  })

  it.each([
    ['19.99', 'too-small'],
    ['10000.51', 'too-large'],
    ['100', 'method'],
  ])('of a refusal of %s say why', async (amount, reason) => {
    await start({
      [quotePath]: () => ({
        status: 400,
        json: { type: 'BadRequestError', message: 'Payment method is not available' },
      }),
    })
    await expect(quote({ paid: { currency: 'EUR', amount } })).rejects.toMatchObject({ reason })
  })

  it('F26: leave MoonPay alone after a 429', async () => {
    await start({ [quotePath]: () => ({ status: 429, json: {}, headers: { 'retry-after': '60' } }) })
    for (let tries = 0; tries < 2; tries++)
      await expect(quote()).rejects.toMatchObject({ reason: 'rate-limited' })
    expect(vendor.requests.filter(({ path }) => path === quotePath)).toHaveLength(1)
  })

  it.each(hostileAnswers)('F26: are none from %s', async (name, answer) => {
    await start({ [quotePath]: () => answer }, { timeout: patienceFor(name) })
    await expect(quote()).rejects.toMatchObject({ reason: 'unavailable' })
  })
})

describe('pages', () => {
  it.each([
    ['pk_test_canary', 'https://buy-sandbox.moonpay.com'],
    ['pk_live_canary', 'https://buy.moonpay.com'],
  ])('T71: are signed here for one receiver, with the key %s at %s', async (key, origin) => {
    await start({}, { key })
    const { url = '' } = (await moonpay.ramp?.open(order, signal)) ?? {}
    const { searchParams, origin: opened, host } = new URL(url)
    expect(opened).toBe(origin)
    expect(moonpay.hosts).toEqual([host])
    const { signature, ...parameters } = Object.fromEntries(searchParams)
    expect(parameters).toEqual({
      apiKey: key,
      currencyCode: 'usdc_base',
      walletAddress: recipient,
      baseCurrencyCode: 'eur',
      baseCurrencyAmount: '100',
      paymentMethod: 'sepa_bank_transfer',
      externalCustomerId: 'customer-1',
      externalTransactionId: 'order-1',
      redirectURL: 'https://shop.example/back?a=1&b=2',
    })
    const [unsigned = ''] = url.split('&signature=')
    const { search } = new URL(unsigned)
    expect(signature).toBe(createHmac('sha256', 'sk_canary').update(search).digest('base64'))
    expect(url).not.toContain('sk_canary')
  })

  it('T71: are none where the code of the token has changed', async () => {
    await start()
    await expect(moonpay.ramp?.open({ ...order, tag: 'usdc' }, signal)).rejects.toMatchObject({
      reason: 'network',
    })
  })
})

describe('status', () => {
  const status = () =>
    moonpay.status(
      { id: 'order-1', reference: undefined, kind: 'onramp', customer: 'c', createdAt: time },
      signal,
    )

  it.each([
    [{}, { state: 'sent', amount: '101.25', recipient, hash: '0x6751c8fc' }],
    [
      { status: 'waitingPayment', cryptoTransactionId: null },
      { state: 'open', hash: undefined },
    ],
    [{ status: 'waitingAuthorization' }, { state: 'open' }],
    [{ status: 'pending' }, { state: 'paid' }],
    [
      { status: 'failed', failureReason: 'rejected_card' },
      { state: 'failed', reason: 'rejected_card' },
    ],
    [{ status: 'failed', failureReason: 'refund' }, { state: 'refunded' }],
    [{ status: 'something' }, { state: 'unknown' }],
    [{ externalTransactionId: 'order-2' }, { state: 'unknown' }],
  ])('of %j, as a list and alone', async (change, expected) => {
    let isList = true
    await start({
      [statusPath]: () => ({
        json: isList ? [moonPayTransaction(change)] : moonPayTransaction(change),
      }),
    })
    expect(await status()).toMatchObject(expected)
    isList = false
    expect(await status()).toMatchObject(expected)
  })

  it('T73: is what was sent, whatever was tried beside it', async () => {
    const failed = moonPayTransaction({ status: 'failed' })
    const pending = moonPayTransaction({ status: 'pending' })
    let json = [failed, moonPayTransaction(), pending]
    await start({ [statusPath]: () => ({ json }) })
    expect(await status()).toMatchObject({ state: 'sent' })
    json = [failed, pending]
    expect(await status()).toMatchObject({ state: 'paid' })
  })

  it('is unknown before the page was paid on', async () => {
    await start({ [statusPath]: () => ({ status: 404, json: { type: 'NotFoundError' } }) })
    expect(await status()).toEqual({ state: 'unknown' })
  })

  it.each(hostileAnswers)('F26: is none from %s', async (name, answer) => {
    await start({ [statusPath]: () => answer }, { timeout: patienceFor(name) })
    await expect(status()).rejects.toMatchObject({ reason: 'unavailable' })
  })
})

describe('webhooks', () => {
  const body = JSON.stringify({
    type: 'transaction_updated',
    data: moonPayTransaction(),
    externalCustomerId: 'customer-1',
  })
  const now = String(time / 1_000)
  const hmac = (text: string, key = 'wk_canary') => createHmac('sha256', key).update(text).digest('hex')
  const send = (signature: string | undefined, text = body) =>
    moonpay.webhook?.({
      body: Buffer.from(text),
      headers: new Headers(signature === undefined ? {} : { 'moonpay-signature-v2': signature }),
      url: 'https://api.example/v1/onramp/webhooks/moonpay',
    })

  it('T127: are taken signed, and the same one has the same id', async () => {
    await start()
    const good = send(`t=${now},s=${hmac(`${now}.${body}`)}`)
    expect(good).toMatchObject([{ order: 'order-1' }])
    expect(send(`t=${now},s=${hmac(`${now}.${body}`)}`)).toEqual(good)
  })

  it.each([
    ['no signature', undefined, body],
    ['another body', `t=${now},s=${hmac(`${now}.${body}`)}`, `${body} `],
    ['an old time', `t=1699990000,s=${hmac(`1699990000.${body}`)}`, body],
    ['another time', `t=1700000001,s=${hmac(`${now}.${body}`)}`, body],
    ['another secret', `t=${now},s=${hmac(`${now}.${body}`, 'sk_canary')}`, body],
    ['no signature behind its name', `t=${now},s=`, body],
  ])('T127: are refused with %s', async (_name, signature, text) => {
    await start()
    expect(send(signature, text)).toBeUndefined()
  })

  it('of other products wake nothing', async () => {
    await start()
    const other = '{"type":"identity_check_updated","data":{}}'
    expect(send(`t=${now},s=${hmac(`${now}.${other}`)}`, other)).toEqual([])
  })
})
