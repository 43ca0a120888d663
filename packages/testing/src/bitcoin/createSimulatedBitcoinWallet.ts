import { announceDelay } from '../core/announceTime.ts'
import { systemClock } from '../core/clock.ts'
import { createGate } from '../core/createGate.ts'
import { createMemory } from '../core/createMemory.ts'
import { createScriptedWallet } from '../core/createScriptedWallet.ts'
import { exposeWallet } from '../core/exposeWallet.ts'
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
import { type BitcoinChange, createBitcoinState } from './createBitcoinState.ts'
import { leatherBitcoinAddresses, leatherMethods } from './leatherMethods.ts'
import { leatherStacks, stacksMethodsOf, xverseStacks } from './stacksSide.ts'
import { unisatAccounts, unisatChain, unisatMethods } from './unisatMethods.ts'
import { bitcoinAddresses, xverseMethods } from './xverseMethods.ts'

/** A simulated Bitcoin wallet: real keys and signatures, scripted behavior. */
export interface SimulatedBitcoinWallet {
  readonly info: { readonly name: string; readonly icon: string; readonly path: string }
  /** The wallet as sites see it. */
  readonly provider: SimulatedBitcoinProvider
  readonly control: BitcoinControl
  /** Puts the wallet in the page: at its place on `window`, and in its registries. */
  announce(): void
  /** Takes the wallet out of the page: there are no more events or answers. */
  stop(): void
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
  const { name, path, shape, clock = systemClock } = options
  const target = options.target ?? (typeof window === 'object' ? window : undefined)
  const memory = createMemory(options.expose ?? `bitcoin:${path}`, options.storage)
  const icon = options.icon ?? walletIcon(name)
  const methods = methodsOf(options)
  const errors = shape === 'unisat' ? walletErrors : registryErrors
  let isStopped = false

  const scripted = createScriptedWallet({
    clock,
    script: options.script,
    mode: options.mode,
    stage: {
      prepare(method, params) {
        const own = Object.hasOwn(methods, method) ? methods[method] : undefined
        if (!own) throw providerError(noMethodCode(options), `There is no method ${method}.`)
        return own({ options, state }, Object(params))
      },
      slot: method => slots[method],
      isOffline: () => !state.snapshot.online || isStopped,
      isLocked: () => state.snapshot.locked,
      lock: () => state.setLocked(true),
      unlock: () => unlock(),
      goOffline: () => disconnect(),
      errors,
    },
  })
  const emit = (event: string, ...values: unknown[]) => {
    if (!isStopped) scripted.listeners.emit(event, ...values)
  }
  const state = createBitcoinState({
    options,
    memory,
    seen: change => (shape === 'unisat' ? tellUnisat(change) : tellRegistered(change)),
    changed: scripted.notify,
  })

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

  function unlock() {
    state.setLocked(false)
    scripted.unlockAll()
  }

  function disconnect() {
    state.setOnline(false)
    scripted.rejectAll(errors.offline())
  }

  const names = Object.keys(methods)
  const provider = createBitcoinProvider({
    options,
    methods: names,
    listeners: scripted.listeners,
    play: createGate(options.ready, scripted.play),
  })
  const place = createBitcoinPlace(target, { options, icon, provider, methods: names })
  const remembered = (event: Event) => {
    if ('key' in event && event.key === memory.key) state.recall()
  }

  const wallet: SimulatedBitcoinWallet = {
    info: Object.freeze({ name, icon, path }),
    provider,
    control: createBitcoinControl({ base: scripted.control, state, unlock, disconnect, emit }),
    announce: place.announce,
    stop() {
      for (const undo of undone) undo?.()
      isStopped = true
      place.leave()
      target?.removeEventListener('storage', remembered)
      scripted.rejectAll(errors.offline())
      scripted.listeners.clear()
    },
  }

  target?.addEventListener('storage', remembered)
  const delay = announceDelay(options.announce)
  const undone = [
    options.expose === undefined ? undefined : exposeWallet(options.expose, wallet),
    delay === undefined || delay === 0 ? undefined : clock.after(delay, place.announce),
  ]
  if (delay === 0) place.announce()
  return wallet
}
