import { LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { type ErrorCode, rejectedWalletCodes } from '../../../contract/errors/table.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import { textOf } from '../../foreign/textOf.ts'
import { readFailure } from '../../foreign/toWalletError.ts'
import { unsentCodes } from '../../foreign/unsentCodes.ts'

/** The wallet still shows a request of this page and takes no second one (EIP-1474). */
const busyCode = -32_002
/** Answers that wallets give before anything is signed: EIP-1193, EIP-1474 and EIP-5792 "not possible". */
const refusalCodes: readonly number[] = [
  4100, 4200, 4901, 4902, 5700, 5710, 5720, 5740, 5750, 5760, -32_600, -32_601, -32_602,
]
const saidNo = /\buser (?:rejected|denied|cancell?ed|disapproved)|rejected by (?:the )?user\b/i
/** The words of a node that refused a transaction, and would refuse it again unchanged. */
const refused =
  /insufficient (?:funds|balance)|exceeds (?:the )?(?:balance|allowance|block gas limit)|gas required exceeds|intrinsic gas|execution reverted|max fee per gas less than|fee cap less than|invalid sender|(?:invalid|wrong|incorrect|unsupported) chain ?id|chain ?id\b.{0,40}match/i
/** The sender has used the nonce already: where we chose the nonce, by this very transfer perhaps. */
const taken = /nonce (?:is )?too low|replacement|underpriced/i

/**
 * Maps what a wallet threw at a send (SPEC §8): the visitor rejected, the send failed for certain, or the outcome is
 * unknown (T73, F15, F19). An uncertain outcome is never reported as a failure.
 */
export function toSendError(
  cause: unknown,
  { hasNonce = false }: { readonly hasNonce?: boolean } = {},
): LatchkeyError {
  const { code, message } = readFailure(cause)
  const inner = textOf(fieldOf(fieldOf(cause, 'data'), 'message'), 200)
  const words = `${message ?? ''} ${inner ?? ''}`
  return createError(judge(cause, code, words, hasNonce), {
    cause,
    context: {
      ...(code !== undefined && { walletCode: code }),
      ...(message !== undefined && { walletMessage: message }),
      ...(code === busyCode && { hint: 'Open the wallet and answer its request' }),
    },
  })
}

function judge(cause: unknown, code: number | undefined, words: string, hasNonce: boolean): ErrorCode {
  const own = ownCode(cause) ?? ownCode(fieldOf(cause, 'cause'))
  if (own === 'SIGN_REJECTED') return 'SEND_REJECTED'
  if (own !== undefined && own !== 'UNKNOWN')
    return unsentCodes.includes(own) ? 'SEND_FAILED' : 'SEND_UNKNOWN'
  if (code !== undefined && rejectedWalletCodes.includes(code)) return 'SEND_REJECTED'
  if (code === busyCode) return 'SEND_BUSY'
  // Wallets that put a node's failure into one code of their own still repeat its words.
  if (taken.test(words)) return hasNonce ? 'SEND_UNKNOWN' : 'SEND_FAILED'
  if (/already (?:known|imported)|timeout|timed out/i.test(words)) return 'SEND_UNKNOWN'
  if (saidNo.test(words)) return 'SEND_REJECTED'
  if (refused.test(words)) return 'SEND_FAILED'
  return code !== undefined && refusalCodes.includes(code) ? 'SEND_FAILED' : 'SEND_UNKNOWN'
}

function ownCode(cause: unknown): string | undefined {
  try {
    if (!(cause instanceof LatchkeyError)) return undefined
    const { code, context } = cause
    // `context.rpc` marks an error of the embedded wallet: it takes back only requests that the visitor has not approved.
    return code === 'RPC_ABORTED' && context.rpc ? 'SIGN_REJECTED' : code
  } catch {
    return undefined
  }
}
