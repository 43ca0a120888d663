/** Versioned keys over a foreign store (DECISIONS C8; rows F31, F33; T19). */
import type { StorageLike } from '../../contract/storage.ts'
import type { Clock } from './clock.ts'
import { decodeStored, type StoredKey } from './stored.ts'

export interface KeyStore {
  /** Reads at once where the store can; a store that answers promises gives undefined here. */
  readNow<T>(key: StoredKey<T>): T | undefined
  read<T>(key: StoredKey<T>): Promise<T | undefined>
  write<T>(key: StoredKey<T>, data: T): Promise<void>
  remove(key: StoredKey<unknown>): Promise<void>
  /** The full name of a key in the foreign store. */
  fullName(key: StoredKey<unknown>): string
}

/**
 * Opens the keys of one widget. What the foreign store refuses (full, blocked, throwing) stays in memory, and the
 * host never sees a throw. A value of a newer version is left alone and not overwritten, so that an old tab cannot
 * undo a rollout.
 */
export function createKeyStore(options: {
  readonly id: string
  readonly store: StorageLike
  readonly clock: Clock
}): KeyStore {
  const { id, store, clock } = options
  const prefix = `@latchkey/${id}/`
  const memory = new Map<string, string>()
  const newer = new Set<string>()
  const looks = new Map<string, Promise<unknown>>()
  const fullName = (key: StoredKey<unknown>) => prefix + key.name

  function settle<T>(key: StoredKey<T>, text: string | null): T | undefined {
    const name = fullName(key)
    const result = decodeStored(key, memory.get(name) ?? text, clock.now())
    if (result.at === 'newer') newer.add(name)
    else newer.delete(name)
    // One quarantined copy, the last, so that a bug can be found and the store cannot fill up with them.
    if (result.at === 'bad') {
      void attempt(() => store.setItem(`${prefix}quarantine`, `${key.name} ${String(text).slice(0, 10_000)}`))
      void attempt(() => store.removeItem(name))
      memory.delete(name)
    }
    return result.at === 'ok' ? result.data : undefined
  }

  async function read<T>(key: StoredKey<T>): Promise<T | undefined> {
    try {
      return settle(key, await store.getItem(fullName(key)))
    } catch {
      return settle(key, null)
    }
  }

  async function put(name: string, text: string): Promise<boolean> {
    try {
      await store.setItem(name, text)
      return true
    } catch {
      return false
    }
  }

  /** Of interest to a full store alone, so it comes with it; without it the value stays in memory. */
  async function putInRoom(name: string, text: string): Promise<boolean> {
    const made = await import('./makeRoom.ts').catch(() => undefined)
    // What took its place meanwhile, or took it away, stays.
    const isOver = () => memory.get(name) !== text
    return made?.makeRoom({ store, prefix, name, put: async () => isOver() || put(name, text) }) ?? false
  }

  return {
    fullName,
    readNow(key) {
      try {
        const text = store.getItem(fullName(key))
        // A promise cannot be read now. Its failure must not become an unhandled rejection of the page.
        if (text instanceof Promise) void attempt(() => text)
        return settle(key, typeof text === 'string' ? text : null)
      } catch {
        return settle(key, null)
      }
    },
    read,
    async write(key, data) {
      const name = fullName(key)
      if (await isNewer(key)) return
      const text = JSON.stringify({ v: key.version, at: clock.now(), data })
      memory.set(name, text)
      const isStored = (await put(name, text)) || (await putInRoom(name, text))
      if (isStored && memory.get(name) === text) memory.delete(name)
    },
    async remove(key) {
      const name = fullName(key)
      memory.delete(name)
      if (await isNewer(key)) return
      // A write that began just before the removal may have set it meanwhile.
      memory.delete(name)
      await attempt(() => store.removeItem(name))
    },
  }

  // What is there is looked at before it is replaced: a tab of a newer release may have come since. One look waits for
  // the one before, which keeps the writers' order.
  async function isNewer<T>(key: StoredKey<T>): Promise<boolean> {
    const name = fullName(key)
    const look = Promise.resolve(looks.get(name)).then(() => read(key))
    looks.set(name, look)
    await look
    return newer.has(name)
  }
}

async function attempt(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch {
    // A store that refuses to be cleaned is no reason to fail.
  }
}
