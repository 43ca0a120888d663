import {
  createError,
  type ErrorCode,
  isLatchkeyError,
  type LatchkeyError,
  providerCodes,
} from 'latchkey/contract'

type RefusalName = keyof typeof providerCodes

/** What pages read; where SPEC §8 has the words, they are those. */
const said: Readonly<Record<RefusalName, readonly [ErrorCode, string]>> = {
  rejected: ['SIGN_REJECTED', 'User rejected the request.'],
  unauthorized: ['NOT_CONNECTED', 'The account is not authorised.'],
  unsupported: ['ACTION_NOT_ALLOWED', 'Action not allowed'],
  disconnected: ['NOT_CONNECTED', 'The wallet is disconnected.'],
  chainDisconnected: ['UNSUPPORTED_CHAIN', 'The wallet is on another network.'],
  unknownChain: ['NETWORK_NOT_FOUND', 'Unrecognized chain ID.'],
  unsupportedCapability: ['ACTION_NOT_ALLOWED', 'A required capability is not supported.'],
  duplicateId: ['ACTION_NOT_ALLOWED', 'There is a batch of this id already.'],
  unknownId: ['ACTION_NOT_ALLOWED', 'There is no batch of this id.'],
  tooLarge: ['ACTION_NOT_ALLOWED', 'The batch has too many calls.'],
  atomicity: ['ACTION_NOT_ALLOWED', 'This wallet cannot send calls as one.'],
  invalidParams: ['ACTION_NOT_ALLOWED', 'Invalid parameters.'],
  internal: ['UNKNOWN', 'Something went wrong'],
  unavailable: ['UNKNOWN', 'Something went wrong'],
  transactionRejected: ['SEND_FAILED', 'The network did not take the transaction.'],
}

/** A refusal as EIP-1193 numbers it, with the code of the catalogue (DECISIONS C11). */
export function refusal(
  name: RefusalName,
  options: {
    readonly message?: string
    readonly code?: ErrorCode
    readonly data?: unknown
    readonly context?: Readonly<Record<string, string | number | boolean>>
  } = {},
): LatchkeyError {
  const [code, message] = said[name]
  return createError(options.code ?? code, {
    context: {
      ...options.context,
      rpc: {
        code: providerCodes[name],
        message: options.message ?? message,
        ...(options.data !== undefined && { data: options.data }),
      },
    },
  })
}

/** SPEC §6 "Anything else". */
export function notAllowed(method: string): LatchkeyError {
  const message = 'Requested RPC call is not allowed'
  return refusal('unsupported', { code: 'RPC_NOT_ALLOWED', message, context: { method } })
}

/** A signature that could act for the account itself, which no page gets (S1, T60). */
export function accountRefusal(): LatchkeyError {
  const message = 'This signature could act for the account itself'
  return refusal('unsupported', { code: 'ACCOUNT_SIGNATURE_REFUSED', message })
}

/** The visitor used no passkey for what wants one (T82). Nothing was signed: they may try again. */
export function passkeyRefusal(): LatchkeyError {
  return refusal('unauthorized', {
    message: 'This amount needs your passkey.',
    context: { wants: 'passkey' },
  })
}

/** Whether an error is `passkeyRefusal`. */
export function isPasskeyRefusal(cause: unknown): boolean {
  return isLatchkeyError(cause) && cause.context.wants === 'passkey'
}

/** What the page withdrew, or another of its requests took along. */
export function aborted(): LatchkeyError {
  return refusal('rejected', { code: 'RPC_ABORTED', message: 'Request was aborted' })
}
