import type { SolanaWallet } from './solanaWallet.ts'

/** Disconnecting goes on without a wallet that never answers. */
const longestWait = 1_000

/** Ends the connection in the wallet, where it can; waits at most a second, and a wallet that fails is no error. */
export function leaveSolana(wallet: SolanaWallet): Promise<void> {
  return new Promise(resolve => {
    AbortSignal.timeout(longestWait).addEventListener('abort', () => resolve())
    const leave = async () => wallet.disconnect?.()
    leave().then(
      () => resolve(),
      () => resolve(),
    )
  })
}
