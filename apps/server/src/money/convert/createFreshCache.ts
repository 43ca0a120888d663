import type { Clock } from '../../core/http/appTypes.ts'

/** Reads under a name, or shares what was read under it lately; `isNew`: reads in any case. */
export type FreshCache<T> = (name: string, read: () => Promise<T>, isNew?: boolean) => Promise<T>

interface Entry<T> {
  readonly value: Promise<T>
  /** When the reading began; nothing later is known to be in it. */
  readonly at: number
  isRead: boolean
  isRenewed: boolean
}

/**
 * Shares a reading while it runs and for `lifetime` milliseconds from its start. Past half of that, the next caller gets it
 * and a new one starts beside it, so that callers in a row wait once. Failures are not shared later on.
 */
export function createFreshCache<T>(options: {
  readonly lifetime: number
  readonly clock: Clock
  /** Names; the one that was read first is dropped. */
  readonly most: number
}): FreshCache<T> {
  const { lifetime, clock, most } = options
  const entries = new Map<string, Entry<T>>()

  function start(name: string, read: () => Promise<T>): Promise<T> {
    const entry: Entry<T> = { value: read(), at: clock(), isRead: false, isRenewed: false }
    const put = (): void => {
      entries.delete(name)
      entries.set(name, entry)
      const oldest = entries.keys().next()
      if (entries.size > most && !oldest.done) entries.delete(oldest.value)
    }
    // While a reading is renewed, the one before it is still handed out.
    const before = entries.get(name)
    if (before === undefined || !isGood(before)) put()
    entry.value.then(
      () => {
        entry.isRead = true
        // One that began later may have been quicker.
        if ((entries.get(name)?.at ?? 0) <= entry.at) put()
      },
      () => {
        if (entries.get(name) === entry) entries.delete(name)
        else if (before !== undefined) before.isRenewed = false
      },
    )
    return entry.value
  }

  function isGood(entry: Entry<T>): boolean {
    return !entry.isRead || clock() - entry.at < lifetime
  }

  return (name, read, isNew = false) => {
    const known = entries.get(name)
    if (isNew || known === undefined || !isGood(known)) return start(name, read)
    if (known.isRead && !known.isRenewed && clock() - known.at >= lifetime / 2) {
      known.isRenewed = true
      // A failure concerns the next caller: this one has its answer.
      start(name, read).catch(() => undefined)
    }
    return known.value
  }
}
