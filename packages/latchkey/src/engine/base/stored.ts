/** How one stored key is written and read; small, because the first paint needs it (DECISIONS C8; F33, T19). */

/** One stored key: its version, how long it lives, and how a foreign value becomes ours. */
export interface StoredKey<T> {
  readonly name: string
  readonly version: number
  /** Milliseconds; absent = for good. */
  readonly lifetime?: number
  /** Checks the stored data; undefined = not ours, goes to quarantine (F33). */
  readonly parse: (data: unknown) => T | undefined
  /** From version n to n+1, pure; index 0 lifts version 1. */
  readonly migrations?: readonly ((data: unknown) => unknown)[]
}

const longest = 500_000

type Read<T> = { readonly at: 'ok'; readonly data: T } | { readonly at: 'absent' | 'newer' | 'bad' }

/** Reads `{v, at, data}`: absent, newer than this code knows, bad, or data brought to today's version. */
export function decodeStored<T>(key: StoredKey<T>, text: string | null, now: number): Read<T> {
  if (text === null) return { at: 'absent' }
  if (typeof text !== 'string' || text.length > longest) return { at: 'bad' }
  try {
    const box = JSON.parse(text) as { v?: unknown; at?: unknown; data?: unknown }
    if (typeof box !== 'object' || box === null || !Number.isInteger(box.v)) return { at: 'bad' }
    const version = box.v as number
    if (version > key.version) return { at: 'newer' }
    if (key.lifetime !== undefined && !(Math.abs(now - Number(box.at)) <= key.lifetime))
      return { at: 'absent' }
    let data = box.data
    for (let v = version; v < key.version; v++) {
      const lift = key.migrations?.[v - 1]
      if (!lift) return { at: 'bad' }
      data = lift(data)
    }
    const parsed = key.parse(data)
    return parsed === undefined ? { at: 'bad' } : { at: 'ok', data: parsed }
  } catch {
    return { at: 'bad' }
  }
}
