import type { Simulation } from 'latchkey/evmcodec'
import type { Fact } from './approvalView.ts'
import { moneyWords, tokenKey } from './moneyWords.ts'
import type { Telling } from './telling.ts'

const unknown = '—'

/** What a node says that goes out of the account and comes into it, one line each. */
export function outcomeFacts(
  simulation: Simulation | undefined,
  telling: Telling,
  /** The account pays no fee. */
  isSponsored = false,
): readonly Fact[] {
  const label = 'Your balance'
  if (simulation?.at !== 'works' || !simulation.changes) return [{ label, value: unknown }]
  if (simulation.changes.length === 0)
    return [{ label, value: isSponsored ? 'no change' : 'no change but the fee' }]
  return simulation.changes.map(({ asset: { address }, change }) => {
    const isOut = change < 0n
    const { value, ...more } = moneyWords(isOut ? -change : change, address, telling)
    const isListed = address !== undefined && telling.tokens[tokenKey(address)]?.isListed === true
    return {
      label: isOut ? 'You pay' : 'You get',
      value: `${isOut ? '−' : '+'}${value}`,
      ...more,
      ...(address !== undefined && !isListed && { contract: address }),
    }
  })
}
