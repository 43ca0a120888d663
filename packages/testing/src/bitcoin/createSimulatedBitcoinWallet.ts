import { createWalletLife, type Placed, type WalletLife } from '../core/createWalletLife.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { providerError, walletErrors } from '../evm/providerError.ts'
import { type BitcoinMethod, registryErrors } from './bitcoinContext.ts'
import {
  type ResolvedBitcoinOptions,
  resolveBitcoinOptions,
  type SimulatedBitcoinOptions,
} from './bitcoinOptions.ts'
import { type BitcoinControl, createBitcoinControl } from './createBitcoinControl.ts'
import { createBitcoinPlace } from './createBitcoinPlace.ts'
import {
  createBitcoinProvider,
  noMethodCode,
  type SimulatedBitcoinProvider,
} from './createBitcoinProvider.ts'
import { type BitcoinChange, type BitcoinState, createBitcoinState } from './createBitcoinState.ts'
import { leatherBitcoinAddresses, leatherMethods } from './leatherMethods.ts'
import { leatherStacks, stacksMethodsOf, xverseStacks } from './stacksSide.ts'
import { unisatAccounts, unisatChain, unisatMethods } from './unisatMethods.ts'
import { bitcoinAddresses, xverseMethods } from './xverseMethods.ts'

/** A simulated Bitcoin wallet: real keys and signatures, scripted behavior. */
export interface SimulatedBitcoinWallet extends Placed {
  readonly info: { readonly name: string; readonly icon: string; readonly path: string }
  /** The wallet as sites see it. */
  readonly provider: SimulatedBitcoinProvider
  readonly control: BitcoinControl
  /** Puts the wallet in the page: at its place on `window`, and in its registries. */
  announce(): void
}

/** Only one prompt to connect may be open. */
const slots: Readonly<Record<string, string>> = {
  wallet_connect: 'accounts',
  getAccounts: 'accounts',
  getAddresses: 'accounts',
  stx_getAddresses: 'accounts',
  requestAccounts: 'accounts',
}

/** By shape. What one wallet answers for other ecosystems is added to its addresses and its methods here. */
function methodsOf({ shape, stacks }: ResolvedBitcoinOptions): Readonly<Record<string, BitcoinMethod>> {
  if (shape === 'unisat') return unisatMethods
  if (shape === 'leather')
    return stacks
      ? leatherMethods([leatherBitcoinAddresses, leatherStacks], stacksMethodsOf(shape))
      : leatherMethods([leatherBitcoinAddresses])
  return stacks
    ? xverseMethods([bitcoinAddresses, xverseStacks], stacksMethodsOf(shape))
    : xverseMethods([bitcoinAddresses])
}

/**
 * Makes a Bitcoin wallet with real keys, in the manner of Xverse, Leather or UniSat. It signs texts by BIP-322, or ECDSA where it is not
 * asked for that.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedBitcoinWallet(given: SimulatedBitcoinOptions): SimulatedBitcoinWallet {
  const options = resolveBitcoinOptions(given)
  const { name, path, shape } = options
  const target = options.target ?? (typeof window === 'object' ? window : undefined)
  const icon = options.icon ?? walletIcon(name)
  const methods = methodsOf(options)

  const life: WalletLife<BitcoinState> = createWalletLife({
    options,
    memoryName: `bitcoin:${path}`,
    errors: shape === 'unisat' ? walletErrors : registryErrors,
    pages: target,
    prepare(method, params) {
      const own = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!own) throw providerError(noMethodCode(options), `There is no method ${method}.`)
      return own({ options, state }, Object(params))
    },
    slot: method => slots[method],
    createState: parts =>
      createBitcoinState({
        ...parts,
        options,
        seen: change => (shape === 'unisat' ? tellUnisat(change) : tellRegistered(change)),
      }),
  })
  const { state, listeners, play, emit } = life

  function tellUnisat(change: BitcoinChange) {
    const chain = unisatChain({ state })
    if (change === 'network') {
      emit('networkChanged', chain.network)
      emit('chainChanged', chain)
    }
    emit('accountsChanged', unisatAccounts({ state }))
  }
  function tellRegistered(change: BitcoinChange) {
    // Leather has no events of its accounts.
    if (shape === 'leather' || change === 'locked' || change === 'unlocked') return
    const type = ({ account: 'accountChange', network: 'networkChange', revoked: 'disconnect' } as const)[
      change
    ]
    const all = options.stacks ? [bitcoinAddresses, xverseStacks] : [bitcoinAddresses]
    const addresses = all.flatMap(each => each({ options, state }, ['payment', 'ordinals', 'stacks']))
    const network = {
      bitcoin: { name: unisatChain({ state }).name.replace('Bitcoin ', '') },
      stacks: { name: state.snapshot.network === 'mainnet' ? 'mainnet' : 'testnet' },
    }
    emit(type, {
      type,
      ...(type !== 'disconnect' && { addresses }),
      ...(type === 'networkChange' && network),
    })
  }

  const names = Object.keys(methods)
  const provider = createBitcoinProvider({ options, methods: names, listeners, play })
  const place = createBitcoinPlace(target, { options, icon, provider, methods: names })
  return life.place(
    { info: Object.freeze({ name, icon, path }), provider, control: createBitcoinControl(life) },
    place,
  )
}
