/** What wallets and nodes throw at a send, as our errors (SPEC §8): an uncertain outcome is never reported as a failure (T73, F19). */
import { isLatchkeyError, type LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import { readFailure } from '../../foreign/toWalletError.ts'
import { unsentCodes } from '../../foreign/unsentCodes.ts'
import { toSolanaError } from '../toSolanaError.ts'
import { failureOf } from './failureOf.ts'

/** The wallet still shows a request of this page and takes no second one. */
const busyCode = -32_002
/** Answers that wallets give before anything is signed. */
const refusalCodes: readonly unknown[] = [4100, 4200, 4900, 4901, -32_003, -32_600, -32_601, -32_602, -32_000]
/** Words of a node that did not take a transaction, as wallets repeat them. */
const untaken =
  /insufficient (?:funds|lamports|balance)|blockhash not found|simulation failed|custom program error|debit an account|insufficientfunds/i
const lacking = /insufficient|debit an account|0x1\b/i

/** What a wallet threw. One that only signs has sent nothing; one that sends as well may have. */
export function walletRefusal(cause: unknown, does: 'signs' | 'sends'): LatchkeyError {
  const error = toSolanaError(cause, 'SIGN_FAILED')
  const { code, message = '' } = readFailure(cause)
  const { context } = error
  const own: string = error.code
  if (isLatchkeyError(error, 'SIGN_REJECTED')) return createError('SEND_REJECTED', { cause, context })
  if (code === busyCode) return createError('SEND_BUSY', { cause, context })
  if (does === 'signs') {
    if (isLatchkeyError(error, 'WALLET_BAD_ANSWER')) return error
    return createError('SEND_FAILED', { cause, context })
  }
  if (/already (?:been )?processed/i.test(message)) return createError('SEND_UNKNOWN', { cause, context })
  if (untaken.test(message))
    return createError('SEND_FAILED', {
      cause,
      context: { ...context, ...(lacking.test(message) && { reason: 'INSUFFICIENT_FUNDS' }) },
    })
  const isUnsent = refusalCodes.includes(code) || unsentCodes.includes(own)
  return createError(isUnsent ? 'SEND_FAILED' : 'SEND_UNKNOWN', { cause, context })
}

/** A node's answer after its own trial of the transaction. */
const triedCode = -32_002
/** Answers of a node that did not look at it: another one may have, or may still. */
const vagueCodes: readonly unknown[] = [-1, -32_603, -32_004, -32_005, -32_016]

/** What a node threw at a signed transaction; undefined where it may have been taken. */
export function nodeRefusal(cause: unknown): LatchkeyError | undefined {
  const inner = fieldOf(cause, 'cause')
  const code = fieldOf(inner, 'code')
  if (typeof code !== 'number' || vagueCodes.includes(code)) return undefined
  const error = fieldOf(fieldOf(inner, 'data'), 'err')
  const words = String(fieldOf(inner, 'message'))
  if (error === 'AlreadyProcessed' || /already (?:been )?processed/i.test(words)) return undefined
  const isLate = error === 'BlockhashNotFound' || /blockhash not found/i.test(words)
  const isSkipped = code === triedCode && error !== undefined && error !== null
  const { reason: known, lacks } = isSkipped ? failureOf(error, () => undefined) : {}
  const isLacking = lacks || (isSkipped && /"?Custom"?:\s*1\b/.test(JSON.stringify(error)))
  return createError('SEND_FAILED', {
    cause,
    context: {
      reason: isLate ? 'expired' : isLacking ? 'INSUFFICIENT_FUNDS' : (known ?? words.slice(0, 200)),
    },
  })
}
