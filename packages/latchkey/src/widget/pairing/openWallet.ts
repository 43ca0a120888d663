import { rememberLink } from '../../engine/pair/linkChoice.ts'
import { openLink } from '../../engine/pair/openLink.ts'
import type { WalletLink } from '../../engine/pair/walletLinks.ts'

/** Opens a wallet in the task of the tap, and keeps which one it was for its requests. */
export function openWallet(link: WalletLink, opened: () => void): void {
  openLink(link)
  rememberLink(link.choice)
  opened()
}
