import { type CaipNetworkId, namespaceOf } from 'latchkey/contract'
import { evmNodes } from './evmNodes.ts'
import type { NodeLanguage } from './nodeLanguage.ts'
import { solanaNodes } from './solanaNodes.ts'

/** The language of a chain's nodes. */
export function languageOf(chain: CaipNetworkId): NodeLanguage {
  return namespaceOf(chain) === 'solana' ? solanaNodes : evmNodes
}
