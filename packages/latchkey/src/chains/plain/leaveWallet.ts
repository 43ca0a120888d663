import type { PlainWallet } from './plainWallet.ts'

/** Milliseconds; disconnecting goes on without a wallet that never answers. */
const longestLeave = 1_000

/** Ends the connection in the wallet, where it can; waits at most a second, and a wallet that fails is no error. */
export function leaveWallet(wallet: PlainWallet): Promise<void> {
  return new Promise(resolve => {
    AbortSignal.timeout(longestLeave).addEventListener('abort', () => resolve())
    const asked = (async () => wallet.disconnect?.())()
    asked.then(
      () => resolve(),
      () => resolve(),
    )
  })
}
