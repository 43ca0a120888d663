/**
 * Stores this browser's records under this host site: keys that are not extractable, and key shares encrypted by them.
 */
export interface KeyDatabase {
  /** Returns a stored record, undefined when there is none. Records are untrusted until the caller checks them (T19). */
  read(name: string): Promise<unknown>
  write(name: string, value: unknown): Promise<void>
  delete(name: string): Promise<void>
  /** The names of the stored records. */
  list(): Promise<readonly string[]>
}

const store = 'keys'

/**
 * The browser's IndexedDB, which stores keys without ever showing them.
 * @throws DOMException where the browser stores nothing for this page.
 */
export async function openKeyDatabase(name = 'latchkey-keys'): Promise<KeyDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store)
  const db = await settled(opening)
  // Another tab with a newer release must not wait for this one.
  db.onversionchange = () => db.close()

  async function run<T>(mode: IDBTransactionMode, work: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const transaction = db.transaction(store, mode, { durability: 'strict' })
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const result = await settled(work(transaction.objectStore(store)))
    await ended
    return result
  }

  return {
    read: key => run('readonly', keys => keys.get(key)),
    async write(key, value) {
      await run('readwrite', keys => keys.put(value, key))
    },
    delete: key => run('readwrite', keys => keys.delete(key)),
    list: async () => (await run('readonly', keys => keys.getAllKeys())).map(String),
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
