import { hostileAnnouncements } from './hostileAnnouncements.ts'

/**
 * Announces hostile wallets by EIP-6963, now and on each request: all of them, unless `ids` names some. Returns a
 * function that stops it.
 * @throws TypeError for an id that does not exist.
 */
export function announceHostile(
  options: { readonly ids?: readonly string[]; readonly target?: EventTarget } = {},
): () => void {
  const { ids, target = window } = options
  const known = hostileAnnouncements()
  const unknown = ids?.find(id => !known.some(announcement => announcement.id === id))
  if (unknown !== undefined) throw new TypeError(`There is no hostile announcement "${unknown}".`)
  const details = known
    .filter(({ id }) => ids?.includes(id) ?? true)
    .flatMap(announcement => announcement.details())
  const announce = () => {
    for (const detail of details) {
      target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}
