import { isSameAddress, swapRouters, textOf } from 'latchkey/evmcodec'
import { tokenKey } from './moneyWords.ts'
import type { Telling } from './telling.ts'

/** Who an address belongs to, by a source that was checked: never by the page's words. */
export interface Who {
  readonly name?: string
  /** How it is known. */
  readonly note?: string
  /**
   * It is exactly an address that is known: no look-alike, so that its short form can be read (T63). A name from a service
   * does not make it one.
   */
  readonly isKnown: boolean
}

const longestName = 40

/** Names an address: the account itself, the project's own by the operator's registry, a pinned router, or a checked name. */
export function whoIs(
  address: string,
  { account, chainId, payee, known, names = {} }: Omit<Telling, 'tokens' | 'network' | 'isAsking'>,
): Who {
  const key = tokenKey(address)
  if (isSameAddress(address, account)) return { name: 'your own account', isKnown: true }
  const isBefore = known.some(each => isSameAddress(each, address))
  const before = isBefore ? { note: 'You’ve sent to this address before.' } : {}
  if (payee?.addresses.some(each => isSameAddress(each, address))) {
    const name = textOf(payee.name, longestName)
    if (name !== undefined) return { name, ...before, isKnown: true }
  }
  const id = Number(chainId.slice(chainId.indexOf(':') + 1))
  const pinned = Object.hasOwn(swapRouters, id) ? Object.values(swapRouters[id] ?? {}).flat() : []
  if (pinned.some(each => each === key)) return { name: 'Uniswap', isKnown: true }
  const name = Object.hasOwn(names, key) ? names[key] : undefined
  // Empty until it was read: nothing is said of a first time then.
  const first = known.length > 0 && !isBefore ? { note: 'You haven’t sent to this address from here.' } : {}
  return { ...(name !== undefined && { name }), ...before, ...first, isKnown: isBefore }
}
