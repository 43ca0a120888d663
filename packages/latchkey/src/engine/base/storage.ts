/** Versioned keys over a foreign store (DECISIONS C8; rows F31, F33; T19). */
import type { StorageLike } from '../../contract/storage.ts'
import type { Clock } from './clock.ts'
import { cacheNames, decodeStored, type StoredKey } from './stored.ts'

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

  return {
    fullName,
    readNow(key) {
      try {
        const text = store.getItem(fullName(key))
        // A promise is for whoever reads later; that it fails is no news for the page.
        if (text !== null && typeof text === 'object') text.then(undefined, () => undefined)
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
      let stored = await put(name, text)
      for (const cache of stored ? [] : await cachesByAge()) {
        if (cache === name) continue
        await attempt(() => store.removeItem(cache))
        stored = await put(name, text)
        if (stored) break
      }
      if (stored) memory.delete(name)
      else memory.set(name, text)
    },
    async remove(key) {
      memory.delete(fullName(key))
      if (!(await isNewer(key))) await attempt(() => store.removeItem(fullName(key)))
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

  async function cachesByAge(): Promise<readonly string[]> {
    const names = cacheNames.map(each => prefix + each)
    const aged = await Promise.all(names.map(async name => ({ name, at: await writtenAt(name) })))
    return aged
      .filter(({ at }) => at !== undefined)
      .sort((a, b) => Number(a.at) - Number(b.at))
      .map(({ name }) => name)
  }

  /** Undefined: nothing is there. */
  async function writtenAt(name: string): Promise<number | undefined> {
    try {
      const text = await store.getItem(name)
      return text === null ? undefined : Number((JSON.parse(text) as { at?: unknown }).at) || 0
    } catch {
      return 0
    }
  }
}

async function attempt(run: () => void | Promise<void>): Promise<void> {
  try {
    await run()
  } catch {
    // A store that refuses to be cleaned is no reason to fail.
  }
}
