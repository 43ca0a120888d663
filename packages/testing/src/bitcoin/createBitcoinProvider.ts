import type { Listener, Listeners } from '../core/createListeners.ts'
import { ProviderRpcError } from '../evm/providerError.ts'
import { registryCodes } from './bitcoinContext.ts'
import type { ResolvedBitcoinOptions } from './bitcoinOptions.ts'

/** A provider as sites see it. */
export type SimulatedBitcoinProvider = Readonly<Record<string, unknown>>

interface ProviderContext {
  readonly options: ResolvedBitcoinOptions
  readonly methods: readonly string[]
  readonly listeners: Listeners
  play(method: string, params: unknown): unknown
}

/** Makes the object that a site gets to see: `request` with an envelope, or a method of its own for each. */
export function createBitcoinProvider(ctx: ProviderContext): SimulatedBitcoinProvider {
  const { options } = ctx
  const own = options.shape === 'unisat' ? unisatProvider(ctx) : registryProvider(ctx)
  return Object.freeze({ ...options.flags, ...own })
}

function unisatProvider({ methods, listeners, play }: ProviderContext): SimulatedBitcoinProvider {
  const calls = methods.map(method => [method, (...args: readonly unknown[]) => play(method, args)])
  return {
    ...Object.fromEntries(calls),
    on: (event: string, listener: Listener) => listeners.on(event, listener),
    removeListener: (event: string, listener: Listener) => listeners.off(event, listener),
  }
}

function registryProvider({ options, listeners, play }: ProviderContext): SimulatedBitcoinProvider {
  let last = 0
  const isLeather = options.shape === 'leather'
  const request = (method: string, params?: unknown) => {
    const envelope = { jsonrpc: '2.0', id: String(++last) }
    // A script that throws does so before there is any promise.
    const asked = play(method, params)
    const answered = Promise.resolve(asked).then(
      result => ({ ...envelope, result: result === undefined ? null : result }),
      (cause: unknown) => {
        if (!(cause instanceof ProviderRpcError)) throw cause
        const { code, message, data } = cause
        const failed = { ...envelope, error: { code, message, ...(data !== undefined && { data }) } }
        // Leather rejects with the envelope, Xverse answers it.
        if (isLeather) throw failed
        return failed
      },
    )
    return answered
  }
  return {
    request,
    ...(isLeather ? { isLeather: true, listen: listen(listeners) } : { addListener: addListener(listeners) }),
  }
}

/** Answers what ends it. Xverse takes one object, and does nothing with the two arguments of old. */
function addListener(listeners: Listeners) {
  return (order: unknown) => {
    const { eventName, cb } = Object(order) as { readonly eventName?: unknown; readonly cb?: unknown }
    if (typeof eventName !== 'string' || typeof cb !== 'function') return () => undefined
    return listen(listeners)(eventName, cb as Listener)
  }
}

/** Answers what ends it. */
function listen(listeners: Listeners) {
  return (event: string, listener: Listener) => {
    listeners.on(event, listener)
    return () => listeners.off(event, listener)
  }
}

/** The numbers that a wallet of the shape answers for a method that it does not have. */
export function noMethodCode({ shape }: ResolvedBitcoinOptions): number {
  return shape === 'unisat' ? 4200 : registryCodes.noMethod
}
