import { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type ErrorCode, rejectedWalletCodes, unrecognizedChainCode } from '../../contract/errors/table.ts'
import { fieldOf } from './readForeign.ts'

/** The action that failed, as the code of its failure. */
export type FallbackCode = 'CONNECT_FAILED' | 'SWITCH_FAILED' | 'SIGN_FAILED'

const rejections: Readonly<Record<FallbackCode, ErrorCode>> = {
  CONNECT_FAILED: 'CONNECTION_REJECTED',
  SWITCH_FAILED: 'SWITCH_REJECTED',
  SIGN_FAILED: 'SIGN_REJECTED',
}
/** The wallet already shows a request of this page and takes no second one. */
const pendingCode = -32002
const internalCode = -32603
const unauthorizedCode = 4100
/** Characters; the wallet's own words are stored for the developer, never shown as ours. */
const longestMessage = 200

/** A wallet's account of its failure; everything in it is untrusted. */
export interface WalletFailure {
  readonly code?: number
  readonly message?: string
}

/**
 * Makes our error of a value that a wallet threw (SPEC §8): 4001, 5000 and 5002 mean that the visitor refused, -32002
 * that an earlier request is pending in the wallet, all else is the fallback. The wallet's own code and words are in the
 * context only.
 */
export function toWalletError(
  cause: unknown,
  fallback: FallbackCode,
  /** What else means that the visitor refused, where wallets give no number. */
  isRefusal: (failure: WalletFailure) => boolean = () => false,
): LatchkeyError {
  const ours = attempt(() => (cause instanceof LatchkeyError ? cause : relayed(cause)))
  if (ours) return ours
  const failure = readFailure(cause)
  const { code, message } = failure
  const rejected = isRefused(failure) || isRefusal(failure)
  return createError(rejected ? rejections[fallback] : fallback, {
    cause,
    context: {
      ...(code !== undefined && { walletCode: code }),
      ...(message !== undefined && { walletMessage: message }),
      ...(code === pendingCode &&
        !rejected && {
          reason: 'request-pending',
          hint: 'Open the wallet and answer its request',
        }),
    },
  })
}

/** Returns our own error of the relay, which wraps it with a number; undefined when the wallet or a node failed. */
function relayed(cause: unknown): LatchkeyError | undefined {
  const inner = cause instanceof Error ? cause.cause : undefined
  return inner instanceof LatchkeyError && inner.code !== 'UNKNOWN' ? inner : undefined
}

/** Whether the wallet says by its number that the visitor refused. */
export function isRefused({ code }: WalletFailure): boolean {
  return code !== undefined && rejectedWalletCodes.includes(code)
}

/** Whether the wallet says that this page may not see its accounts (EIP-1193). */
export function isUnauthorized(cause: unknown): boolean {
  return readFailure(cause).code === unauthorizedCode
}

/** Whether the wallet says it does not know the chain (4902), in the places where wallets put it. */
export function isUnknownChain(cause: unknown): boolean {
  const { code, message } = readFailure(cause)
  if (code === unrecognizedChainCode) return true
  const inner = fieldOf(fieldOf(cause, 'data'), 'originalError')
  if (readFailure(inner).code === unrecognizedChainCode) return true
  // MetaMask's mobile app answers an internal error that names the cause in its message only.
  return code === internalCode && /wallet_addEthereumChain|unrecognized chain/i.test(message ?? '')
}

/** Its code and words, bounded. */
export function readFailure(cause: unknown): WalletFailure {
  const own = fieldOf(cause, 'code')
  // Some wallets write the number as text.
  const code = typeof own === 'string' && /^-?\d{1,6}$/.test(own) ? Number(own) : own
  const said = typeof cause === 'string' ? cause : fieldOf(cause, 'message')
  return {
    ...(typeof code === 'number' && Number.isSafeInteger(code) && { code }),
    ...(typeof said === 'string' && said !== '' && { message: said.slice(0, longestMessage) }),
  }
}

/** Returns undefined where reading throws: a thrown value may be a proxy, or have getters that throw. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
