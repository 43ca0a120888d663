/** One kind of record over the database of the widget: versioned, checked on read, changed by one tab at a time. */
import { isLatchkeyError } from '../../contract/error.ts'
import type { KeyValueDatabase } from '../../engine/base/database.ts'
import type { RecordKind, Records } from './pairingStore.ts'

export interface RecordsOptions {
  readonly database: KeyValueDatabase
  /** Runs a step that no other tab of this widget is in at the same time. */
  readonly exclusive: <T>(name: string, step: () => Promise<T>) => Promise<T>
  /** Called after each write. */
  readonly onWrite: (kind: string, id: string) => void
}

/** How a record lies in the database; `v` is the version of its kind. */
interface Box {
  readonly v: number
  readonly data: unknown
}

/** One copy of the last record that made no sense (DECISIONS C8). */
const quarantineKey = 'quarantine'

/** Opens a kind. A record of a newer version is absent and never overwritten (F33). */
export function createRecords<T>(kind: RecordKind<T>, options: RecordsOptions): Records<T> {
  const { database } = options
  const { version = 1, migrations = [] } = kind
  const keyOf = (id: string) => `${kind.name}/${id}`

  /** `isNewer`: written by a newer release, not ours to touch. */
  async function read(id: string): Promise<{ readonly value?: T | undefined; readonly isNewer?: boolean }> {
    const stored = await database.get(keyOf(id))
    if (stored === undefined) return {}
    const box = stored as Partial<Box> | null
    if (typeof box?.v === 'number' && box.v > version) return { isNewer: true }
    const value = typeof box?.v === 'number' ? await lift(box as Box) : undefined
    if (value !== undefined) return { value }
    await database.set(quarantineKey, { key: keyOf(id), stored })
    await database.delete(keyOf(id))
    return {}
  }

  async function lift({ v, data }: Box): Promise<T | undefined> {
    try {
      let lifted = data
      for (let at = v; at < version; at++) {
        const step = migrations[at - 1]
        if (!step) return undefined
        lifted = step(lifted)
      }
      return await kind.parse(lifted)
    } catch (cause) {
      if (isLatchkeyError(cause, 'CHUNK_FAILED')) throw cause
      return undefined
    }
  }

  async function write(id: string, value: T | undefined): Promise<void> {
    if ((await read(id)).isNewer) return
    if (value === undefined) await database.delete(keyOf(id))
    else await database.set(keyOf(id), { v: version, data: value } satisfies Box)
    options.onWrite(kind.name, id)
  }

  return {
    get: async id => (await read(id)).value,
    set: (id, value) => options.exclusive(keyOf(id), () => write(id, value)),
    delete: id => options.exclusive(keyOf(id), () => write(id, undefined)),
    update: (id, change) =>
      options.exclusive(keyOf(id), async () => {
        const { value: before, isNewer } = await read(id)
        if (isNewer) return undefined
        const after = change(before)
        if (after !== before) await write(id, after)
        return after
      }),
    async list() {
      const prefix = keyOf('')
      const ids = (await database.keys()).filter(key => key.startsWith(prefix))
      const found = await Promise.all(
        ids.map(async key => {
          const id = key.slice(prefix.length)
          const { value } = await read(id)
          return value === undefined ? [] : [{ id, value }]
        }),
      )
      return found.flat()
    },
  }
}
