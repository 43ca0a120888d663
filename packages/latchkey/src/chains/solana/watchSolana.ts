import type { ProviderChange } from '../../contract/adapter.ts'
import { addressesOf, type BoundWallet, takeAccounts } from './boundWallet.ts'
import { askQuietly } from './connectSolana.ts'
import type { SolanaAccount } from './solanaWallet.ts'

/**
 * Reports changes by the wallet, each once: wallets tell the same twice. No accounts at all may mean an account that the page may not
 * see yet, so the wallet is asked once before that counts as the end.
 */
export function watchSolana(bound: BoundWallet, changed: (change: ProviderChange) => void): () => void {
  const { wallet } = bound
  let live = true
  let isAsking = false
  /** It was asked since it last told of an account. */
  let wasAsked = false

  const end = (): void => {
    if (!live) return
    bound.shown = ''
    changed({ type: 'disconnected' })
  }
  const tell = (accounts: readonly SolanaAccount[]): void => {
    const { network } = wallet
    if (!live || !network || addressesOf(accounts) === bound.shown) return
    changed({ type: 'accounts', accounts: takeAccounts(bound, accounts, network) })
  }
  const askAgain = async (): Promise<void> => {
    isAsking = true
    wasAsked = true
    const accounts = await askQuietly(wallet)
    // An event may have said more meanwhile.
    if (!isAsking) return
    isAsking = false
    if (accounts?.length) tell(accounts)
    else end()
  }

  const stop = wallet.watch(change => {
    if (!live) return
    if (change.type === 'disconnected') return end()
    if (change.type === 'network') {
      if (change.caipNetworkId === wallet.network) return
      wallet.network = change.caipNetworkId
      changed(change)
      return
    }
    if (change.accounts.length > 0) {
      isAsking = false
      wasAsked = false
      tell(change.accounts)
    } else if (bound.isLeaving || bound.shown === '') end()
    else if (!isAsking && wasAsked) end()
    else if (!isAsking) void askAgain()
  })
  return () => {
    live = false
    stop()
  }
}
