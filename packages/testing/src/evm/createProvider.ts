import type { Listener, Listeners } from '../core/createListeners.ts'
import { providerError } from './providerError.ts'

/** The provider of a simulated wallet (EIP-1193). */
export interface SimulatedProvider {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): SimulatedProvider
  once(event: string, listener: Listener): SimulatedProvider
  removeListener(event: string, listener: Listener): SimulatedProvider
  isConnected(): boolean
}

/** Makes the provider that a site gets to see. */
export function createProvider(ctx: {
  readonly listeners: Listeners
  readonly flags: Readonly<Record<string, boolean>> | undefined
  play(method: string, params: unknown): unknown
  isConnected(): boolean
}): SimulatedProvider {
  const { listeners, flags, play, isConnected } = ctx

  function request(args: unknown): unknown {
    const { method, params } = (typeof args === 'object' && args !== null ? args : {}) as {
      readonly method?: unknown
      readonly params?: unknown
    }
    const usable = params === undefined || params === null || typeof params === 'object'
    if (typeof method !== 'string' || method === '' || !usable) {
      return Promise.reject(providerError(-32600, 'Expected a request with a method and a list of params.'))
    }
    return play(method, params)
  }

  const provider: SimulatedProvider = {
    ...flags,
    // What a scripted wallet returns may be no promise at all; sites are promised one all the same.
    request: args => request(args) as Promise<unknown>,
    on(event, listener) {
      listeners.on(event, listener)
      return provider
    },
    once(event, listener) {
      listeners.once(event, listener)
      return provider
    },
    removeListener(event, listener) {
      listeners.off(event, listener)
      return provider
    },
    isConnected,
  }
  return provider
}

/** Puts the provider where sites looked before EIP-6963; the returned function takes it away again. */
export function putLegacyProvider(target: EventTarget, provider: SimulatedProvider): () => void {
  const host = target as EventTarget & { ethereum?: unknown }
  host.ethereum = provider
  host.dispatchEvent(new Event('ethereum#initialized'))
  return () => {
    if (host.ethereum === provider) delete host.ethereum
  }
}
