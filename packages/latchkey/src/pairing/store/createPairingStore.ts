/** The store of one widget's pairing, over a database that the engine opened (SPEC §3; relay.md §5). */
import type { Clock } from '../../engine/base/clock.ts'
import type { KeyValueDatabase } from '../../engine/base/database.ts'
import type { Random } from '../../engine/base/random.ts'
import { isHex32 } from '../envelope/hex.ts'
import type { TabShare } from '../tabs/tabShare.ts'
import { createExclusive } from './createExclusive.ts'
import { createRecords, type RecordsOptions } from './createRecords.ts'
import { createVault } from './createVault.ts'
import { addDigest, historyKind } from './historyKind.ts'
import type { PairingStore, RecordChange, RecordKind, Records, Secrets } from './pairingStore.ts'

export interface PairingStoreOptions {
  /** `@latchkey/<id>/pairing`; part of the names of locks. */
  readonly name: string
  /** Opened by the engine under that name; closed with the store. */
  readonly database: KeyValueDatabase
  readonly clock: Clock
  readonly random: Random
  readonly share: TabShare
  readonly subtle?: SubtleCrypto | undefined
  readonly locks?: LockManager | undefined
}

type Bytes = Uint8Array<ArrayBuffer>
type StoredSecret = Bytes | CryptoKey

/** Opens the store. */
export function createPairingStore(options: PairingStoreOptions): PairingStore {
  const { name, database, clock, random, share } = options
  const subtle = options.subtle ?? globalThis.crypto?.subtle
  const exclusive = createExclusive(name, options.locks)
  const vault = createVault({ database, random, subtle, exclusive })
  const kinds: { readonly kind: RecordKind<unknown>; readonly records: Records<unknown> }[] = []
  const changed = new Set<(change: RecordChange) => void>()
  const recordsOptions: RecordsOptions = {
    database,
    exclusive,
    onWrite: (kind, id) => share.send({ type: 'stored', kind, id }),
  }

  function open<T>(kind: RecordKind<T>): Records<T> {
    const records = createRecords(kind, recordsOptions)
    if (kind.expiry)
      kinds.push({ kind: kind as RecordKind<unknown>, records: records as unknown as Records<unknown> })
    return records
  }

  /** Keys under their public half, or bytes alone. */
  function secrets<T>(
    kind: string,
    take: (value: T) => StoredSecret,
    make: (id: string, secret: StoredSecret) => T | undefined,
  ): Secrets<T> {
    const records = open<unknown>({ name: kind, parse: value => value })
    return {
      async get(id) {
        const stored = await records.get(id)
        if (stored === undefined) return undefined
        const secret = isKey(stored) ? stored : await vault.unlock(stored)
        return secret && make(id, secret)
      },
      async set(id, value) {
        const secret = take(value)
        await records.set(id, isKey(secret) ? secret : await vault.lock(secret))
      },
      delete: id => records.delete(id),
    }
  }

  const symKeys = secrets<Bytes>(
    'symkey',
    value => value,
    (_id, secret) => (isKey(secret) || secret.length !== 32 ? undefined : secret),
  )
  const keyed = <Keys extends { readonly publicKey: string; readonly secret: StoredSecret }>(kind: string) =>
    secrets<Keys>(
      kind,
      keys => keys.secret,
      (publicKey, secret) => ({ publicKey, secret }) as Keys,
    )
  const identities = keyed<Awaited<ReturnType<PairingStore['identity']>>>('identity')
  const known = open<string>({ name: 'client', parse: value => (isHex32(value) ? value : undefined) })
  const history = open(historyKind)

  async function dropTopic(topic: string): Promise<void> {
    await Promise.all([symKeys.delete(topic), history.delete(topic)])
  }

  const stop = share.onMessage(message => {
    const { type, kind, id } = (message ?? {}) as Readonly<Record<string, unknown>>
    if (type !== 'stored' || typeof kind !== 'string' || typeof id !== 'string') return
    for (const listener of [...changed]) listener({ kind, id })
  })

  return {
    get kind() {
      return database.kind
    },
    symKeys,
    keyPairs: keyed('keypair'),
    identity: make =>
      exclusive('identity', async () => {
        const publicKey = await known.get('id')
        const stored = publicKey === undefined ? undefined : await identities.get(publicKey)
        if (stored) return stored
        const identity = await make()
        await identities.set(identity.publicKey, identity)
        await known.set('id', identity.publicKey)
        return identity
      }),
    records: open,
    holds: async kinds => (await database.keys()).some(key => kinds.some(kind => key.startsWith(`${kind}/`))),
    hasSeen: async (topic, digest) => (await history.get(topic))?.includes(digest) === true,
    async markSeen(topic, digest) {
      await history.update(topic, before => addDigest(before, digest))
    },
    dropTopic,
    async sweep() {
      const now = clock.now()
      for (const { kind, records } of kinds) {
        for (const { id, value } of await records.list()) {
          if ((kind.expiry?.(value) ?? Infinity) > now) continue
          await records.delete(id)
          // The records that belong to its topic have no use any more.
          if (isHex32(id)) await dropTopic(id)
        }
      }
    },
    onChange(listener) {
      changed.add(listener)
      return () => changed.delete(listener)
    },
    close() {
      stop()
      database.close()
    },
  }
}

function isKey(value: unknown): value is CryptoKey {
  return typeof CryptoKey === 'function' && value instanceof CryptoKey
}
