import type { CaipNetworkId } from 'latchkey/contract'
import type { Address } from 'viem'

/** Where ENS itself has its universal resolver. */
export const universalResolvers: Readonly<Record<CaipNetworkId, Address>> = {
  'eip155:1': '0xeeeeeeee14d718c2b47d9923deab1335e144eeee',
  'eip155:11155111': '0xeeeeeeee14d718c2b47d9923deab1335e144eeee',
}
