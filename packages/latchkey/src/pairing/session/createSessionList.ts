import type { PairedSession, PairingEvents } from '../pairing.ts'
import type { PairingTransport } from '../socket/pairingTransport.ts'
import type { Records } from '../store/pairingStore.ts'
import { type StoredSession, toPairedSession } from './storedSession.ts'

/** The sessions as this tab knows them; the store is the truth, and other tabs change it too. */
export interface SessionList {
  get(topic: string): StoredSession | undefined
  /** The same array until something in it changes. */
  readonly all: readonly PairedSession[]
  /** Writes a session that is new or has changed, and reports it. */
  put(session: StoredSession): Promise<void>
  /** Deletes a session with its keys and reports it, once. */
  end(topic: string, how: Omit<PairingEvents['sessionEnded'], 'topic'>): Promise<void>
  /** Removes a session from this tab's list and reports it; the leading tab deletes the rest. */
  dismiss(topic: string, how: Omit<PairingEvents['sessionEnded'], 'topic'>): void
  /** Reads all of them; those that have expired go. */
  load(): Promise<readonly PairedSession[]>
  close(): void
}

export interface SessionListOptions {
  readonly records: Records<StoredSession>
  readonly now: () => number
  changed(session: StoredSession): void
  ended(event: PairingEvents['sessionEnded']): void
}

export function createSessionList(transport: PairingTransport, options: SessionListOptions): SessionList {
  const { store, link, crypto } = transport
  const { records } = options
  const known = new Map<string, StoredSession>()
  let all: readonly PairedSession[] | undefined
  let cancel = () => {}

  function show(session: StoredSession): void {
    known.set(session.topic, session)
    all = undefined
    watchExpiry()
    options.changed(session)
  }

  function dismiss(topic: string, how: Omit<PairingEvents['sessionEnded'], 'topic'>): void {
    if (!known.delete(topic)) return
    all = undefined
    watchExpiry()
    options.ended({ topic, ...how })
  }

  async function end(topic: string, how: Omit<PairingEvents['sessionEnded'], 'topic'>): Promise<void> {
    const session = known.get(topic) ?? (await records.get(topic))
    dismiss(topic, how)
    await records.delete(topic)
    void link.unsubscribe([topic]).catch(() => undefined)
    await store.dropTopic(topic)
    if (!session) return
    await dropOrigin(session)
    await store.keyPairs.delete(session.publicKey)
  }

  /** The key and the history of what a session came by: the page that paired may have gone before it forgot them. */
  async function dropOrigin({ pairingTopic, publicKey }: StoredSession): Promise<void> {
    await store.dropTopic(pairingTopic)
    // Where a sign-in with the approval was answered.
    await store.dropTopic(await crypto.topicOf(publicKey))
  }

  function watchExpiry(): void {
    cancel()
    const next = Math.min(...[...known.values()].map(session => session.expiry))
    cancel = Number.isFinite(next) ? transport.at(next, () => void endExpired()) : () => {}
  }

  async function endExpired(): Promise<void> {
    const over = [...known.values()].filter(session => session.expiry <= options.now())
    for (const { topic } of over) await end(topic, { by: 'expiry' })
  }

  const off = store.onChange(({ kind, id }) => {
    if (kind !== 'session') return
    records.get(id).then(
      session => {
        if (session && session.expiry > options.now()) {
          // Another tab settled it: this one listens as well, for the day when it leads (F36).
          if (!known.has(id)) void link.subscribe([id]).catch(() => undefined)
          show(session)
        } else {
          void link.unsubscribe([id]).catch(() => undefined)
          dismiss(id, { by: 'app' })
        }
      },
      // It cannot be read here now; the next page reads all of them.
      () => undefined,
    )
  })

  return {
    get: topic => known.get(topic),
    get all() {
      all ??= Object.freeze([...known.values()].map(toPairedSession))
      return all
    },
    async put(session) {
      const { topic } = session
      const wasKnown = known.has(topic)
      await records.set(topic, session)
      // One that was ended meanwhile stays ended.
      if (!wasKnown || known.has(topic)) show(session)
    },
    end,
    dismiss,
    async load() {
      for (const { id, value } of await records.list()) {
        if (value.expiry <= options.now()) await end(id, { by: 'expiry' })
        else if (!known.has(id)) {
          known.set(id, value)
          void dropOrigin(value)
        }
      }
      all = undefined
      watchExpiry()
      return this.all
    },
    close() {
      off()
      cancel()
      // A provider that the page still holds then answers that it is disconnected.
      known.clear()
      all = undefined
    },
  }
}
