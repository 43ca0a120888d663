import type { CaipNetworkId } from '../../contract/caip.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/** A foreign EIP-1193 object, held by the functions it had when it was first used. */
export interface EvmWallet {
  request(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Starts listening; false when the wallet has no events. */
  listen(event: string, listener: (payload: unknown) => void): boolean
  unlisten(event: string, listener: (payload: unknown) => void): void
  /** The network the wallet last said it is on. */
  network: CaipNetworkId | undefined
  /** It was asked to sign in while connecting and did not: it is asked for its accounts alone from now on. */
  isPlain?: boolean
}

type Call = (...values: never[]) => unknown

/**
 * Takes the provider's functions once, so that a script which swaps `provider.request` later is not asked.
 * Undefined when the value is no EIP-1193 provider.
 */
export function bindProvider(provider: unknown): EvmWallet | undefined {
  const request = take(provider, 'request')
  if (!request) return undefined
  const on = take(provider, 'on')
  const off = take(provider, 'removeListener') ?? take(provider, 'off')
  return {
    // An async function turns a throw, a hostile thenable and a second answer into one promise.
    request: async (method, params) =>
      Reflect.apply(request, provider, [params === undefined ? { method } : { method, params }]),
    listen: (event, listener) =>
      on !== undefined && attempt(() => Reflect.apply(on, provider, [event, listener])),
    unlisten: (event, listener) => {
      if (off) attempt(() => Reflect.apply(off, provider, [event, listener]))
    },
    network: undefined,
  }
}

function take(provider: unknown, name: string): Call | undefined {
  const value = fieldOf(provider, name)
  return typeof value === 'function' ? (value as Call) : undefined
}

function attempt(run: () => unknown): boolean {
  try {
    run()
    return true
  } catch {
    return false
  }
}
