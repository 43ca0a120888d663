import type { Simulation } from 'latchkey/evmcodec'
import type { Telling } from '../telling.ts'
import type { SolanaEffect } from './solanaEffect.ts'
import { mintOf } from './solanaWords.ts'

const untold = 'The network’s preview shows more leaving your account than this request says.'

/**
 * The reason to ask twice where a node foresees that more leaves than the explained effects say. Nothing where an effect is
 * unknown, which is a reason already.
 */
export function findUntoldSolana(
  effects: readonly SolanaEffect[],
  simulation: Simulation | undefined,
  telling: Telling,
): readonly string[] {
  if (simulation?.at !== 'works' || !simulation.changes) return []
  if (effects.some(({ is }) => is === 'unknown')) return []
  const told = new Map<string, bigint>([['', lamportsOut(effects, telling)]])
  for (const effect of effects) {
    const mint =
      effect.is === 'tokenTransfer'
        ? mintOf(effect.from, effect.mint, telling)
        : effect.is === 'burn'
          ? effect.mint
          : undefined
    if (mint !== undefined && 'amount' in effect) told.set(mint, (told.get(mint) ?? 0n) + effect.amount)
    // What was handed over is gone whole, and said so.
    if (effect.is === 'authority') return []
    // A closed account of wrapped SOL gives its tokens back as SOL.
    const closed = effect.is === 'close' ? telling.holders?.[effect.account]?.mint : undefined
    if (closed !== undefined) told.set(closed, 1n << 64n)
  }
  return simulation.changes.some(({ asset, change }) => -change > (told.get(asset.address ?? '') ?? 0n))
    ? [untold]
    : []
}

/** Lamports that leave the account by what the transaction says, and by the deposits that nodes foresee; without the fee. */
export function lamportsOut(effects: readonly SolanaEffect[], telling: Telling): bigint {
  const { account, deposits = {} } = telling
  let sum = 0n
  const made = new Set<string>()
  for (const effect of effects) {
    if ((effect.is === 'transfer' || effect.is === 'create') && effect.from === account) sum += effect.amount
    if (effect.is === 'makeAccount' && effect.payer === account && !made.has(effect.account)) {
      made.add(effect.account)
      sum += deposits[effect.account] ?? 0n
    }
  }
  return sum
}
