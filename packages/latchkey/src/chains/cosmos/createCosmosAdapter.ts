import type { ChainAdapter } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import { createPlainAdapter } from '../plain/createPlainAdapter.ts'
import { bindKeplr } from './bindKeplr.ts'
import { isCosmosAddress, isOnNetwork } from './cosmosAddress.ts'
import { cosmosBalance } from './cosmosBalance.ts'
import { findKeplr } from './findKeplr.ts'
import { isKeplrRefusal } from './isKeplrRefusal.ts'

/** The cosmos adapter over wallets with Keplr's interface and over the relay. @param page where the wallets' events come. */
export function createCosmosAdapter(page = globalThis as unknown as EventTarget): ChainAdapter {
  return createPlainAdapter({
    namespace: 'cosmos',
    isAddress: isCosmosAddress,
    isAddressOn: isOnNetwork,
    formatAddress: address => address,
    nativeBalance: cosmosBalance,
    isRefusal: isKeplrRefusal,
    bind: provider => {
      const own = findKeplr(page).find(found => found.provider === provider)
      return bindKeplr(provider, page, own?.wallet.changed)
    },
    bindPaired: async provider =>
      (
        await import('./bindPaired.ts').catch((cause: unknown) => {
          throw createError('CHUNK_FAILED', { cause })
        })
      ).bindPaired(provider),
  })
}
