import { formatBitcoinAddress } from '../../addresses/bitcoinAddress.ts'
import type { ChainAdapter } from '../../contract/adapter.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import type { WalletFailure } from '../foreign/toWalletError.ts'
import { createPlainAdapter } from '../plain/createPlainAdapter.ts'
import type { PlainWallet } from '../plain/plainWallet.ts'
import { bindRegistered } from './bindRegistered.ts'
import { bindBitcoinStandard } from './bindStandard.ts'
import { bindUnisat } from './bindUnisat.ts'
import { isBitcoinAddress, isBitcoinAddressOn } from './bitcoinAddress.ts'
import { bitcoinBalance } from './bitcoinBalance.ts'
import { isPaired } from './isPaired.ts'
import { receiveUri } from './receiveUri.ts'
import { isBitcoinStandard, isUnisat, satsProviderOf } from './walletShapes.ts'

/** sats-connect's and SIP-030's numbers for a refusal and for a closed window. */
const refusals: readonly number[] = [-32000, -31001]
/** The words of wallets that give no number. */
const refusalWords =
  /user (?:has )?(?:rejected|denied|cancell?ed)|(?:rejected|denied|cancell?ed) by (?:the )?user/i

/** The bitcoin adapter over wallets of the registries, wallets in UniSat's shape, wallets of Wallet Standard, and over the relay. */
export function createBitcoinAdapter(): ChainAdapter {
  return createPlainAdapter({
    namespace: 'bip122',
    bind,
    bindPaired: async provider => (await import('./bindPaired.ts').catch(missing)).bindPaired(provider),
    isRefusal: ({ code, message }: WalletFailure) =>
      code === undefined ? refusalWords.test(message ?? '') : refusals.includes(code),
    isAddress: isBitcoinAddress,
    isAddressOn: isBitcoinAddressOn,
    formatAddress: formatBitcoinAddress,
    nativeBalance: bitcoinBalance,
    receiveUri,
  })
}

function bind(provider: object): PlainWallet | undefined {
  if (isPaired(provider)) return undefined
  if (isBitcoinStandard(provider)) {
    const own = satsProviderOf(provider)
    return own ? bindRegistered(own) : bindBitcoinStandard(provider)
  }
  if (isUnisat(provider)) return bindUnisat(provider, networksOf(provider))
  return typeof fieldOf(provider, 'request') === 'function' ? bindRegistered(provider) : undefined
}

/** OKX Wallet has a provider for each network, side by side; its row is the one of the main network. */
function networksOf(provider: object): ReadonlyMap<CaipNetworkId, object> {
  const okx = fieldOf(globalThis, 'okxwallet')
  const all: readonly (readonly [CaipNetworkId, unknown])[] = [
    ['bip122:000000000019d6689c085ae165831e93', fieldOf(okx, 'bitcoin')],
    ['bip122:000000000933ea01ad0ee984209779ba', fieldOf(okx, 'bitcoinTestnet')],
    ['bip122:00000008819873e925422c1ff0f99f7c', fieldOf(okx, 'bitcoinSignet')],
  ]
  if (all[0]?.[1] !== provider) return new Map()
  return new Map(all.flatMap(([id, each]) => (isUnisat(each) ? [[id, each as object] as const] : [])))
}

function missing(cause: unknown): never {
  throw createError('CHUNK_FAILED', { cause })
}
