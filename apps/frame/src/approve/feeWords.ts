import { toDecimalString } from 'latchkey/contract'
import type { ApprovalProgress } from '../provider/approval.ts'
import type { NetworkFacts } from '../provider/networkFacts.ts'
import type { Fact, Warning } from './approvalView.ts'
import { coins } from './effectWords.ts'

/** What the network takes at most, as far as it is known. */
export function feeFact({ fee, at }: ApprovalProgress, { nativeCurrency }: NetworkFacts): Fact {
  const label = 'Network fee, at most'
  if (!fee) return { label, value: at === 'asking' ? 'Looking it up…' : '—' }
  return { label, value: `${cut(toDecimalString(fee))} ${nativeCurrency.symbol || coins}` }
}

/** Warns of a fee that could not be shown (T62). */
export function feeWarnings({ at, fee }: ApprovalProgress): readonly Warning[] {
  if (at === 'asking' || fee) return []
  return [{ tone: 'danger', text: 'What the network takes for it could not be found out.' }]
}

/** Fees are not checked to the last digit: six that say something, rounded up so that it is still the most. */
function cut(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  const lead = /^0*/.exec(fraction)?.[0].length ?? 0
  const places = whole === '0' ? lead + 4 : 6
  if (fraction.length <= places) return text
  const scaled = BigInt(whole + fraction.slice(0, places)) + 1n
  return toDecimalString({ value: scaled, decimals: places })
}
