import type { StandardWallet } from './standardWallet.ts'

/** The interface that a page's library offers to wallets. */
interface StandardRegister {
  register(wallet: StandardWallet): unknown
}

/** Makes the wallet known to the other libraries of a page, now and whenever one is ready, until the answer is called (Wallet Standard). */
export function registerStandardWallet(
  page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'>,
  wallet: StandardWallet,
): () => void {
  const life = new AbortController()
  const leave = new Set<() => unknown>()
  const register = (library: unknown) => {
    if (life.signal.aborted) return
    try {
      const unregister = (library as StandardRegister).register(wallet)
      if (typeof unregister === 'function') leave.add(unregister as () => unknown)
    } catch {
      // A library that cannot take it is none of ours to mend.
    }
  }
  page.addEventListener('wallet-standard:app-ready', event => register((event as CustomEvent).detail), {
    signal: life.signal,
  })
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    life.abort()
    for (const each of leave) each()
  }
}
