import { addressKey } from '../../../data/namespaces/namespaces.ts'
import type { ConvertAsk } from '../convertProvider.ts'

/** Whether a network's own currency is wrapped or unwrapped, one for one: that needs no provider, and none is asked for it. */
export function isWrapping({ chain, toChain, sell, buy }: ConvertAsk): boolean {
  const [one, other] = [sell.address ?? chain.wrapped, buy.address ?? toChain.wrapped]
  const isOne = sell.address === undefined || buy.address === undefined
  if (chain.id !== toChain.id || !isOne || one === undefined || other === undefined) return false
  return addressKey(chain.id, one) === addressKey(chain.id, other)
}
