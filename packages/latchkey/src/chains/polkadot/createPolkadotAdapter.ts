import type { ChainAdapter } from '../../contract/adapter.ts'
import { createPlainAdapter } from '../plain/createPlainAdapter.ts'
import { bindInjected } from './bindInjected.ts'
import { isPolkadotAddress, isPolkadotAddressOn } from './polkadotAddress.ts'
import { polkadotBalance } from './polkadotBalance.ts'

/** The visitor's no, as extensions word it: they give no number. */
const refusal = /^(?:cancell?ed|rejected|(?:user )?(?:rejected|cancell?ed|denied)\b.*)$/i

/** The polkadot adapter over `injectedWeb3` and over the relay. The network is the page's own, and the address is written for it. */
export function createPolkadotAdapter(): ChainAdapter {
  return createPlainAdapter({
    namespace: 'polkadot',
    bind: bindInjected,
    bindPaired: async provider => (await import('./bindPaired.ts')).bindPaired(provider),
    isAddress: isPolkadotAddress,
    isAddressOn: isPolkadotAddressOn,
    formatAddress: address => address,
    nativeBalance: polkadotBalance,
    isRefusal: ({ message = '' }) => refusal.test(message),
  })
}
