import type { WalletLink } from './walletLinks.ts'

/**
 * Opens a wallet. In the task of a tap, or the system does not let it: a link is pressed for the visitor, because a window
 * that is opened by a script stays behind empty in some browsers.
 */
export function openLink({ href, target }: Pick<WalletLink, 'href' | 'target'>): void {
  const link = document.createElement('a')
  link.href = href
  link.target = target
  link.rel = 'noreferrer noopener'
  link.click()
}
