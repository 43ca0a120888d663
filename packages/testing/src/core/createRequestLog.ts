import type { Clock } from './clock.ts'
import { summarise } from './summarise.ts'

/** One request that reached the wallet, and its outcome. Long values are shortened. */
export interface RequestRecord {
  readonly id: number
  readonly method: string
  readonly params: unknown
  /** When it came, in milliseconds since the epoch. */
  readonly at: number
  readonly status: 'pending' | 'answered' | 'failed'
  /** What had been scripted for it, if anything. */
  readonly outcome?: string
  readonly result?: unknown
  readonly error?: { readonly code?: unknown; readonly message: string }
}

/** The bounded list of requests a wallet has seen. */
export interface RequestLog {
  /** Oldest first; a new list after each change. */
  readonly records: readonly RequestRecord[]
  begin(method: string, params: unknown): RequestRecord
  mark(id: number, outcome: string): void
  answer(id: number, result: unknown): void
  fail(id: number, error: unknown): void
  clear(): void
}

const limit = 500

/** Makes an empty log; `changed` is called after each change. */
export function createRequestLog(clock: Clock, changed: () => void): RequestLog {
  let records: readonly RequestRecord[] = []
  let lastId = 0

  function change(id: number, patch: Partial<RequestRecord>) {
    records = records.map(record => (record.id === id ? Object.freeze({ ...record, ...patch }) : record))
    changed()
  }

  return {
    get records() {
      return records
    },
    begin(method, params) {
      lastId += 1
      const record = Object.freeze({
        id: lastId,
        method,
        params: summarise(params),
        at: clock.now(),
        status: 'pending' as const,
      })
      records = [...records, record].slice(-limit)
      changed()
      return record
    },
    mark: (id, outcome) => change(id, { outcome }),
    answer: (id, result) => change(id, { status: 'answered', result: summarise(result) }),
    fail: (id, error) => change(id, { status: 'failed', error: describeError(error) }),
    clear() {
      records = []
      changed()
    },
  }
}

function describeError(error: unknown): { readonly code?: unknown; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  try {
    const { code, message } = error as { code?: unknown; message?: unknown }
    const text = String(summarise(typeof message === 'string' ? message : '[no message]'))
    return code === undefined ? { message: text } : { code: summarise(code), message: text }
  } catch {
    return { message: '[unreadable]' }
  }
}
