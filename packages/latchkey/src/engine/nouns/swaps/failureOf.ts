/** Which sentence an error is said with (reference money §1.7). */
import { isLatchkeyError } from '../../../contract/error.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import { type QuoteFault, quoteFaults } from '../../../contract/swap.ts'
import type { SwapFailure } from './swapQuote.ts'

/** What helps a visitor most is said first; that something is out says least. */
const byUse: readonly QuoteFault[] = [
  'liquidity',
  'too-small',
  'tax',
  'token',
  'blocked',
  'no-route',
  'unsafe',
  'rate-limited',
  'unavailable',
  'unsupported',
]

/** Of all that providers say, the one thing that is said first; none of them is that there is no route. */
export function worstOf(reasons: readonly QuoteFault[]): QuoteFault {
  return byUse.find(each => reasons.includes(each)) ?? 'no-route'
}

/** By code, by the services' own refusal, and by reason, which may be anybody's word. */
const failures: ReadonlyMap<unknown, SwapFailure> = new Map<unknown, SwapFailure>([
  ['SWAP_UNSAFE', 'unsafe'],
  ['SWAP_UNSUPPORTED', 'unsupported'],
  ['CONVERT_UNSUPPORTED', 'unsupported'],
  ['CONVERT_UNSAFE', 'unsafe'],
  ['QUOTE_ENDED', 'expired'],
  ['APKT010', 'rate-limited'],
  ['APKT009', 'unavailable'],
  ['SEND_REJECTED', 'rejected'],
  ['SEND_BUSY', 'busy'],
  ['INSUFFICIENT_FUNDS', 'funds'],
  ['UNSUPPORTED_CHAIN', 'unsupported'],
  ['NOT_CONNECTED', 'moved'],
  ['WALLET_BAD_ANSWER', 'changed'],
  ['CHUNK_FAILED', 'offline'],
  ['request-pending', 'busy'],
  ['other-account', 'moved'],
  ['other-network', 'moved'],
  ['nodes-silent', 'offline'],
  ['expired', 'expired'],
  ['approval', 'approval'],
  ['approval-smaller', 'approval-smaller'],
  ['price', 'price'],
  ['funds', 'funds'],
  ['fee', 'fee'],
  ['wrong-chain-node', 'offline'],
])

/** Of an approval, by what would be the swap's. */
const ofApproval: ReadonlyMap<unknown, SwapFailure> = new Map<unknown, SwapFailure>([
  ['SEND_REJECTED', 'approval-rejected'],
  ['SEND_UNKNOWN', 'approval-unknown'],
])

export function failureOf(cause: unknown): SwapFailure {
  if (!isLatchkeyError(cause)) return 'other'
  const { code, context, kind } = cause
  if (context.refusal === 'CONVERT_FAILED') return faultOf(context) ?? 'no-route'
  const known =
    (context.step === undefined ? undefined : ofApproval.get(code)) ??
    failures.get(context.refusal) ??
    failures.get(code) ??
    failures.get(context.reason)
  if (known) return known
  if (code === 'SEND_FAILED' && isPrice(context.walletMessage)) return 'price'
  return kind === 'offline' || kind === 'timeout' ? 'offline' : 'other'
}

/** Why no transaction was made, by the services' word. */
function faultOf({ reason, reasonOf }: Readonly<Record<string, unknown>>): QuoteFault | undefined {
  return quoteFaults.find(each => each === reason || each === reasonOf)
}

/** Whether a chain's own word says that the price moved beyond the limit. */
export function isPrice(reason: unknown): boolean {
  return (
    typeof reason === 'string' &&
    /insufficient.?output|excessive.?input|too little received|slippage|f6c8e6b2/i.test(reason)
  )
}

/** The code of a failure that no wallet had a part in, as hosts hear it. */
export function codeOf(failure: SwapFailure): ErrorCode {
  if (failure === 'unsafe') return 'SWAP_UNSAFE'
  if (failure === 'unsupported') return 'SWAP_UNSUPPORTED'
  if (failure === 'funds' || failure === 'fee') return 'INSUFFICIENT_FUNDS'
  return noRoute.includes(failure) ? 'SWAP_NO_ROUTE' : 'SWAP_FAILED'
}

const noRoute: readonly SwapFailure[] = ['no-route', 'liquidity', 'too-small', 'tax', 'token', 'blocked']
