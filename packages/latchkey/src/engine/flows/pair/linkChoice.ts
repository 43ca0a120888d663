import { isSafeLink } from '../../../contract/safeLink.ts'
import type { LinkChoice } from './walletLinks.ts'

/** Libraries of other makers read and write it too, so that a page that moves from one to another keeps its visitors. */
const key = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** Keeps which wallet was opened on this device; a page without storage forgets it. */
export function rememberLink({ href, name }: LinkChoice): void {
  try {
    localStorage.setItem(key, JSON.stringify({ href, name }))
  } catch {
    // Blocked or full: requests then wait in the wallet without bringing it to the front.
  }
}

/** The wallet that was opened last; undefined when there is none, or one that may not be opened. */
export function recallLink(): LinkChoice | undefined {
  try {
    const text = localStorage.getItem(key)
    if (text === null || text.length > 4_096) return undefined
    const { href, name } = JSON.parse(text) as Readonly<Record<string, unknown>>
    return isSafeLink(href) && typeof name === 'string' ? { href, name: name.slice(0, 64) } : undefined
  } catch {
    return undefined
  }
}

export function forgetLink(): void {
  try {
    localStorage.removeItem(key)
  } catch {}
}
