const registerEvent = 'wallet-standard:register-wallet'
const readyEvent = 'wallet-standard:app-ready'

interface Library {
  register?: (...wallets: readonly object[]) => unknown
}

/** Registering of one wallet with the libraries of a page (Wallet Standard). */
export interface Registrar {
  /** Registers now, and with each library that is ready later. */
  announce(): void
  stop(): void
}

/** Makes the registrar of a wallet. */
export function createRegistrar(target: EventTarget | undefined, wallet: object): Registrar {
  const leave = new Set<() => unknown>()
  let life: AbortController | undefined

  function register(library: unknown) {
    if (life === undefined || life.signal.aborted) return
    const unregister = (library as Library).register?.(wallet)
    if (typeof unregister === 'function') leave.add(unregister as () => unknown)
  }

  return {
    announce() {
      if (life === undefined) {
        life = new AbortController()
        const { signal } = life
        target?.addEventListener(readyEvent, event => register((event as CustomEvent).detail), { signal })
      }
      target?.dispatchEvent(new CustomEvent(registerEvent, { detail: register }))
    },
    stop() {
      life?.abort()
      for (const each of leave) each()
      leave.clear()
    },
  }
}
