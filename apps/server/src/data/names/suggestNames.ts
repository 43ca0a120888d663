import type { NameSuggestions } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { isReserved, refusalsOf } from './checkName.ts'
import { findHeld } from './findNames.ts'
import { skeletonOf } from './skeletonOf.ts'

/** Proposals beside the wanted name. */
const proposals = 5
const endings = ['eth', 'xyz', 'dao', 'art', 'web', 'fun', '2', '3', '7', '42', '88', '99', '365']
const beginnings = ['the', 'my', 'hey']

/** The wanted label, then free ones like it. */
export async function suggestNames(
  store: Pick<Store, 'db'>,
  options: { readonly zone: string; readonly label: string },
): Promise<NameSuggestions> {
  const { zone, label } = options
  const like = [
    ...endings.map(ending => `${label}-${ending}`),
    ...endings.map(ending => `${label}${ending}`),
    ...beginnings.map(beginning => `${beginning}-${label}`),
  ].filter(candidate => refusalsOf(candidate).length === 0 && !isReserved(candidate))
  const held = await findHeld(store, zone, [label, ...like].map(skeletonOf))
  const isHeld = (candidate: string) => held.has(skeletonOf(candidate))
  return {
    suggestions: [
      { name: `${label}.${zone}`, registered: isHeld(label) || isReserved(label) },
      ...like
        .filter(candidate => !isHeld(candidate))
        .slice(0, proposals)
        .map(candidate => ({ name: `${candidate}.${zone}`, registered: false })),
    ],
  }
}
