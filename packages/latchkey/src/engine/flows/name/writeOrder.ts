import { isCaipNetworkId } from '../../../contract/caip.ts'
import { formatNameChange } from '../../../contract/nameChange.ts'
import { formatNameMessage, type NameNonce } from '../../../contract/profile.ts'
import { isLabel, labelIn } from '../../nouns/names/labelIn.ts'
import type { NameOrder } from './namingTransition.ts'

/**
 * The text that a wallet is shown and signs for an order. Undefined where the services' nonce is for another zone than the one the
 * visitor was told of, or the name is not one of it: such a text is never shown to a wallet.
 */
export function writeOrder(
  order: NameOrder,
  {
    zone,
    chain,
    nonce: { nonce, domain, ts },
  }: { readonly zone: string; readonly chain: string; readonly nonce: NameNonce },
): string | undefined {
  const { name } = order
  if (domain !== zone || !isLabel(labelIn(zone, name)) || !isCaipNetworkId(chain)) return undefined
  const signed = { name, domain, chain, nonce, ts }
  switch (order.action) {
    case 'register':
      return formatNameMessage({ ...signed, attributes: {} })
    case 'records':
      return formatNameChange({ action: 'records', ...signed, attributes: order.records })
    case 'transfer':
      return formatNameChange({ action: 'transfer', ...signed, to: order.to })
    default:
      return formatNameChange({ action: order.action, ...signed })
  }
}
