import { parseSuiAddress } from '../../addresses/suiAddress.ts'
import type { ChainAdapter } from '../../contract/adapter.ts'
import { createPlainAdapter } from '../plain/createPlainAdapter.ts'
import { isRefusalInWords } from '../standard/isRefusalInWords.ts'
import { bindStandard } from './bindStandard.ts'
import { suiBalance } from './suiBalance.ts'

/**
 * The sui adapter over wallets of Wallet Standard and over the relay. Sui's payment links all name an amount and a nonce, so that what is
 * scanned to receive is the address alone.
 */
export function createSuiAdapter(): ChainAdapter {
  return createPlainAdapter({
    namespace: 'sui',
    bind: bindStandard,
    bindPaired: async provider => (await import('./bindPaired.ts')).bindPaired(provider),
    isAddress: (value): value is string => parseSuiAddress(value) !== undefined,
    formatAddress: address => parseSuiAddress(address) ?? address,
    isRefusal: isRefusalInWords,
    nativeBalance: suiBalance,
  })
}
