import type { CaipNetworkId } from 'latchkey/contract'
import type { ApprovedWork } from './createApprovals.ts'
import type { ReadPrices } from './createPrices.ts'
import type { ProviderClock } from './deps.ts'

/** Milliseconds between two requests, and the age from which a price is not shown. */
const every = 60_000
const oldest = 180_000

/**
 * Requests prices while an approval is open, again each minute, and withdraws them when the services do not answer for
 * three. Returns the function that adds tokens.
 */
export function watchPrices(
  deps: { readonly prices: ReadPrices; readonly clock: ProviderClock },
  chainId: CaipNetworkId,
  update: ApprovedWork['update'],
  signal: AbortSignal,
): (tokens: readonly string[]) => void {
  const { clock } = deps
  const wanted = new Set<string>()
  let knownAt = Number.NEGATIVE_INFINITY
  let turn = 0
  let stop = () => {}
  signal.addEventListener('abort', () => stop(), { once: true })

  async function ask(): Promise<void> {
    const own = ++turn
    stop()
    stop = clock.after(every, () => void ask())
    const answer = await deps.prices({ chainId, tokens: [...wanted] }, signal).catch(() => undefined)
    if (signal.aborted || own !== turn) return
    if (answer) {
      knownAt = clock.now()
      update({ prices: answer, pricedAt: knownAt })
    } else if (clock.now() - knownAt >= oldest) update({ prices: {} })
  }

  return tokens => {
    const before = wanted.size
    for (const token of tokens) wanted.add(token)
    if (wanted.size > before && !signal.aborted) void ask()
  }
}
