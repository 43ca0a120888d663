import { isSmall } from './isSmall.ts'
import type { Kept } from './kept.ts'

/**
 * This browser's store under one embedding site. Never throws: a value that cannot be stored lives as long as the page.
 */
export interface KeptStore {
  /** The stored value; undefined for none, and for an invalid one, which is set aside (T19). */
  read<T>(kept: Kept<T>): Promise<T | undefined>
  /** Whether it outlives the page. A value of a newer version than this code knows is not overwritten. */
  write<T>(kept: Kept<T>, data: T): Promise<boolean>
  remove(kept: Kept<unknown>): Promise<void>
  /** Deletes everything, as on a sign-out. */
  clear(): Promise<void>
}

const places = ['kept', 'quarantine'] as const
/** The version of the database, not of its values. */
const databaseVersion = 1
const mostBytes = 65_536

/** Opens the wallet's store with its first use. */
export function openKeptStore(
  name = 'latchkey',
  factory: () => IDBFactory = () => indexedDB,
  /** Holds what the browser does not store. */
  memory = new Map<string, unknown>(),
): KeptStore {
  let opening: Promise<IDBDatabase | undefined> | undefined

  const database = () => {
    opening ??= openSound(factory, name).catch(() => undefined)
    return opening
  }

  /** Runs one transaction; undefined when there is no store, or it refuses. */
  async function use<T>(
    mode: IDBTransactionMode,
    work: (kept: IDBObjectStore, quarantine: IDBObjectStore) => IDBRequest<T>,
  ): Promise<{ readonly value: T } | undefined> {
    const db = await database()
    if (!db) return undefined
    try {
      const transaction = db.transaction(places, mode)
      const request = work(transaction.objectStore('kept'), transaction.objectStore('quarantine'))
      await new Promise<void>((resolve, reject) => {
        // A full disk shows at the end, not at the request.
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
        transaction.onerror = () => reject(transaction.error)
      })
      return { value: request.result }
    } catch {
      return undefined
    }
  }

  async function look<T>(
    kept: Kept<T>,
  ): Promise<{ is: 'ok'; data: T } | { is: 'none' | 'newer' | 'bad'; raw?: unknown }> {
    const raw: unknown = memory.has(kept.name)
      ? memory.get(kept.name)
      : (await use('readonly', store => store.get(kept.name)))?.value
    if (raw === undefined) return { is: 'none' }
    const record = toRecord(raw)
    if (!record || !isSmall(record.data, kept.most ?? mostBytes)) return { is: 'bad', raw }
    if (record.v > kept.version) return { is: 'newer' }
    let data: T | undefined
    try {
      data = kept.read(record.data, record.v)
    } catch {
      // A reader that trips over a value says the same about it as one that refuses it.
    }
    return data === undefined ? { is: 'bad', raw } : { is: 'ok', data }
  }

  return {
    async read(kept) {
      const found = await look(kept)
      if (found.is === 'ok') return found.data
      if (found.is !== 'bad') return undefined
      memory.delete(kept.name)
      await use('readwrite', (store, quarantine) => {
        // One copy, the last: a bug can be found, and the store does not fill up.
        quarantine.clear()
        if (isSmall(found.raw, mostBytes)) quarantine.put(found.raw, kept.name)
        return store.delete(kept.name)
      })
      return undefined
    },
    async write(kept, data) {
      const record = { v: kept.version, at: Date.now(), data }
      const isNewer = (await look(kept)).is === 'newer'
      const done = isNewer ? undefined : await use('readwrite', store => store.put(record, kept.name))
      if (done) memory.delete(kept.name)
      else memory.set(kept.name, record)
      return done !== undefined
    },
    async remove(kept) {
      memory.delete(kept.name)
      await use('readwrite', store => store.delete(kept.name))
    },
    async clear() {
      memory.clear()
      await use('readwrite', (store, quarantine) => {
        quarantine.clear()
        return store.clear()
      })
    },
  }
}

function toRecord(raw: unknown): { readonly v: number; readonly data: unknown } | undefined {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, 'v') || !Object.hasOwn(raw, 'data'))
    return undefined
  const { v, data } = raw as { v: unknown; data: unknown }
  return typeof v === 'number' && Number.isSafeInteger(v) && v > 0 ? { v, data } : undefined
}

/** Opens the database, and creates it again where one of that name lacks our object stores. */
async function openSound(factory: () => IDBFactory, name: string): Promise<IDBDatabase> {
  // Reading the global throws where a page may not store anything.
  const indexedDB = factory()
  const db = await open(indexedDB, name)
  if (places.every(place => db.objectStoreNames.contains(place))) return watch(db)
  db.close()
  await settled(indexedDB.deleteDatabase(name))
  return watch(await open(indexedDB, name))
}

function open(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name, databaseVersion)
  request.onupgradeneeded = () => {
    for (const place of places) request.result.createObjectStore(place)
  }
  return settled(request)
}

/** A newer release in another tab is not held up; from then on this page keeps things in memory. */
function watch(db: IDBDatabase): IDBDatabase {
  db.onversionchange = () => db.close()
  return db
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    if ('onblocked' in request) request.onblocked = () => reject(new Error('Another page holds the store'))
  })
}
