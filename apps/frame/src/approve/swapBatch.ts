import type { EffectWords, Warning } from './approvalView.ts'
import { type Effect, flattenEffects } from './effects/effect.ts'
import { outlookOf } from './effects/exchange.ts'
import { effectWords, isSame, type Told, tokenLine } from './effectWords.ts'
import { amountWords } from './moneyWords.ts'
import type { Telling } from './telling.ts'

type Swap = Extract<Effect, { is: 'swap' }>
type Grant = Extract<Effect, { is: 'allowance' }>

const excess = 'It allows spending more than the swap needs, or by another address.'

/** A swap and the approval that it uses up, told as one. */
export interface SwapBatch extends Told {
  readonly title: string
}

/**
 * A batch of a swap at a known router and the approval for it, in words: exactly what the swap takes, for its router alone, and before it;
 * zero may stand before that and after the swap. Undefined for every other batch, and unless a node says that the swap is paid for (T58).
 */
export function swapBatchOf(
  effects: readonly Effect[],
  tellings: readonly Telling[],
  /** All of it happens, or nothing. */
  isOne = false,
): SwapBatch | undefined {
  const at = effects.findIndex(({ is }) => is === 'swap')
  const [swap, telling] = [effects[at], tellings[at]]
  if (swap?.is !== 'swap' || !telling) return undefined
  const [pays, ...others] = swap.pays
  const [gets, ...more] = swap.gets
  if (!pays?.token || !gets || others.length + more.length > 0) return undefined
  const { token } = pays
  const amounts = effects.flatMap((each, place) => (place === at ? [] : [grantOf(each, swap, token)]))
  const [before, after] = [amounts.slice(0, at), amounts.slice(at)]
  const isExact = before.at(-1) === pays.amount && before.length <= 2
  const isZeroElse = [...before.slice(0, -1), ...after].every(amount => amount === 0n) && after.length <= 1
  // The number of a collectible is one of them, and zero is one too.
  const isToken = telling.tokens[token.toLowerCase()]?.isCollection === false
  if (!isExact || !isZeroElse || !isToken || outlookOf(swap, telling.outcome) !== 'paid') return undefined
  const paid = amountWords(pays.amount, token, telling)
  return {
    ...tell(swap, telling, `${paid}, no more${after.length > 0 ? ', and revoked after it' : ''}`, isOne),
    title: `Swap ${paid} for at least ${amountWords(gets.amount, gets.token, telling)}`,
  }
}

function tell(swap: Swap, telling: Telling, allowed: string, isOne: boolean): Told {
  // The title says that it is a swap.
  const {
    words: [, ...words],
    warnings,
    asksTwice,
  } = effectWords(swap, telling)
  const grant: EffectWords = { label: 'Allow it to spend', value: allowed }
  const parts: Warning = {
    tone: 'warning',
    text: 'These are separate transactions. If the swap fails, the permission stays until you revoke it.',
  }
  return {
    words: [...words, grant, ...tokenLine(swap.pays[0]?.token, telling)],
    warnings: isOne ? warnings : [...warnings, parts],
    asksTwice,
  }
}

/** The amount of an approval for a swap; undefined for anything else. */
function grantOf(effect: Effect, swap: Swap, token: string): bigint | undefined {
  if (effect.is !== 'allowance' || effect.isMore || effect.signed || effect.until !== undefined)
    return undefined
  return isSame(effect.token, token) && isSame(effect.spender, swap.by) ? effect.amount : undefined
}

/** The reason to ask twice where approvals beside a swap go beyond what it takes; empty without a swap. */
export function findExcessGrants(effects: readonly Effect[]): readonly string[] {
  const flat = flattenEffects(effects)
  const swaps = flat.filter((each): each is Swap => each.is === 'swap')
  const grants = flat.filter((each): each is Grant => each.is === 'allowance' && each.amount !== 0n)
  const isBeyond = grants.some(grant => {
    const taken = swaps
      .filter(({ by }) => isSame(by, grant.spender))
      .flatMap(({ pays }) => pays.filter(({ token }) => token !== undefined && isSame(token, grant.token)))
      .reduce((sum, { amount }) => sum + amount, 0n)
    return grant.isMore || grant.amount === undefined || grant.amount > taken
  })
  return swaps.length > 0 && isBeyond ? [excess] : []
}
