import { type Outcome, type OutcomeStep, parseOutcome } from './outcome.ts'

/**
 * Outcomes by method: a list is used up in order, a single outcome holds always; `'*'` means every method.
 * `{ eth_requestAccounts: ['reject', 'approve'], wallet_switchEthereumChain: 'hang' }`
 */
export type WalletScript = Readonly<Record<string, Outcome | readonly Outcome[]>>

/** The scripted outcomes of a wallet's next requests. */
export interface Script {
  /** Queues an outcome for the next request of `method`. */
  next(method: string, outcome: Outcome): void
  /** Sets the outcome of all requests of `method` that have nothing queued. */
  always(method: string, outcome: Outcome): void
  /** Forgets everything that was scripted. */
  reset(): void
  /** Takes the next scripted outcome for one request of `method` off the script and returns it. */
  take(method: string): OutcomeStep | undefined
}

const anyMethod = '*'

/** Makes a script from its initial table. Throws TypeError for an outcome that does not exist. */
export function createScript(initial: WalletScript = {}): Script {
  const queues = new Map<string, OutcomeStep[]>()
  const rules = new Map<string, OutcomeStep>()

  function next(method: string, outcome: Outcome) {
    const queue = queues.get(method) ?? []
    queue.push(parseOutcome(outcome))
    queues.set(method, queue)
  }

  function always(method: string, outcome: Outcome) {
    rules.set(method, parseOutcome(outcome))
  }

  for (const [method, outcome] of Object.entries(initial)) {
    if (isList(outcome)) for (const each of outcome) next(method, each)
    else always(method, outcome)
  }

  return {
    next,
    always,
    reset() {
      queues.clear()
      rules.clear()
    },
    take(method) {
      return (
        queues.get(method)?.shift() ??
        queues.get(anyMethod)?.shift() ??
        rules.get(method) ??
        rules.get(anyMethod)
      )
    },
  }
}

function isList(value: Outcome | readonly Outcome[]): value is readonly Outcome[] {
  return Array.isArray(value)
}
