/** Where tests find the wallets of a page. */
export const exposedName = '__latchkeyWallets'

/** Puts a wallet on `globalThis.__latchkeyWallets[key]`; the returned function takes it away. */
export function exposeWallet(key: string, wallet: object): () => void {
  const host = globalThis as typeof globalThis & { [exposedName]?: Record<string, object> }
  host[exposedName] ??= Object.create(null) as Record<string, object>
  const wallets = host[exposedName]
  wallets[key] = wallet
  return () => {
    if (wallets[key] === wallet) delete wallets[key]
  }
}
