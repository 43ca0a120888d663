import type { EvmWallet } from './bindProvider.ts'

/** Some wallets never answer, others show a dialog instead (ecosystem notes on EIP-2255): disconnecting goes on. */
const longestWait = 1_000

/** Asks the wallet to forget this page; waits at most a second, and a wallet that cannot is no error. */
export function revokeEvm(wallet: EvmWallet): Promise<void> {
  return new Promise(resolve => {
    AbortSignal.timeout(longestWait).addEventListener('abort', () => resolve())
    wallet.request('wallet_revokePermissions', [{ eth_accounts: {} }]).then(
      () => resolve(),
      () => resolve(),
    )
  })
}
