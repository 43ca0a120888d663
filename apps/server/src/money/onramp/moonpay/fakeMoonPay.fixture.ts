// Shapes as dev.moonpay.com has them; no server of MoonPay's was asked.
import {
  type FakeVendor,
  startVendor,
  type VendorAnswer,
  type VendorRequest,
} from '../../convert/providers/startVendor.fixture.ts'

export const moonPayUsdc = `0x${'a0'.repeat(20)}`

const crypto = (
  code: string,
  networkCode: string,
  chainId: string | null,
  contractAddress: string | null,
) => ({
  id: '8d305f63-1fd7-4e01-a220-8445e591aec4',
  type: 'crypto',
  name: code.startsWith('eth') ? 'Ethereum' : 'USD Coin',
  code,
  precision: 2,
  decimals: 6,
  minBuyAmount: 10,
  maxBuyAmount: null,
  isSuspended: false,
  isSupportedInUS: true,
  notAllowedUSStates: ['NY', 'VI'],
  notAllowedCountries: ['CA'],
  metadata: { contractAddress, coinType: '60', chainId, networkCode },
})

export const moonPayAnswers = {
  currencies: [
    {
      id: 'f',
      type: 'fiat',
      name: 'Euro',
      code: 'eur',
      precision: 2,
      minBuyAmount: 20,
      maxBuyAmount: 10000.5,
    },
    crypto('usdc', 'ethereum', '1', moonPayUsdc),
    crypto('usdc_base', 'base', '8453', moonPayUsdc),
    crypto('eth_base', 'base', '8453', `0x${'0'.repeat(40)}`),
    crypto('xrp', 'ripple', null, null),
    { ...crypto('dai_base', 'base', '8453', `0x${'d0'.repeat(20)}`), isSuspended: true },
  ],
  countries: [
    { alpha2: 'DE', alpha3: 'DEU', isAllowed: true, isBuyAllowed: true, name: 'Germany' },
    { alpha2: 'CA', alpha3: 'CAN', isAllowed: true, isBuyAllowed: true, name: 'Canada' },
    {
      alpha2: 'US',
      isAllowed: true,
      isBuyAllowed: true,
      states: [
        { code: 'NY', isBuyAllowed: true },
        { code: 'VI', isBuyAllowed: false },
      ],
    },
    { alpha2: 'CU', alpha3: 'CUB', isAllowed: false, isBuyAllowed: false, name: 'Cuba' },
  ],
  quote: {
    baseCurrencyAmount: 95.51,
    quoteCurrencyAmount: 101.25,
    quoteCurrencyPrice: 0.9433,
    feeAmount: 3.99,
    extraFeeAmount: 0,
    networkFeeAmount: 0.5,
    totalAmount: 100.0,
    paymentMethod: 'sepa_bank_transfer',
    baseCurrencyCode: 'eur',
    quoteCurrencyCode: 'usdc_base',
    baseCurrency: { code: 'eur' },
    currency: { code: 'usdc_base' },
  },
}

/** A transaction as the status API has it. */
export function moonPayTransaction(change: object = {}): object {
  return {
    id: 'bda09e91-559f-4e7a-807a-cdec1a903d9d',
    status: 'completed',
    baseCurrencyAmount: 95.51,
    quoteCurrencyAmount: 101.25,
    walletAddress: `0x${'b0'.repeat(20)}`,
    cryptoTransactionId: '0x6751c8fc',
    failureReason: null,
    externalTransactionId: 'order-1',
    ...change,
  }
}

/** A service in MoonPay's place; `changes` answers by path. */
export function startMoonPay(
  changes: Readonly<Record<string, (request: VendorRequest) => VendorAnswer>> = {},
): Promise<FakeVendor> {
  const usual: Record<string, unknown> = {
    '/v3/currencies': moonPayAnswers.currencies,
    '/v3/countries': moonPayAnswers.countries,
    '/v3/currencies/usdc_base/buy_quote': moonPayAnswers.quote,
    '/v1/transactions/ext/order-1': [moonPayTransaction()],
  }
  return startVendor(request => {
    const own = changes[request.path]
    if (own !== undefined) return own(request)
    const json = usual[request.path]
    return json === undefined
      ? { status: 404, json: { type: 'NotFoundError', message: 'Not found' } }
      : { json }
  })
}
