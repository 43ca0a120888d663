import { expect, test } from 'vitest'
import { developerTexts } from './developer.ts'
import {
  type ErrorCode,
  errorTable,
  rejectedWalletCodes,
  serverMessages,
  unrecognizedChainCode,
} from './table.ts'

// Codes are permanent: a release may append to this list, never change or drop a line of it.
const published = `
  APKT001 APKT002 APKT003 APKT004 APKT005 APKT006 APKT007 APKT008 APKT009 APKT010 APKTW001 APKTW002
  MODAL_CLOSED POPUP_CLOSED CONNECTION_REJECTED CONNECT_FAILED SOCIAL_FAILED FARCASTER_FAILED
  DISCONNECT_FAILED DISCONNECT_CHAINS_FAILED NO_AUTH_CONNECTOR NOT_EMBEDDED SIGNIN_INIT_FAILED SIGN_FAILED
  TRANSACTIONS_FAILED TRANSACTIONS_NEED_ACCOUNT CHAIN_UNSUPPORTED RPC_NOT_ALLOWED ACTION_NOT_ALLOWED
  NETWORK_NOT_FOUND ADDRESS_OR_AUTH_MISSING UNSUPPORTED_CHAIN EMAIL_LOGIN_UNAVAILABLE RPC_ABORTED UNKNOWN
  FRAME_ERROR BALANCE_UNAVAILABLE GAS_PRICE_UNSUPPORTED SWAP_UNSUPPORTED SIWX_DISABLED NO_ACTIVE_ADDRESS
  NO_ACTIVE_NETWORK NO_CONNECTION_CLIENT ADAPTER_NOT_FOUND INVALID_CAIP_ADDRESS INVALID_CAIP_NETWORK_ID
  HTTP_STATUS INVALID_EMAIL PROJECT_ID_NOT_CONFIGURED MULTI_WALLET_DISABLED LOCAL_CONFIG_IGNORED
  IFRAME_LOAD_FAILED IFRAME_TIMEOUT NAMESPACE_REQUIRED CONFIG_INVALID DUPLICATE_ID DESTROYED NO_PROVIDER
  CHUNK_FAILED WALLET_NOT_FOUND WALLET_LOCKED WALLET_BAD_ANSWER SWITCH_REJECTED SWITCH_FAILED NOT_CONNECTED
  SIGN_REJECTED CAIP_ADDRESS_MISSING INVALID_AMOUNT NAME_RESOLVE_FAILED NAME_SUGGESTIONS_FAILED
  NAME_LOOKUP_FAILED NAME_REGISTER_FAILED CLIENTS_NOT_SET IFRAME_NOT_SET PARENT_NOT_SET
  TOKEN_REQUIRED SEND_INCOMPLETE SEND_REJECTED SEND_FAILED SEND_UNKNOWN SEND_BUSY NFTS_FAILED RECEIVER_INVALID INSUFFICIENT_FUNDS
  FRAME_UNSUPPORTED RPC_STALE RECENTS_FORGOTTEN
  ACCOUNT_SIGNATURE_REFUSED SWAP_NO_ROUTE SWAP_UNSAFE SWAP_FAILED
  ONRAMP_UNSUPPORTED ONRAMP_FAILED ORDER_UNSAFE EXCHANGE_UNSUPPORTED EXCHANGE_FAILED
  PAYMENT_INVALID PAYMENT_UNAVAILABLE PAYMENT_UNSAFE PAYMENT_UNSUPPORTED SPENDING_CAP
`.match(/\w+/g)

test('codes are append-only', () => {
  const codes = Object.keys(errorTable)
  expect(codes.slice(0, published?.length)).toEqual(published)
  expect(codes.slice(published?.length), 'add the new codes to the end of the published list').toEqual([])
})

test.each([
  ['APKT001', 'Network Not Found'],
  ['APKT002', 'Invalid App Configuration'],
  ['APKT003', 'Network Error: Wallet Load Failed'],
  ['APKT004', 'Wallet Request Timeout'],
  ['APKT005', 'Unverified Domain'],
  ['APKT006', 'Session Expired'],
  ['APKT007', 'Invalid Project ID'],
  ['APKT008', 'Project ID Missing'],
  ['APKT009', 'Server Error'],
  ['APKT010', 'Rate Limited'],
  ['APKTW001', 'Inactive Namespace Not Connected'],
  ['APKTW002', 'Invalid Email Address'],
] as const)('SPEC §8 %s means "%s"', (code, text) => {
  expect(errorTable[code].text).toBe(text)
  expect(errorTable[code].level).toBe(code.startsWith('APKTW') ? 'warning' : 'error')
})

// 'Authenticating...' of the same list is no error: the widget says it while it signs the visitor in.
const specTexts = [
  'Token Balance Unavailable',
  'Network not supported for Gas Price',
  'Network not supported for Swaps',
  'Modal closed',
  'Popup closed',
  'Connection rejected',
  'Failed to connect',
  'Failed to initiate social connection',
  'Failed to connect to farcaster',
  'Failed to disconnect',
  'No auth connector found',
  'Not connected to email or social',
  'A problem occurred while trying initialize authentication',
  'Error signing message',
  'Failed to fetch transactions',
  'Chain is not supported',
  'Requested RPC call is not allowed',
  'Action not allowed',
  'Network not found',
  'Address or auth connector not found',
  'Unsupported chain',
  'Unable to load email login dependency',
  'Request was aborted',
  'Something went wrong',
  'An error occurred',
  'Error resolving name',
  'Error fetching name suggestions',
  'Error fetching names for address',
  'Error registering name {name}',
  'SIWX is not enabled',
  'No ActiveCaipAddress found',
  'No ActiveCaipNetwork or client found',
  'No ConnectionController client found',
  'Failed to disconnect chains: {reason}',
  "Transactions can't be fetched without an accountAddress",
  'Adapter not found',
  'Invalid CAIP Address',
  'Invalid CAIP-10 address: {value}',
  'Invalid CAIP-2 network id: {value}',
  'ConnectionControllerClient and NetworkControllerClient must be set',
  'Please enter a valid email address',
  'HTTP status code: {status}',
]

test.each(specTexts)('SPEC §8 has the text "%s", word for word', text => {
  expect(Object.values(errorTable).map(row => row.text)).toContain(text)
})

test('SPEC §8 levels of the other alerts', () => {
  expect(errorTable.MULTI_WALLET_DISABLED.level).toBe('info')
  expect(errorTable.LOCAL_CONFIG_IGNORED.level).toBe('warning')
  for (const code of ['PROJECT_ID_NOT_CONFIGURED', 'IFRAME_LOAD_FAILED', 'IFRAME_TIMEOUT'] as const) {
    expect(errorTable[code].level).toBe('error')
  }
})

test.each([
  ['Unauthorized: origin not allowed', 'APKT002'],
  ['JWT Token is not yet valid: basic.iat', 'APKT006'],
  ['JWT validation error: JWT Token is not yet valid', 'APKT006'],
  ['Unauthorized: invalid key', 'APKT007'],
  ['Project ID Missing', 'APKT008'],
  ['Unauthorized: something else', undefined],
  ['not an Unauthorized: invalid key', undefined],
])('SPEC §8 the server message "%s" is %s', (message, code) => {
  expect(serverMessages.find(([pattern]) => pattern.test(message))?.[1]).toBe(code)
})

test('SPEC §8 wallet error codes', () => {
  expect(rejectedWalletCodes).toEqual([4001, 5000, 5002])
  expect(unrecognizedChainCode).toBe(4902)
})

test('the developer texts cover every code, are short, and name no code that is not there', () => {
  expect(Object.keys(developerTexts)).toEqual(Object.keys(errorTable))
  for (const [code, text] of Object.entries(developerTexts)) {
    expect(text.length, code).toBeGreaterThan(20)
    expect(text.length, code).toBeLessThanOrEqual(200)
    expect(text, code).not.toBe(errorTable[code as ErrorCode].text)
    expect(text.endsWith('.'), code).toBe(true)
  }
})

test('docs/errors.md is made of the table and the developer texts', async () => {
  const entries = Object.entries(errorTable).map(
    ([code, row]) =>
      `## ${code}\n\n“${row.text}” (${row.kind}, ${row.level}${row.retryable ? ', retryable' : ''})\n\n${developerTexts[code as ErrorCode]}\n`,
  )
  const intro =
    '# Errors\n\nEvery code is permanent. The first line of each is what a visitor reads, then the kind a host branches on,\nthe level and whether trying again makes sense; below it, what it means to a developer.\n'
  await expect([intro, ...entries].join('\n')).toMatchFileSnapshot('../../../../../docs/errors.md')
})
