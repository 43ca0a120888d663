import type { Simulation } from 'latchkey/evmcodec'
import { type Effect, flattenEffects } from './effects/effect.ts'
import { isOfOthers } from './effectWords.ts'
import type { Telling } from './telling.ts'

const untold = 'The network’s preview shows more leaving your account than this request says.'

/**
 * The reason to ask twice where a node foresees that more leaves than the explained effects say, such as by an allowance
 * that a contract had before. Nothing where an effect is unknown, which is a reason already.
 */
export function findUntoldLoss(
  effects: readonly Effect[],
  simulation: Simulation | undefined,
  telling: Telling,
): readonly string[] {
  if (simulation?.at !== 'works' || !simulation.changes) return []
  const flat = flattenEffects(effects)
  if (flat.some(({ is }) => is === 'unknown')) return []
  const told = new Map<string, bigint>()
  for (const { token, amount } of flat.flatMap(effect => outgoing(effect, telling))) {
    const key = token?.toLowerCase() ?? ''
    told.set(key, (told.get(key) ?? 0n) + amount)
  }
  const isMore = simulation.changes.some(
    ({ asset, change }) => -change > (told.get(asset.address?.toLowerCase() ?? '') ?? 0n),
  )
  return isMore ? [untold] : []
}

interface Outgoing {
  readonly token?: string
  readonly amount: bigint
}

/** What an effect says that leaves the account. */
function outgoing(effect: Effect, telling: Telling): readonly Outgoing[] {
  switch (effect.is) {
    case 'transfer':
      return isOfOthers(effect, telling) ? [] : [effect]
    case 'wrap':
      return [{ amount: effect.amount }]
    case 'unwrap':
      return [effect]
    case 'swap':
      return effect.pays
    case 'deploy':
      return effect.value === undefined ? [] : [{ amount: effect.value }]
    default:
      return []
  }
}
