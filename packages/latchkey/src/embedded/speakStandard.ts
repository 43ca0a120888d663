import { createSolanaWallet } from './createSolanaWallet.ts'
import { registerStandardWallet } from './registerStandardWallet.ts'
import type { Speak } from './speak.ts'
import { standardInfo } from './walletInfo.ts'

/** The login as a wallet of Wallet Standard, which other code of the page finds by that standard's events. */
export const speakStandard: Speak = ({ networks, network, page, ...options }) => {
  const [first, ...more] = networks
  if (first === undefined) return undefined
  let at = network !== undefined && networks.includes(network) ? network : first
  let { frame } = options
  const life = new AbortController()
  const made = {
    ...options,
    async revive() {
      frame = await options.revive()
      return frame
    },
    networks: [first, ...more] as const,
    network: () => at,
    info: standardInfo,
    signal: life.signal,
  }
  return {
    // What the widget sends is sent by the wallet, as with EIP-1193: its visitor presses "Send", not "Sign".
    provider: createSolanaWallet({ ...made, signs: false }),
    announce() {
      if (!page) return () => {}
      // A wallet of its own: a library that disconnects it lets go of nothing but its own account.
      const { loggedOut: _, ...shared } = made
      return registerStandardWallet(page, createSolanaWallet(shared))
    },
    // Each request names its network: the frame only takes back what waits for another one (T61).
    moved(chainId) {
      at = chainId
      frame.request('SWITCH_NETWORK', { chainId }).catch(() => undefined)
    },
    end: () => life.abort(),
    destroy: () => life.abort(),
  }
}
