import { announceProvider } from './announceProvider.ts'
import { createEmbeddedProvider } from './createEmbeddedProvider.ts'
import type { Speak } from './speak.ts'
import { walletInfo } from './walletInfo.ts'

/** The login as an EIP-1193 provider, which other code of the page finds by EIP-6963. */
export const speakEip1193: Speak = ({ endpoint, id, page, ...options }) => {
  const provider = createEmbeddedProvider(options)
  return {
    provider,
    announce: () => (page ? announceProvider(page, { provider, info: walletInfo(endpoint, id) }) : () => {}),
    // Other code of the page may keep it for good: EIP-6963 tells of wallets that come, never of one that goes.
    end: () => provider.end(),
    destroy: () => provider.destroy(),
  }
}
