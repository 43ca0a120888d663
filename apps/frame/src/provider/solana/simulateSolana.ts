import type { RpcRequest } from 'latchkey/contract'
import { type BalanceChange, fieldOf, itemsOf, type Simulation, textOf } from 'latchkey/evmcodec'
import { type SeenAccount, toAccounts } from './readAccounts.ts'
import { toTokenAccount } from './tokenAccount.ts'

/** A list longer than this is not read by anyone: it counts as unknown, so that none is left out. */
const mostChanges = 20

/** What a node foresees of a transaction. */
export interface Foreseen {
  readonly simulation: Simulation
  /** Lamports that come into accounts that it makes. */
  readonly deposits: Readonly<Record<string, bigint>>
}

/**
 * Has a node run a transaction, and compares every account that it may change with what was there before: the account's own
 * lamports, without the fee, and the tokens that are the account's. Without accounts to compare, or the fee, the changes are
 * unknown.
 */
export async function simulateSolana(
  nodes: RpcRequest,
  asked: {
    readonly account: string
    /** Base64. */
    readonly wire: string
    /** Accounts that it may change; undefined where they are not all known. */
    readonly touched: readonly string[] | undefined
    /** The same before it, at their places; null for one that is not there. */
    readonly before: readonly (SeenAccount | null)[] | undefined
    /** The fee that the account pays; undefined: unknown. */
    readonly paid: bigint | undefined
  },
  signal: AbortSignal,
): Promise<Foreseen> {
  const { account, wire, touched = [account], before, paid } = asked
  const request = [
    wire,
    {
      encoding: 'base64',
      sigVerify: false,
      replaceRecentBlockhash: true,
      commitment: 'processed',
      accounts: { encoding: 'base64', addresses: touched },
    },
  ]
  const answer = await nodes('simulateTransaction', request, signal).catch(() => undefined)
  const value = fieldOf(answer, 'value')
  const error = fieldOf(value, 'err')
  if (typeof value !== 'object' || value === null || error === undefined)
    return { simulation: { at: 'unknown' }, deposits: {} }
  if (error !== null) {
    const logs = itemsOf(fieldOf(value, 'logs'), 100) ?? []
    const reason = textOf(
      logs.findLast(each => typeof each === 'string' && /failed|error/i.test(each)),
      120,
    )
    return { simulation: { at: 'fails', ...(reason !== undefined && { reason }) }, deposits: {} }
  }
  const after = toAccounts(fieldOf(value, 'accounts'), touched.length)
  if (!after || before?.length !== touched.length || asked.touched === undefined || paid === undefined)
    return { simulation: { at: 'works' }, deposits: {} }
  const changes = changesOf(account, { touched, before, after, paid })
  return {
    simulation: { at: 'works', ...(changes.length <= mostChanges && { changes }) },
    deposits: Object.fromEntries(
      touched.flatMap((address, at) => {
        const [had, has] = [before[at], after[at]]
        return !had?.lamports && has && has.lamports > 0n && address !== account
          ? [[address, has.lamports]]
          : []
      }),
    ),
  }
}

function changesOf(
  account: string,
  seen: {
    readonly touched: readonly string[]
    readonly before: readonly (SeenAccount | null)[]
    readonly after: readonly (SeenAccount | null)[]
    readonly paid: bigint
  },
): readonly BalanceChange[] {
  const { touched, before, after, paid } = seen
  const own = touched.indexOf(account)
  const lamports = own < 0 ? 0n : (after[own]?.lamports ?? 0n) - (before[own]?.lamports ?? 0n) + paid
  const sums = new Map<string, bigint>()
  for (const [sign, accounts] of [
    [-1n, before],
    [1n, after],
  ] as const)
    for (const each of accounts) {
      const held = toTokenAccount(each)
      if (held?.owner === account) sums.set(held.mint, (sums.get(held.mint) ?? 0n) + sign * held.amount)
    }
  const tokens = [...sums].map(([address, change]) => ({ asset: { address }, change }))
  return [{ asset: {}, change: lamports }, ...tokens]
    .filter(({ change }) => change !== 0n)
    .toSorted((a, b) => (a.change < b.change ? -1 : 1))
}
