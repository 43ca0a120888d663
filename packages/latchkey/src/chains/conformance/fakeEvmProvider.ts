/** A small EIP-1193 provider for tests: answers by a table, counts listeners, emits what a test passes. */

type Answer = unknown
type Listener = (payload: unknown) => void

export interface FakeEvmProvider {
  readonly request: (call: { method: string; params?: readonly unknown[] }) => unknown
  readonly on: (event: string, listener: Listener) => void
  readonly removeListener: (event: string, listener: Listener) => void
  /** Every request that arrived, in order. */
  readonly calls: { readonly method: string; readonly params: readonly unknown[] | undefined }[]
  emit(event: string, payload?: unknown): void
  listenerCount(): number
}

/** An EIP-1193 error as wallets throw it. */
export function walletError(code: unknown, message = 'from the wallet', data?: unknown): Error {
  return Object.assign(new Error(message), { code, ...(data !== undefined && { data }) })
}

/** Answers are values or functions of the params; a method that is not in the table is unsupported (4200). */
export function fakeEvmProvider(answers: Readonly<Record<string, Answer>>): FakeEvmProvider {
  const listeners: [string, Listener][] = []
  const calls: FakeEvmProvider['calls'] = []
  return {
    calls,
    request: ({ method, params }) => {
      calls.push({ method, params })
      if (!Object.hasOwn(answers, method)) throw walletError(4200, `${method} is not supported`)
      const answer = answers[method]
      return typeof answer === 'function' ? answer(params) : Promise.resolve(answer)
    },
    on: (event, listener) => listeners.push([event, listener]),
    removeListener: (event, listener) => {
      const at = listeners.findIndex(([name, fn]) => name === event && fn === listener)
      if (at >= 0) listeners.splice(at, 1)
    },
    emit: (event, payload) => {
      for (const [name, listener] of [...listeners]) if (name === event) listener(payload)
    },
    listenerCount: () => listeners.length,
  }
}
