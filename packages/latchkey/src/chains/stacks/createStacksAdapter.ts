import { foldStacksAddress } from '../../addresses/stacksAddress.ts'
import type { ChainAdapter } from '../../contract/adapter.ts'
import { createPlainAdapter } from '../plain/createPlainAdapter.ts'
import { bindStacks } from './bindStacks.ts'
import { stacksBalance } from './stacksBalance.ts'
import { isStacksAddress, isStacksAddressOn } from './stacksNetworks.ts'

/** SIP-030's words for a visitor's no: refused, cancelled, and access denied. */
const refusals: readonly number[] = [-32_000, -31_001, -32_002]

/** The adapter for accounts of Stacks. */
export function createStacksAdapter(): ChainAdapter {
  return createPlainAdapter({
    namespace: 'stacks',
    bind: bindStacks,
    bindPaired: async provider => (await import('./bindPaired.ts')).bindPaired(provider),
    isAddress: isStacksAddress,
    isAddressOn: isStacksAddressOn,
    formatAddress: foldStacksAddress,
    nativeBalance: stacksBalance,
    isRefusal: ({ code }) => code !== undefined && refusals.includes(code),
  })
}
