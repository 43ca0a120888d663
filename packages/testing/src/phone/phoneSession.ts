import type { PeerMetadata, Records } from 'latchkey/pairing'

/** What a session lets a site do in one namespace, as the phone granted it. */
export interface PhoneNamespace {
  readonly chains: readonly string[]
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** A site that the phone is connected to. */
export interface PhoneSession {
  readonly topic: string
  readonly pairingTopic: string
  /** What the site says of itself, made harmless. */
  readonly peer: PeerMetadata
  /** The origin that the services attested when the session was proposed; the holder of its keys is that page (T94). */
  readonly verifiedOrigin?: string
  readonly namespaces: Readonly<Record<string, PhoneNamespace>>
  /** Seconds since the epoch. */
  readonly expiry: number
}

/** The phone's sessions, stored in its store and reported to the view that draws them. */
export interface PhoneSessions {
  /** A new list after each change. */
  readonly all: readonly PhoneSession[]
  get(topic: string): PhoneSession | undefined
  put(session: PhoneSession): Promise<void>
  drop(topic: string): Promise<void>
  load(): Promise<readonly PhoneSession[]>
}

/** Makes the list over its records. */
export function createPhoneSessions(records: Records<PhoneSession>, changed: () => void): PhoneSessions {
  let all: readonly PhoneSession[] = []
  const replace = (next: readonly PhoneSession[]) => {
    all = Object.freeze(next)
    changed()
  }
  const others = (topic: string) => all.filter(session => session.topic !== topic)
  return {
    get all() {
      return all
    },
    get: topic => all.find(session => session.topic === topic),
    async put(session) {
      replace([...others(session.topic), session])
      await records.set(session.topic, session)
    },
    async drop(topic) {
      replace(others(topic))
      await records.delete(topic)
    },
    async load() {
      replace((await records.list()).map(({ value }) => value))
      return all
    },
  }
}

/** Reads a session that an earlier page of the phone has stored. */
export function parsePhoneSession(value: unknown): PhoneSession | undefined {
  const session = value as Partial<PhoneSession> | null | undefined
  const isWhole =
    typeof session?.topic === 'string' &&
    typeof session.pairingTopic === 'string' &&
    typeof session.expiry === 'number' &&
    typeof session.peer?.name === 'string' &&
    typeof session.namespaces === 'object'
  return isWhole ? (session as PhoneSession) : undefined
}
