import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import type { CaipAsset } from 'latchkey/services'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseEnvironment } from '../../../parseEnvironment.ts'
import {
  type FakeVendor,
  hostileAnswers,
  patienceFor,
  startVendor,
  type VendorAnswer,
  type VendorRequest,
} from '../../convert/providers/startVendor.fixture.ts'
import { OnRampFault, type OnRampProvider, type RampAsk } from '../onRampProvider.ts'
import { makeMeld } from './makeMeld.ts'

// Shapes as docs.meld.io has them; no server of Meld's was asked.
const usdc = `0x${'a0'.repeat(20)}`
const asset: CaipAsset = `eip155:8453/erc20:${usdc}`
const secret = 'whsec'
const recipient = `0x${'b0'.repeat(20)}`
const services = [
  { serviceProvider: 'TRANSAK', name: 'Transak', status: 'LIVE', categories: ['CRYPTO_ONRAMP'] },
  { serviceProvider: 'OLD', name: 'Old', status: 'BUILDING' },
  { serviceProvider: 'BANXA', status: 'LIVE' },
]
const cryptos = [
  { currencyCode: 'USDC', name: 'USD Coin', chainCode: 'ETH', chainId: '1', contractAddress: usdc },
  { currencyCode: 'USDC_BASE', name: 'USD Coin', chainCode: 'BASE', chainId: '8453', contractAddress: usdc },
  { currencyCode: 'BTC', name: 'Bitcoin', chainCode: 'BTC', chainId: null, contractAddress: null },
]
const quoteOf = (serviceProvider: string) => ({
  transactionType: 'CRYPTO_PURCHASE',
  serviceProvider,
  sourceAmount: 100.0,
  sourceAmountWithoutFees: 97.11,
  fiatAmountWithoutFees: null,
  totalFee: 2.89,
  networkFee: 0.89,
  transactionFee: 1.5,
  partnerFee: 0.5,
  sourceCurrencyCode: 'EUR',
  destinationAmount: 104.1,
  destinationCurrencyCode: 'USDC_BASE',
  paymentMethodType: 'CREDIT_DEBIT_CARD',
  customerScore: 80.5,
  lowKyc: null,
  aNewField: { of: ['Meld'] },
})
const transaction = {
  id: 'tx-1',
  externalSessionId: 'order-1',
  status: 'SETTLED',
  statusReason: null,
  destinationAmount: 104.1,
  cryptoDetails: { destinationWalletAddress: recipient, blockchainTransactionId: '0xabc' },
}
const answers: Record<string, (request: VendorRequest) => VendorAnswer> = {}
const lists: Record<string, unknown> = {
  '/service-providers': services,
  '/service-providers/properties/countries': [{ countryCode: 'DE' }],
  '/service-providers/properties/fiat-currencies': [{ currencyCode: 'EUR', name: 'Euro' }],
  '/service-providers/properties/crypto-currencies': cryptos,
  '/service-providers/properties/payment-methods': [
    { paymentMethod: 'CREDIT_DEBIT_CARD' },
    { paymentMethod: 'SEPA' },
  ],
  '/service-providers/limits/fiat-currency-purchases': [
    { currencyCode: 'EUR', defaultAmount: 100, minimumAmount: 20.5, maximumAmount: 7500.0 },
  ],
}

let vendor: FakeVendor
let meld: OnRampProvider
const time = 1_700_000_000_000
async function start(timeout = 5_000) {
  vendor = await startVendor(request => {
    const own = answers[request.path]
    if (own !== undefined) return own(request)
    const list = lists[request.path]
    return list === undefined ? { status: 404, json: { code: 'NOT_FOUND' } } : { json: list }
  })
  const { onRamp } = parseEnvironment({
    ONRAMP_MELD_KEY: 'canary',
    ONRAMP_MELD_URL: vendor.url,
    ONRAMP_MELD_WEBHOOK_SECRET: secret,
    ONRAMP_TIMEOUT_MS: String(Math.min(timeout, 30_000)),
  })
  const made = makeMeld({
    settings: onRamp,
    assetOf: (network, contract) =>
      network === 'eip155:8453' && contract !== null
        ? `${network}/erc20:${contract.toLowerCase()}`
        : undefined,
    clock: () => performance.now(),
    now: () => time,
  })
  if (made === undefined) throw new Error('No provider with a key')
  meld = made
}
beforeEach(() => {
  for (const path of Object.keys(answers)) delete answers[path]
  answers['/payments/crypto/quote'] = ({ body }) => {
    const { serviceProviders } = JSON.parse(body) as { serviceProviders: [string] }
    return { json: { quotes: [quoteOf(serviceProviders[0])], message: null, error: null } }
  }
})
afterEach(() => vendor.close())

const signal = new AbortController().signal
const asked: RampAsk = {
  asset,
  paid: { currency: 'EUR', amount: '100' },
  country: 'DE',
  method: undefined,
  recipient,
}
const quote = (ask: Partial<RampAsk> = {}) => meld.ramp?.quote({ ...asked, ...ask }, signal)

describe('options', () => {
  it('are those of networks of ours, with limits as they are written', async () => {
    await start()
    expect(await meld.ramp?.options({ country: 'DE' }, signal)).toEqual({
      countries: ['DE'],
      purchase: [{ asset, name: 'USD Coin', symbol: 'USDC', network: 'BASE', networkName: 'BASE' }],
      payment: [
        {
          currency: 'EUR',
          name: 'Euro',
          methods: [
            { id: 'card', min: '20.5', max: '7500' },
            { id: 'sepa', min: '20.5', max: '7500' },
          ],
        },
      ],
    })
    expect(vendor.requests.every(({ headers }) => headers.authorization === 'BASIC canary')).toBe(true)
  })
})

describe('quotes', () => {
  it('are asked of each live service by itself, with the code of the network', async () => {
    await start()
    const answer = await quote()
    expect(answer?.quotes.map(({ service, serviceName }) => [service, serviceName])).toEqual([
      ['TRANSAK', 'Transak'],
      ['BANXA', 'BANXA'],
    ])
    expect(answer?.quotes[0]).toMatchObject({
      method: 'card',
      total: { currency: 'EUR', amount: '100' },
      subtotal: '97.11',
      amount: '104.1',
      networkFee: '0.89',
      providerFee: '2',
      lowKyc: null,
      tag: 'USDC_BASE',
    })
    const bodies = vendor.requests
      .filter(({ path }) => path.endsWith('/quote'))
      .map(({ body }) => JSON.parse(body))
    expect(bodies[0]).toEqual({
      countryCode: 'DE',
      sourceCurrencyCode: 'EUR',
      sourceAmount: '100',
      destinationCurrencyCode: 'USDC_BASE',
      walletAddress: recipient,
      serviceProviders: ['TRANSAK'],
    })
  })

  it('T74: have each amount as Meld wrote it', async () => {
    await start()
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[1-9]\d{0,15}\.\d{0,15}[1-9]$/), async written => {
        answers['/payments/crypto/quote'] = () => response => {
          const text = JSON.stringify({ quotes: [quoteOf('TRANSAK')] }).replace('104.1', written)
          response.writeHead(200, { 'content-type': 'application/json' }).end(text)
        }
        const answer = await quote()
        expect(answer?.quotes.map(({ amount }) => amount)).toEqual([written])
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ['another network', { destinationCurrencyCode: 'USDC' }],
    ['another currency', { sourceCurrencyCode: 'USD' }],
    ['another service', { serviceProvider: 'OLD' }],
  ])('are none for %s', async (_name, change) => {
    await start()
    answers['/payments/crypto/quote'] = () => ({ json: { quotes: [{ ...quoteOf('TRANSAK'), ...change }] } })
    expect((await quote())?.quotes).toEqual([])
  })

  it.each([
    ['Amount is below the minimum of the service', '10', { reason: 'too-small', minimum: '20.5' }],
    ['Amount is outside of the limits', '9000', { reason: 'too-large', maximum: '7500' }],
    ['Country is not supported', '100', { reason: 'country' }],
    ['Payment method is not supported', '100', { reason: 'method' }],
    ['Cryptocurrency is not supported', '100', { reason: 'asset' }],
    ['Whatever', '100', { reason: 'unavailable' }],
  ])('are none for “%s” of %s', async (message, amount, fault) => {
    await start()
    answers['/payments/crypto/quote'] = () => ({
      json: { quotes: null, message, error: 'INCOMPATIBLE_REQUEST' },
    })
    expect((await quote({ paid: { currency: 'EUR', amount } }))?.faults[0]).toMatchObject({
      service: 'Transak',
      ...fault,
    })
    answers['/payments/crypto/quote'] = () => ({ status: 400, json: { code: 'BAD_REQUEST', message } })
    expect((await quote({ paid: { currency: 'EUR', amount } }))?.faults[0]).toMatchObject(fault)
  })

  it.each(hostileAnswers)('are a fault of their service alone after %s', async (name, hostile) => {
    await start(patienceFor(name))
    answers['/payments/crypto/quote'] = ({ body }) =>
      body.includes('TRANSAK') ? hostile : { json: { quotes: [quoteOf('BANXA')] } }
    const answer = await quote()
    expect(answer?.quotes.map(({ service }) => service)).toEqual(['BANXA'])
    expect(answer?.faults).toMatchObject([{ service: 'Transak' }])
    expect(JSON.stringify(answer)).not.toContain('canary')
  })

  it('are refused without a country, and on a network that Meld does not sell it on', async () => {
    await start()
    await expect(quote({ country: undefined })).rejects.toMatchObject({ reason: 'country' })
    await expect(quote({ asset: `eip155:8453/erc20:0x${'c0'.repeat(20)}` })).rejects.toMatchObject({
      reason: 'network',
    })
  })
})

describe('orders', () => {
  const order = {
    id: 'order-1',
    customer: 'random',
    asset,
    recipient,
    country: 'US-NY',
    redirectUrl: 'https://shop.example/back',
    clientIp: '203.0.113.7',
    paid: { currency: 'EUR', amount: '100' },
    method: 'card',
    service: 'TRANSAK',
    tag: 'USDC_BASE',
  }

  it('open a session under our id and a random customer', async () => {
    await start()
    answers['/crypto/session/widget'] = () => ({
      json: { id: 's1', token: 't', widgetUrl: 'https://meldcrypto.com/?token=t' },
    })
    expect(await meld.ramp?.open(order, signal)).toMatchObject({ url: 'https://meldcrypto.com/?token=t' })
    expect(JSON.parse(vendor.requests.at(-1)?.body ?? '')).toEqual({
      sessionType: 'BUY',
      sessionData: {
        serviceProvider: 'TRANSAK',
        walletAddress: recipient,
        countryCode: 'US',
        subdivision: 'NY',
        sourceAmount: '100',
        sourceCurrencyCode: 'EUR',
        destinationCurrencyCode: 'USDC_BASE',
        paymentMethodType: 'CREDIT_DEBIT_CARD',
        redirectUrl: 'https://shop.example/back',
      },
      externalCustomerId: 'random',
      externalSessionId: 'order-1',
    })
  })

  it.each(hostileAnswers)('are none after %s', async (name, hostile) => {
    await start(patienceFor(name))
    answers['/crypto/session/widget'] = () => hostile
    await expect(meld.ramp?.open(order, signal)).rejects.toBeInstanceOf(OnRampFault)
  })

  const about = { id: 'order-1', kind: 'onramp', customer: 'random', createdAt: 0 } as const
  it('are looked for by our id, then by Meld’s own', async () => {
    await start()
    answers['/payments/transactions'] = () => ({ json: { transactions: [transaction], count: 1 } })
    answers['/payments/transactions/tx-1'] = () => ({ json: { transaction } })
    const told = { state: 'sent', reference: 'tx-1', amount: '104.1', recipient, hash: '0xabc' }
    expect(await meld.status({ ...about, reference: undefined }, signal)).toMatchObject(told)
    expect(await meld.status({ ...about, reference: 'tx-1' }, signal)).toMatchObject(told)
    expect(vendor.requests.at(-2)?.query).toEqual({ externalSessionIds: 'order-1' })
  })

  it.each([
    ['PENDING_CREATED', 'open'],
    ['PENDING', 'paid'],
    ['SETTLING', 'sent'],
    ['DECLINED', 'failed'],
    ['REFUNDED', 'refunded'],
    ['AUTHORIZATION_EXPIRED', 'expired'],
    ['SOMETHING_NEW', 'unknown'],
  ])('that are %s there are %s here', async (status, state) => {
    await start()
    answers['/payments/transactions/tx-1'] = () => ({ json: { transaction: { ...transaction, status } } })
    expect((await meld.status({ ...about, reference: 'tx-1' }, signal)).state).toBe(state)
  })

  it('are not known by another order’s transaction, or before the page was opened', async () => {
    await start()
    const other = { ...transaction, externalSessionId: 'order-2' }
    answers['/payments/transactions/tx-1'] = () => ({ json: { transaction: other } })
    expect(await meld.status({ ...about, reference: 'tx-1' }, signal)).toEqual({ state: 'unknown' })
    expect(await meld.status({ ...about, reference: 'tx-2' }, signal)).toEqual({ state: 'unknown' })
  })
})

describe('T127: webhooks', () => {
  const url = 'https://api.example/v1/onramp/webhooks/meld'
  const body = JSON.stringify({
    eventType: 'TRANSACTION_CRYPTO_COMPLETE',
    eventId: 'e1',
    payload: { externalSessionId: 'order-1', paymentTransactionId: 'tx-1' },
  })
  function hook({ key = secret, signed = body, sent = body, at = time, to = url } = {}) {
    const timestamp = new Date(at).toISOString()
    const digest = createHmac('sha256', key).update(`${timestamp}.${url}.${signed}`).digest('base64')
    const headers = new Headers({
      'meld-signature-timestamp': timestamp,
      'meld-signature': digest.replaceAll('+', '-').replaceAll('/', '_'),
    })
    return meld.webhook?.({ body: new TextEncoder().encode(sent), headers, url: to })
  }

  it('are taken as Meld signs them', async () => {
    await start()
    expect(hook()).toEqual([{ id: 'e1', order: 'order-1', reference: 'tx-1' }])
    expect(hook({ at: time - 299_000 })).toHaveLength(1)
  })

  it.each([
    ['another secret', { key: 'other' }],
    ['another body', { sent: body.replace('COMPLETE', 'FAILED') }],
    ['the same JSON, written anew', { sent: JSON.stringify(JSON.parse(body), null, 1) }],
    ['another URL', { to: 'https://evil.example/v1/onramp/webhooks/meld' }],
    ['ten minutes ago', { at: time - 600_000 }],
    ['ten minutes ahead', { at: time + 600_000 }],
    ['no event', { signed: '{}', sent: '{}' }],
    ['no JSON', { signed: 'x', sent: 'x' }],
  ])('are refused with %s', async (_name, change) => {
    await start()
    expect(hook(change)).toBeUndefined()
  })

  it('are refused without a signature', async () => {
    await start()
    expect(meld.webhook?.({ body: new Uint8Array(0), headers: new Headers(), url })).toBeUndefined()
  })
})
