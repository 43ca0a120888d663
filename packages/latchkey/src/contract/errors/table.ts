/**
 * Every error of the product: permanent code, SPEC's exact text, kind, level, and whether a retry makes sense
 * (SPEC §8). Codes are append-only. Long texts for developers are in `developer.ts`, loaded only when one is shown.
 */
import type { ErrorKind } from '../error.ts'

/** How severe an error is for the developer. */
export type ErrorLevel = 'error' | 'warning' | 'info'

/** One row of the error table. */
export interface ErrorRow {
  /** What a visitor reads, word for word from SPEC §8. */
  readonly text: string
  readonly kind: ErrorKind
  readonly level: ErrorLevel
  readonly retryable: boolean
}

function row(text: string, kind: ErrorKind, retryable = false, level: ErrorLevel = 'error'): ErrorRow {
  return { text, kind, level, retryable }
}

/** Every error by its permanent code: text, kind, level, and whether a retry makes sense (SPEC §8). */
export const errorTable = {
  APKT001: row('Network Not Found', 'invalid'),
  APKT002: row('Invalid App Configuration', 'invalid'),
  APKT003: row('Network Error: Wallet Load Failed', 'offline', true),
  APKT004: row('Wallet Request Timeout', 'timeout', true),
  APKT005: row('Unverified Domain', 'invalid'),
  APKT006: row('Session Expired', 'invalid', true),
  APKT007: row('Invalid Project ID', 'invalid'),
  APKT008: row('Project ID Missing', 'invalid'),
  APKT009: row('Server Error', 'offline', true),
  APKT010: row('Rate Limited', 'offline', true),
  APKTW001: row('Inactive Namespace Not Connected', 'invalid', false, 'warning'),
  APKTW002: row('Invalid Email Address', 'invalid', false, 'warning'),
  MODAL_CLOSED: row('Modal closed', 'rejected', true),
  POPUP_CLOSED: row('Popup closed', 'rejected', true),
  CONNECTION_REJECTED: row('Connection rejected', 'rejected', true),
  CONNECT_FAILED: row('Failed to connect', 'unsupported', true),
  SOCIAL_FAILED: row('Failed to initiate social connection', 'offline', true),
  FARCASTER_FAILED: row('Failed to connect to farcaster', 'offline', true),
  DISCONNECT_FAILED: row('Failed to disconnect', 'unsupported', true),
  DISCONNECT_CHAINS_FAILED: row('Failed to disconnect chains: {reason}', 'unsupported', true),
  NO_AUTH_CONNECTOR: row('No auth connector found', 'unsupported'),
  NOT_EMBEDDED: row('Not connected to email or social', 'unsupported'),
  SIGNIN_INIT_FAILED: row('A problem occurred while trying initialize authentication', 'offline', true),
  SIGN_FAILED: row('Error signing message', 'unsupported', true),
  TRANSACTIONS_FAILED: row('Failed to fetch transactions', 'offline', true),
  TRANSACTIONS_NEED_ACCOUNT: row("Transactions can't be fetched without an accountAddress", 'invalid'),
  CHAIN_UNSUPPORTED: row('Chain is not supported', 'unsupported'),
  RPC_NOT_ALLOWED: row('Requested RPC call is not allowed', 'unsupported'),
  ACTION_NOT_ALLOWED: row('Action not allowed', 'unsupported'),
  NETWORK_NOT_FOUND: row('Network not found', 'invalid'),
  ADDRESS_OR_AUTH_MISSING: row('Address or auth connector not found', 'invalid'),
  UNSUPPORTED_CHAIN: row('Unsupported chain', 'unsupported'),
  EMAIL_LOGIN_UNAVAILABLE: row('Unable to load email login dependency', 'offline', true),
  RPC_ABORTED: row('Request was aborted', 'rejected', true),
  UNKNOWN: row('Something went wrong', 'bug', true),
  FRAME_ERROR: row('An error occurred', 'bug', true),
  BALANCE_UNAVAILABLE: row('Token Balance Unavailable', 'offline', true),
  GAS_PRICE_UNSUPPORTED: row('Network not supported for Gas Price', 'unsupported'),
  SWAP_UNSUPPORTED: row('Network not supported for Swaps', 'unsupported'),
  SIWX_DISABLED: row('SIWX is not enabled', 'invalid'),
  NO_ACTIVE_ADDRESS: row('No ActiveCaipAddress found', 'invalid'),
  NO_ACTIVE_NETWORK: row('No ActiveCaipNetwork or client found', 'invalid'),
  NO_CONNECTION_CLIENT: row('No ConnectionController client found', 'bug'),
  ADAPTER_NOT_FOUND: row('Adapter not found', 'unsupported'),
  INVALID_CAIP_ADDRESS: row('Invalid CAIP-10 address: {value}', 'invalid'),
  INVALID_CAIP_NETWORK_ID: row('Invalid CAIP-2 network id: {value}', 'invalid'),
  HTTP_STATUS: row('HTTP status code: {status}', 'offline', true),
  INVALID_EMAIL: row('Please enter a valid email address', 'invalid', true),
  PROJECT_ID_NOT_CONFIGURED: row('Project ID not configured', 'invalid'),
  MULTI_WALLET_DISABLED: row('Multi-wallet is not enabled', 'invalid', false, 'info'),
  LOCAL_CONFIG_IGNORED: row('Local configuration ignored', 'invalid', false, 'warning'),
  IFRAME_LOAD_FAILED: row('Iframe load failed', 'offline', true),
  IFRAME_TIMEOUT: row('Iframe request timeout', 'timeout', true),
  NAMESPACE_REQUIRED: row('A namespace is required', 'invalid'),
  CONFIG_INVALID: row('Invalid configuration', 'invalid'),
  DUPLICATE_ID: row('Another widget on this page has the same id', 'invalid'),
  DESTROYED: row('This widget was destroyed', 'invalid'),
  NO_PROVIDER: row('No Latchkey provider found', 'invalid'),
  CHUNK_FAILED: row('Can’t connect. Check your internet.', 'offline', true),
  WALLET_NOT_FOUND: row('Wallet not found', 'invalid'),
  WALLET_LOCKED: row('The wallet did not answer', 'timeout', true),
  WALLET_BAD_ANSWER: row('The wallet sent an invalid answer', 'unsupported', true),
  SWITCH_REJECTED: row('Network switch rejected', 'rejected', true),
  SWITCH_FAILED: row('Failed to switch network', 'unsupported', true),
  NOT_CONNECTED: row('Not connected', 'invalid'),
  /** SPEC's text of a failed signature, for the case that the person said no. */
  SIGN_REJECTED: row('Error signing message', 'rejected', true),
  /** SPEC has two texts: this one when there is no text to show at all. */
  CAIP_ADDRESS_MISSING: row('Invalid CAIP Address', 'invalid'),
  INVALID_AMOUNT: row('Invalid amount: {value}', 'invalid'),
  NAME_RESOLVE_FAILED: row('Error resolving name', 'offline', true),
  NAME_SUGGESTIONS_FAILED: row('Error fetching name suggestions', 'offline', true),
  NAME_LOOKUP_FAILED: row('Error fetching names for address', 'offline', true),
  NAME_REGISTER_FAILED: row('Error registering name {name}', 'offline', true),
  CLIENTS_NOT_SET: row('ConnectionControllerClient and NetworkControllerClient must be set', 'bug'),
  IFRAME_NOT_SET: row('The iframe is not set', 'bug'),
  PARENT_NOT_SET: row('The parent is not set', 'bug'),
  TOKEN_REQUIRED: row('A token is required', 'invalid', true),
  SEND_INCOMPLETE: row('An amount and receiver address are required', 'invalid', true),
  SEND_REJECTED: row('Transaction rejected', 'rejected', true),
  SEND_FAILED: row('Failed to send transaction', 'unsupported', true),
  /** The wallet's answer did not come: it may have been sent. Never retried by itself (T73). */
  SEND_UNKNOWN: row('The outcome of the transaction is not known', 'timeout'),
  /** Another tab, or an earlier request, still waits in the wallet (T73). */
  SEND_BUSY: row('Another transfer is waiting in your wallet', 'invalid', true),
  NFTS_FAILED: row('Failed to fetch NFTs', 'offline', true),
  RECEIVER_INVALID: row('Invalid receiver address', 'invalid', true),
  INSUFFICIENT_FUNDS: row('Insufficient funds', 'invalid', true),
  FRAME_UNSUPPORTED: row('The wallet doesn’t support this request', 'unsupported'),
  RPC_STALE: row('A node is behind its chain', 'offline', true, 'warning'),
  RECENTS_FORGOTTEN: row('This browser doesn’t remember recent wallets', 'unsupported'),
  /** Typed data of an account contract, an entry point or a delegation (S1). */
  ACCOUNT_SIGNATURE_REFUSED: row('This signature could act for the account itself', 'unsupported'),
  /** No provider swaps one of these tokens for the other, or so much of it. */
  SWAP_NO_ROUTE: row('No route for this swap', 'unsupported', true),
  /** What the services built is not what was agreed, or cannot be read (T70): no wallet is asked. */
  SWAP_UNSAFE: row('This swap doesn’t look right', 'unsupported'),
  SWAP_FAILED: row('Failed to swap', 'unsupported', true),
  /** No provider sells this on this network in this country. */
  ONRAMP_UNSUPPORTED: row('Nothing can be bought here', 'unsupported'),
  /** Quotes or an order could not be had: no sample numbers stand in for them (T72, F26). */
  ONRAMP_FAILED: row('Failed to reach the providers', 'offline', true),
  /** A provider's page is on none of its hosts, or is for another address (T71): it is not opened. */
  ORDER_UNSAFE: row('This order doesn’t look right', 'unsupported'),
  EXCHANGE_UNSUPPORTED: row('No exchange sends this', 'unsupported'),
  EXCHANGE_FAILED: row('Failed to reach the exchange', 'offline', true),
  /** What a page asks to be paid is malformed, or no such payment is known. */
  PAYMENT_INVALID: row('Invalid payment', 'invalid'),
  PAYMENT_UNAVAILABLE: row('Failed to load the payment', 'offline', true),
  /** The services say another receiver, amount or token than before, or than the chain. */
  PAYMENT_UNSAFE: row('This payment doesn’t look right', 'unsupported'),
  PAYMENT_UNSUPPORTED: row('Payments are not offered here', 'unsupported'),
  /** A request asks for more than the visitor allowed. */
  SPENDING_CAP: row('Above the spending limit', 'rejected'),
} as const satisfies Readonly<Record<string, ErrorRow>>

/** A code of the error table, for example `CONNECTION_REJECTED` (SPEC §8). */
export type ErrorCode = keyof typeof errorTable

/** Sentences of the services and the code that each maps to (SPEC §8 "Server messages mapped"). */
export const serverMessages: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^Unauthorized: origin not allowed/, 'APKT002'],
  [/JWT.{0,40}not yet valid/i, 'APKT006'],
  [/^Unauthorized: invalid key/, 'APKT007'],
  [/^Project ID Missing/, 'APKT008'],
]

/** Wallet error codes that mean that the visitor rejected the request (SPEC §8, EIP-1193). */
export const rejectedWalletCodes: readonly number[] = [4001, 5000, 5002]

/** The wallet error code of a network that the wallet does not know; an add-chain attempt follows (SPEC §4). */
export const unrecognizedChainCode = 4902
