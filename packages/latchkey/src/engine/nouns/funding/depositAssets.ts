import { parseCaipAsset } from '../../../contract/caip19.ts'
import type { WireExchangeAsset } from '../../../contract/exchange.ts'
import type { Network } from '../../../contract/network.ts'
import { readsAsAmount } from '../../../contract/readsAsAmount.ts'
import { cleanName } from '../identity/cleanName.ts'
import type { DepositAsset } from './funding.ts'

const longestSymbol = 16

/** The services' list as it is offered: only assets of this network, each once, with names that can be shown (T67). */
export function depositAssets(
  listed: readonly WireExchangeAsset[],
  network: Network,
): readonly DepositAsset[] {
  const seen = new Set<string>()
  return listed.flatMap(wire => {
    const parsed = parseCaipAsset(wire.asset)
    if (parsed?.network !== network.caipNetworkId || seen.has(wire.asset)) return []
    seen.add(wire.asset)
    const icon = wire.iconUrl === null ? {} : { iconUrl: wire.iconUrl }
    const { asset } = wire
    // The host says what its network's currency is called, and how many decimals it has.
    if (parsed.kind === 'slip44') {
      const { name, symbol, decimals } = network.nativeCurrency
      return { asset, shown: { symbol, decimals }, name, ...icon }
    }
    const address = parsed.reference
    const short = address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
    const own = [...(cleanName(wire.symbol) ?? '')].slice(0, longestSymbol).join('')
    const symbol = own === '' || readsAsAmount(own) ? short : own
    const shown = { address, symbol, decimals: wire.decimals }
    return { asset, shown, name: cleanName(wire.name) ?? symbol, ...icon }
  })
}
