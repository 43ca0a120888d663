import type { ScriptControl } from '../core/createScriptedWallet.ts'
import { extendControl } from '../core/extendControl.ts'
import type { BitcoinNetworkName } from './bitcoinKeys.ts'
import type { BitcoinSnapshot, BitcoinState } from './createBitcoinState.ts'

/**
 * What a test can do with a simulated Bitcoin wallet. The methods of its script are those that sites call, such as `wallet_connect`,
 * `getAddresses`, `requestAccounts` and `signMessage`.
 */
export interface BitcoinControl extends ScriptControl {
  readonly state: BitcoinSnapshot
  /** The visitor selects another account in the wallet. Throws RangeError. */
  switchAccount(index: number): void
  /** The visitor moves the wallet to another network. */
  switchNetwork(network: BitcoinNetworkName): void
  /** The visitor disconnects the site in the wallet. */
  revoke(): void
  lock(): void
  unlock(): void
  /** The wallet stops working, as an extension that was updated does: each request fails. */
  disconnect(): void
  /** Ends what `disconnect` began. */
  reconnect(): void
  /** Sends any event with any values to the site, true or not. */
  emit(event: string, ...values: unknown[]): void
}

/** Makes the controls of a wallet. */
export function createBitcoinControl(ctx: {
  readonly base: ScriptControl
  readonly state: BitcoinState
  unlock(): void
  disconnect(): void
  emit(event: string, ...values: unknown[]): void
}): BitcoinControl {
  const { base, state, unlock, disconnect, emit } = ctx
  return extendControl(base, {
    get state() {
      return state.snapshot
    },
    switchAccount(index: number) {
      if (state.snapshot.accounts[index] === undefined)
        throw new RangeError(`The wallet has no account ${index}.`)
      state.select(index)
    },
    switchNetwork: (network: BitcoinNetworkName) => state.move(network),
    revoke: () => state.revoke(),
    lock: () => state.setLocked(true),
    unlock,
    disconnect,
    reconnect: () => state.setOnline(true),
    emit,
  })
}
