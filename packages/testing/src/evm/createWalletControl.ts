import type { Address } from 'viem'
import type { ScriptControl } from '../core/createScriptedWallet.ts'
import { extendControl } from '../core/extendControl.ts'
import type { WalletSnapshot, WalletState } from './createWalletState.ts'
import { isChainId } from './params.ts'
import type { SimulatedChain } from './walletOptions.ts'

/** The controls of a simulated EVM wallet, for a test or a panel. */
export interface WalletControl extends ScriptControl {
  /** What the wallet shows of itself; a new object after each change. */
  readonly state: WalletSnapshot
  /** Makes account `index` the active one, for a connected site too. Throws RangeError. */
  switchAccount(index: number): void
  /** Chooses the accounts that the site may see, by index or address; none disconnects the site. Throws RangeError. */
  setAccounts(accounts: readonly (number | Address)[]): void
  /**
   * Moves the wallet to a chain, also to one that it was not configured with.
   * @throws RangeError for an id that is not a positive whole number.
   */
  switchChain(chainId: number): void
  /** Adds a chain, or replaces its node. Throws RangeError. */
  addChain(chain: SimulatedChain): void
  /** Takes the site's permission away inside the wallet: `accountsChanged` without accounts. */
  revoke(): void
  lock(): void
  unlock(): void
  /** Cuts the wallet off from all chains (`disconnect`, 4900), or from one (4901). */
  disconnect(chainId?: number): void
  /** Ends what `disconnect` began (`connect`). */
  reconnect(chainId?: number): void
  /** Sends any event with any values to the site, true or not. */
  emit(event: string, ...values: unknown[]): void
}

/** Makes the controls of a wallet. */
export function createWalletControl(ctx: {
  readonly base: ScriptControl
  readonly state: WalletState
  unlock(): void
  disconnect(chainId?: number): void
  emit(event: string, ...values: unknown[]): void
}): WalletControl {
  const { base, state, unlock, disconnect, emit } = ctx

  function accountIndex(account: number | Address): number {
    const { accounts } = state.snapshot
    const index =
      typeof account === 'number'
        ? account
        : accounts.findIndex(known => known.toLowerCase() === account.toLowerCase())
    if (accounts[index] === undefined) throw new RangeError(`The wallet has no account ${account}.`)
    return index
  }

  return extendControl(base, {
    get state() {
      return state.snapshot
    },
    switchAccount: (index: number) => state.select(accountIndex(index)),
    setAccounts(accounts: readonly (number | Address)[]) {
      if (accounts.length === 0) state.revoke()
      else state.authorise(accounts.map(accountIndex))
    },
    switchChain: (chainId: number) => state.moveTo(usableChain(chainId)),
    addChain(chain: SimulatedChain) {
      usableChain(chain.id)
      state.addChain(chain)
    },
    revoke: () => state.revoke(),
    lock: () => state.setLocked(true),
    unlock,
    disconnect,
    reconnect: (chainId?: number) => state.setOnline(true, chainId),
    emit,
  })
}

function usableChain(chainId: number): number {
  if (!isChainId(chainId)) throw new RangeError(`${chainId} is not a chain id.`)
  return chainId
}
