import { isLoopbackOrigin } from 'latchkey/services'
import { addressKey, isChainAddress } from '../../../data/namespaces/namespaces.ts'
import type { MoneyAsset } from '../../credits/resolveAsset.ts'

/** What a page's URL calls the account that receives. */
const receiverName = /wallet|address|recipient|destination|receiver/i
/** Addresses that no other word looks like. */
const plainAddress = /0x[0-9a-f]{40}(?![0-9a-f])/gi

/**
 * Why a provider's page may not be opened (T71): it is on none of the provider's hosts, or names another receiver than the order's. Undefined where it may.
 */
export function checkOrderUrl(
  text: string,
  order: { readonly hosts: readonly string[]; readonly asset: MoneyAsset; readonly recipient: string },
): string | undefined {
  const { hosts, asset, recipient } = order
  if (text.length > 8_192 || !URL.canParse(text)) return 'no URL'
  const url = new URL(text)
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackOrigin(url.origin))
  if (!isSecure) return 'not https'
  if (url.username !== '' || url.password !== '') return 'a user name in the URL'
  if (!hosts.includes(url.host)) return 'another host'
  const network = asset.chain.id
  const allowed = new Set([recipient, asset.contract ?? recipient].map(each => addressKey(network, each)))
  const fragment = new URLSearchParams(url.hash.slice(1))
  const named = [...url.searchParams, ...fragment].flatMap(([name, value]) =>
    receiverName.test(name) ? value.split(/[^0-9A-Za-z]+/) : [],
  )
  const whole = [text, ...[...url.searchParams, ...fragment].flat()]
  const found = [...named, ...whole.flatMap(each => each.match(plainAddress) ?? [])]
  const isOther = found.some(each => isChainAddress(network, each) && !allowed.has(addressKey(network, each)))
  return isOther ? 'another receiver' : undefined
}
