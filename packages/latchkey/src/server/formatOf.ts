import type { CaipNetworkId } from '../contract/caip.ts'
import type { NetworkFormat } from '../contract/network.ts'
import * as bitcoin from '../contract/networks/bitcoin.ts'
import * as cosmos from '../contract/networks/cosmos.ts'
import * as polkadot from '../contract/networks/polkadot.ts'

/** What addresses look like on chains of the host's own, by chain: `{ 'cosmos:elm-1': { prefix: 'elm' } }` (SPEC §5 "Sign-in"). */
export type SignInFormats = Readonly<Record<CaipNetworkId, NetworkFormat>>

/** The formats of the networks of `latchkey/networks`. */
const known: ReadonlyMap<CaipNetworkId, NetworkFormat> = new Map(
  [bitcoin, cosmos, polkadot].flatMap(networks =>
    Object.values(networks).map(({ caipNetworkId, format }) => [caipNetworkId, format] as const),
  ),
)

/** Returns the format of a chain: the host's word, else that of `latchkey/networks`; empty for a chain that neither names. */
export function formatOf(chain: CaipNetworkId, formats: SignInFormats = {}): NetworkFormat {
  return (Object.hasOwn(formats, chain) ? formats[chain] : known.get(chain)) ?? {}
}
