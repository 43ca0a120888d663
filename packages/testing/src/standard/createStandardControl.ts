import type { ScriptControl } from '../core/createScriptedWallet.ts'
import { extendControl } from '../core/extendControl.ts'
import type { StandardSnapshot, StandardState } from './createStandardState.ts'

/**
 * What a test can do with a simulated wallet of Wallet Standard. The methods of its script are the features' names, such as
 * `standard:connect` and `solana:signMessage`, and `silentConnect`.
 */
export interface StandardControl extends ScriptControl {
  readonly state: StandardSnapshot
  /** The visitor selects another account in the wallet. Throws RangeError. */
  switchAccount(index: number): void
  /** Chooses the accounts that the site may see, by index or address; none disconnects the site. Throws RangeError. */
  setAccounts(accounts: readonly (number | string)[]): void
  /** The visitor disconnects the site in the wallet. */
  revoke(): void
  lock(): void
  unlock(): void
  /** The wallet stops working, as an extension that was updated does: no accounts, and each request fails (4900). */
  disconnect(): void
  /** Ends what `disconnect` began. */
  reconnect(): void
  /** Sends any event with any values to the site, true or not. */
  emit(event: string, ...values: unknown[]): void
}

/** Makes the controls of a wallet. */
export function createStandardControl(ctx: {
  readonly base: ScriptControl
  readonly state: StandardState
  unlock(): void
  disconnect(): void
  emit(event: string, ...values: unknown[]): void
}): StandardControl {
  const { base, state, unlock, disconnect, emit } = ctx

  function indexOf(account: number | string): number {
    const { accounts } = state.snapshot
    const index = typeof account === 'number' ? account : accounts.indexOf(account)
    if (accounts[index] === undefined) throw new RangeError(`The wallet has no account ${account}.`)
    return index
  }

  return extendControl(base, {
    get state() {
      return state.snapshot
    },
    switchAccount: (index: number) => state.select(indexOf(index)),
    setAccounts(accounts: readonly (number | string)[]) {
      if (accounts.length === 0) state.revoke()
      else state.authorise(accounts.map(indexOf))
    },
    revoke: () => state.revoke(),
    lock: () => state.setLocked(true),
    unlock,
    disconnect,
    reconnect: () => state.setOnline(true),
    emit,
  })
}
