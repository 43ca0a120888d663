import type { CaipNetworkId } from '../../contract/caip.ts'
import type { ChainAliases, RequestedNamespaces } from '../pairing.ts'
import type { SettledNamespaces } from './wireNamespaces.schema.ts'

/** Returns the old ids of the requested chains; undefined when there are none. */
export function aliasesOf(asked: RequestedNamespaces): ChainAliases | undefined {
  const aliases = Object.assign({}, ...Object.values(asked).map(part => part.aliases)) as ChainAliases
  return Object.keys(aliases).length > 0 ? aliases : undefined
}

/** Today's id of a chain, or of the chain of an account. */
export function toToday<Id extends string>(id: Id, aliases: ChainAliases | undefined): Id {
  for (const [old, today] of Object.entries(aliases ?? {})) {
    if (id === old || id.startsWith(`${old}:`)) return (today + id.slice(old.length)) as Id
  }
  return id
}

/** Returns the granted namespaces with today's ids. */
export function settledToday(
  settled: SettledNamespaces,
  aliases: ChainAliases | undefined,
): SettledNamespaces {
  if (!aliases) return settled
  const today = (ids: readonly string[]) => ids.map(id => toToday(id, aliases))
  const parts = Object.entries(settled).map(([key, part]) => [
    toToday(key, aliases),
    { ...part, accounts: today(part.accounts), ...(part.chains && { chains: today(part.chains) }) },
  ])
  return Object.fromEntries(parts) as SettledNamespaces
}

/** Today's id → the old one, of chains that a wallet granted by their old id alone: it is asked by that. */
export function oldIdsOf(
  settled: SettledNamespaces,
  aliases: ChainAliases | undefined,
): Readonly<Record<string, CaipNetworkId>> | undefined {
  const said = Object.entries(settled).flatMap(([key, { accounts, chains }]) => [
    key,
    ...accounts,
    ...(chains ?? []),
  ])
  const says = (id: string) => said.some(each => each === id || each.startsWith(`${id}:`))
  const old = Object.entries(aliases ?? {}).filter(([id, today]) => says(id) && !says(today))
  return old.length > 0
    ? Object.fromEntries(old.map(([id, today]) => [today, id as CaipNetworkId]))
    : undefined
}
