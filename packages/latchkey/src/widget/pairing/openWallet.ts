import { rememberLink } from '../../engine/flows/pair/linkChoice.ts'
import { openLink } from '../../engine/flows/pair/openLink.ts'
import type { WalletLink } from '../../engine/flows/pair/walletLinks.ts'

/** Opens a wallet in the task of the tap, and keeps which one it was for its requests. */
export function openWallet(link: WalletLink, opened: () => void): void {
  openLink(link)
  rememberLink(link.choice)
  opened()
}
