import { type FrameSite, mostFrameNetworks } from 'latchkey/services'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'

/** What the wallet's page calls the networks of CHAINS, in their order, up to 100; the others are named by their number. */
export function listNetworks({
  described,
}: Pick<ChainSettings, 'described'>): NonNullable<FrameSite['networks']> {
  return Object.fromEntries(
    described
      .slice(0, mostFrameNetworks)
      .map(({ id, name, nativeCurrency }) => [id, { name, nativeCurrency: { ...nativeCurrency } }]),
  )
}
