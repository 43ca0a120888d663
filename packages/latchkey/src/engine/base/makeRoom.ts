import type { StorageLike } from '../../contract/storage.ts'

/** Caches; by name, because those that only earlier pages used go as well. */
const cacheNames = ['history', 'portfolio', 'identity', 'directoryList', 'config', 'socials']

/** Takes caches out of a full store, the oldest first, until there is room: whether there is (F31). */
export async function makeRoom(options: {
  readonly store: StorageLike
  readonly prefix: string
  /** What there is to be room for, which stays. */
  readonly name: string
  readonly put: () => Promise<boolean>
}): Promise<boolean> {
  const { store, prefix, name, put } = options
  const names = cacheNames.map(each => prefix + each).filter(each => each !== name)
  const aged = await Promise.all(names.map(async each => ({ name: each, at: await writtenAt(store, each) })))
  for (const { name: oldest, at } of aged.sort((a, b) => a.at - b.at)) {
    if (at === absent) break
    try {
      await store.removeItem(oldest)
    } catch {
      // Then another one.
    }
    if (await put()) return true
  }
  return false
}

const absent = Number.POSITIVE_INFINITY

async function writtenAt(store: StorageLike, name: string): Promise<number> {
  try {
    const text = await store.getItem(name)
    return text === null ? absent : Number((JSON.parse(text) as { at?: unknown }).at) || 0
  } catch {
    return 0
  }
}
