// Shapes as docs.cdp.coinbase.com has them (guides and REST reference of Onramp); no server of Coinbase's was asked.
import { generateKeyPairSync } from 'node:crypto'
import {
  type FakeVendor,
  startVendor,
  type VendorAnswer,
  type VendorRequest,
} from '../../convert/providers/startVendor.fixture.ts'

export const coinbaseUsdc = `0x${'a0'.repeat(20)}`
export const coinbaseId = '2b92315d-eab7-5bef-84fa-089a131333f5'
const usd = (value: string) => ({ value, currency: 'USD' })

export const coinbaseAnswers = {
  config: { countries: [{ id: 'US', subdivisions: ['CA', 'NY'], payment_methods: [{ id: 'CARD' }] }] },
  options: {
    payment_currencies: [
      {
        id: 'USD',
        limits: [
          { id: 'CARD', min: '2', max: '7500' },
          { id: 'ACH_BANK_ACCOUNT', min: '10.00', max: '25000.00' },
          { id: 'CRYPTO_ACCOUNT', min: '0', max: '0' },
        ],
      },
    ],
    purchase_currencies: [
      {
        id: coinbaseId,
        name: 'USD Coin',
        symbol: 'USDC',
        networks: [
          { name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: coinbaseUsdc },
          { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: coinbaseUsdc },
          { name: 'elsewhere', display_name: 'Elsewhere', chain_id: '', contract_address: '' },
        ],
      },
      {
        id: '629004e3-9d3b-54a5-b0a1-1f1a1d1e1c1b',
        name: 'Ethereum',
        symbol: 'ETH',
        networks: [{ name: 'base', display_name: 'Base', chain_id: '8453', contract_address: '' }],
      },
    ],
  },
  quote: {
    payment_total: usd('100.00'),
    payment_subtotal: usd('97.11'),
    purchase_amount: { value: '97.105', currency: 'USDC' },
    coinbase_fee: usd('2.5'),
    network_fee: usd('0.39'),
    quote_id: '46da84dc-b6d7-11ed-afa1-0242ac120002',
  },
  token: { token: 'ZWJlNDgwYmItNjBkMi00ZmFi', channel_id: '' },
} as const

/** A transaction as the status API has it. */
export function coinbaseTransaction(change: object = {}): object {
  return {
    status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
    purchase_currency: 'USDC',
    purchase_network: 'base',
    purchase_amount: { value: '5', currency: 'USDC' },
    payment_total: usd('5.07'),
    tx_hash: '0x31814ba2',
    created_at: '2023-09-26T20:06:07.076Z',
    country: 'US',
    partner_user_ref: 'order-1',
    payment_method: 'CARD',
    transaction_id: '1ee7a7ec-fdd1-6032-ad91-0e2bacb520d3',
    wallet_address: `0x${'b0'.repeat(20)}`,
    type: 'ONRAMP_TRANSACTION_TYPE_BUY_AND_SEND',
    ...change,
  }
}

/** An Ed25519 key of the test's own, as Coinbase gives them out. */
export function coinbaseKey(): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')
}

/** A service in Coinbase's place; `changes` answers by path. */
export function startCoinbase(
  changes: Readonly<Record<string, (request: VendorRequest) => VendorAnswer>> = {},
): Promise<FakeVendor> {
  const usual: Record<string, unknown> = {
    '/onramp/v1/buy/config': coinbaseAnswers.config,
    '/onramp/v1/buy/options': coinbaseAnswers.options,
    '/onramp/v1/buy/quote': coinbaseAnswers.quote,
    '/onramp/v1/token': coinbaseAnswers.token,
    '/onramp/v1/buy/user/order-1/transactions': {
      transactions: [coinbaseTransaction()],
      next_page_key: '',
      total_count: '1',
    },
  }
  return startVendor(request => {
    const own = changes[request.path]
    if (own !== undefined) return own(request)
    const json = usual[request.path]
    return json === undefined ? { status: 404, json: { code: 5, message: 'not found' } } : { json }
  })
}
