import type { ProviderInfo } from './announceProvider.ts'
import type { StandardWalletInfo } from './createSolanaWallet.ts'

const name = 'Latchkey'
/** A key of the interface's own set (lucide, ISC) on the card's plain ground. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="-12 -12 48 48" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path fill="#202020" stroke="none" d="M-12-12h48v48h-48z"/><path d="m15.5 7.5 2.3 2.3a1 1 0 0 0 1.4 0l2.1-2.1a1 1 0 0 0 0-1.4L19 4"/><path d="m21 2-9.6 9.6"/><circle cx="7.5" cy="15.5" r="5.5"/></svg>'

/**
 * How the wallet of a frame names itself (EIP-6963): by the domain of who runs it, reversed, so that one and the same wallet
 * keeps its name across visits. `id` is 32 hex characters, new for each announcement's life.
 */
export function walletInfo(frame: string, id: string): ProviderInfo {
  return {
    uuid: `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-a${id.slice(17, 20)}-${id.slice(20, 32)}`,
    name,
    icon: `data:image/svg+xml,${encodeURIComponent(picture)}`,
    rdns: new URL(frame).hostname.split('.').reverse().join('.'),
  }
}

/** How it names itself where a name and an icon in base64 are all (Wallet Standard). */
export const standardInfo: StandardWalletInfo = {
  name,
  icon: `data:image/svg+xml;base64,${btoa(picture)}`,
}
