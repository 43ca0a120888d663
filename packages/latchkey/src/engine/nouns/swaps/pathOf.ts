import { addressOf, networkIdOf } from '../../../contract/caip.ts'
import type { WireQuote } from '../../../contract/convert.ts'
import { isSameId, type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { type AskedQuote, tokenIdOf } from './askedQuote.ts'

/** Keys of the tokens that a swap goes through, from `sell` to `buy`; undefined for a route in parts, or one that leaves the network. */
export function pathOf(
  route: WireQuote['route'],
  { network, sell, buy }: Pick<AskedQuote, 'network' | 'sell' | 'buy'>,
  spelling: Spelling,
): readonly string[] | undefined {
  const ends = [tokenIdOf(network, sell), ...route.map(({ to }) => to)]
  const isWhole = route.every(
    ({ share, from, to }, at) =>
      share === 10_000 &&
      networkIdOf(to) === network.caipNetworkId &&
      isSameId(from, ends[at] as typeof from, spelling),
  )
  const last = ends.at(-1)
  if (!isWhole || last === undefined || !isSameId(last, tokenIdOf(network, buy), spelling)) return undefined
  return [sell.key, ...ends.slice(1, -1).map(id => spelledOnce(addressOf(id), spelling)), buy.key]
}
