import type { ScriptControl } from '../core/createScriptedWallet.ts'
import { createWalletLife, type Placed, type WalletLife } from '../core/createWalletLife.ts'
import { extendControl } from '../core/extendControl.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { prepareCosmos } from './cosmosMethods.ts'
import { resolveCosmosOptions, type SimulatedCosmosOptions } from './cosmosOptions.ts'
import { type CosmosSnapshot, type CosmosState, createCosmosState } from './createCosmosState.ts'
import { createKeplrObject, type SimulatedKeplr } from './createKeplrObject.ts'
import { placeGlobal } from './placeGlobal.ts'

/**
 * What a test can do with a simulated Cosmos wallet. The methods of its script are Keplr's, such as `enable`, `getKey` and
 * `signArbitrary`.
 */
export interface CosmosControl extends ScriptControl {
  readonly state: CosmosSnapshot
  /** The visitor selects another account in the wallet; the page hears the event. @throws RangeError. */
  switchAccount(index: number): void
  /** The visitor takes the site's permission back in the wallet. Nothing says so to the page. */
  revoke(): void
  /** While it is locked, the wallet shows a prompt at every question, allowed or not. */
  lock(): void
  unlock(): void
  /** The wallet stops working: each request fails. */
  disconnect(): void
  /** Ends what `disconnect` began. */
  reconnect(): void
  /** Sends an event to the page. */
  emit(event: string): void
}

/** A simulated Cosmos wallet: real keys, scripted behavior. */
export interface SimulatedCosmosWallet extends Placed {
  readonly info: { readonly name: string; readonly icon: string }
  /** The wallet as sites see it. */
  readonly keplr: SimulatedKeplr
  readonly control: CosmosControl
  /** Puts the wallet at its globals. */
  announce(): void
}

const slots: Readonly<Record<string, string>> = { enable: 'accounts' }

/** What Keplr rejects with: errors without numbers. */
const errors = {
  rejected: (message?: string) => new Error(message ?? 'Request rejected'),
  busy: (method: string) => new Error(`A request of ${method} is open already`),
  offline: () => new Error('Extension context invalidated.'),
  coded: (code: number, message?: string, data?: unknown) =>
    Object.assign(new Error(message ?? `The wallet failed with code ${code}.`), { code, data }),
}

/**
 * Makes a wallet with Keplr's interface and real secp256k1 keys. It has one key for each account, and an address of it on each
 * chain.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedCosmosWallet(given: SimulatedCosmosOptions): SimulatedCosmosWallet {
  const options = resolveCosmosOptions(given)
  const { name } = options
  const target = options.target ?? (typeof window === 'object' ? window : undefined)

  const life: WalletLife<CosmosState> = createWalletLife({
    options,
    memoryName: `cosmos:${name}`,
    errors,
    prepare: (method, params) => prepareCosmos({ options, state }, method, params as readonly unknown[]),
    slot: method => slots[method],
    createState: parts =>
      createCosmosState({ ...parts, options, selected: () => parts.emit(options.changed) }),
    send: event => void target?.dispatchEvent(new Event(event)),
  })
  const { state } = life
  const keplr = createKeplrObject(options, life.play)

  const placed: (() => void)[] = []
  const control = extendControl(life.base, {
    get state() {
      return state.snapshot
    },
    switchAccount: (index: number) => state.select(index),
    revoke: () => state.disable(),
    lock: () => state.setLocked(true),
    unlock: life.unlock,
    disconnect: life.disconnect,
    reconnect: () => state.setOnline(true),
    emit: life.emit,
  })

  return life.place(
    { info: Object.freeze({ name, icon: options.icon ?? walletIcon(name) }), keplr, control },
    {
      announce() {
        if (target && !life.isStopped() && placed.length === 0)
          for (const path of options.paths) placed.push(placeGlobal(target, path, keplr))
      },
      leave() {
        for (const undo of placed) undo()
      },
    },
  )
}
