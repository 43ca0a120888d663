/** A key-value store for what is too large for localStorage (SPEC §3; rows F32, F33). */
import type { Clock } from './clock.ts'
import { wait } from './wait.ts'

/** A key-value store that never throws. Data that the browser refuses to store stays in memory until the page ends. */
export interface KeyValueDatabase {
  readonly kind: 'indexeddb' | 'memory'
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  keys(): Promise<readonly string[]>
  close(): void
}

/** What went wrong: nothing outlives the page, or old content was set aside. */
export type DatabaseProblem = 'memory' | 'quarantined'

export interface DatabaseOptions {
  readonly name: string
  readonly clock: Clock
  /** The browser's own unless given. */
  readonly indexedDB?: IDBFactory
  /** Called at most once for each problem. */
  readonly onNotice?: (problem: DatabaseProblem) => void
}

/** The storage-version marker (SPEC §3). */
const version = 1
const versionKey = '@latchkey/version'
/** How long an old tab may take to let go (F32). */
const patience = 3_000

/**
 * Opens the store of one widget within 3 s: in IndexedDB, or in memory when the browser denies, blocks or does not
 * answer.
 */
export async function openDatabase(options: DatabaseOptions): Promise<KeyValueDatabase> {
  const { name, clock } = options
  const told = new Set<DatabaseProblem>()
  const notify = (problem: DatabaseProblem) => {
    if (told.has(problem)) return
    told.add(problem)
    options.onNotice?.(problem)
  }
  let live: IDBDatabase | undefined
  let connecting: Promise<void> | undefined
  let isOver = false
  const close = () => {
    isOver = true
    live?.close()
    live = undefined
  }

  async function connect(): Promise<void> {
    const opening = new AbortController()
    const { signal } = opening
    const opened = openChecked(name, options.indexedDB, signal, notify).catch(() => undefined)
    const found = await Promise.race([opened, wait(clock, patience, signal).then(() => undefined)])
    // Ends the wait, and shuts a database that comes too late.
    opening.abort()
    void opened.then(late => late !== found && late?.close())
    if (isOver) return found?.close()
    if (!found) return notify('memory')
    live = found
    // A newer release in another tab wants to change the store: an old tab must not hold it up (F32).
    found.onversionchange = () => {
      close()
      notify('memory')
    }
    found.onclose = () => forget(found)
  }
  /** Closed by the browser, as WebKit does to background pages: the next use opens it anew (F35). */
  function forget(cut: IDBDatabase | undefined): void {
    if (live !== cut) return
    live?.close()
    live = undefined
    connecting = undefined
  }
  connecting = connect()
  await connecting

  const memory = new Map<string, unknown>()
  // A store that fails in use is treated as one that could not be opened, for that one key.
  async function attempt<T>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | typeof failed> {
    for (let isAgain = false; ; isAgain = true) {
      connecting ??= connect()
      await connecting
      const on = live
      try {
        return on ? await transact(on, mode, use) : failed
      } catch {
        if (isAgain) return failed
        // It may have been cut, and does not always say so.
        forget(on)
      }
    }
  }

  return {
    get kind() {
      return live ? 'indexeddb' : 'memory'
    },
    async get(key) {
      if (memory.has(key)) return memory.get(key)
      const value: unknown = await attempt('readonly', store => store.get(key))
      return value === failed ? undefined : value
    },
    async set(key, value) {
      if ((await attempt('readwrite', store => store.put(value, key))) === failed) memory.set(key, value)
      else memory.delete(key)
    },
    async delete(key) {
      memory.delete(key)
      await attempt('readwrite', store => store.delete(key))
    },
    async keys() {
      const stored = await attempt('readonly', store => store.getAllKeys())
      const names =
        stored === failed ? [] : stored.filter(key => typeof key === 'string' && key !== versionKey)
      return [...new Set([...(names as string[]), ...memory.keys()])]
    },
    close,
  }
}

const failed = Symbol('failed')

async function openChecked(
  name: string,
  factory: IDBFactory | undefined,
  signal: AbortSignal,
  notify: (problem: DatabaseProblem) => void,
): Promise<IDBDatabase> {
  // Reading the global throws where a page may not store anything.
  const indexedDB = factory ?? globalThis.indexedDB
  let database = await open(indexedDB, name)
  try {
    // A database of other code, or a creation that was cut off: nothing in it can be ours.
    if (!stores.every(store => database.objectStoreNames.contains(store))) {
      database.close()
      await settled(indexedDB.deleteDatabase(name))
      database = await open(indexedDB, name)
    }
    if (await setAsideForeign(database)) notify('quarantined')
    if (signal.aborted) throw new Error('Too late')
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

const stores = ['entries', 'quarantine']

function open(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name, version)
  request.onupgradeneeded = () => {
    for (const store of stores) request.result.createObjectStore(store)
  }
  return settled(request)
}

/**
 * Looks at the marker. Content without one, or with an older or foreign one, is moved aside, replacing what was there
 * before; content of a newer release is left alone and not used (F33, DECISIONS C8).
 */
async function setAsideForeign(database: IDBDatabase): Promise<boolean> {
  const work = database.transaction(stores, 'readwrite')
  const [entries, quarantine] = stores.map(store => work.objectStore(store)) as [
    IDBObjectStore,
    IDBObjectStore,
  ]
  const marker: unknown = await settled(entries.get(versionKey))
  if (marker === version) return false
  if (Number.isInteger(marker) && Number(marker) > version) throw new Error('Written by a newer release')
  const keys = await settled(entries.getAllKeys(undefined, 100))
  const values = await settled(entries.getAll(undefined, 100))
  quarantine.clear()
  keys.forEach((key, at) => {
    quarantine.put(values[at], key)
  })
  entries.clear()
  await settled(entries.put(version, versionKey))
  return keys.length > 0
}

function transact<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const work = database.transaction('entries', mode)
    const request = use(work.objectStore('entries'))
    // A full disk shows at the end of the transaction, not of the request.
    work.oncomplete = () => resolve(request.result)
    work.onabort = () => reject(work.error)
  })
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
