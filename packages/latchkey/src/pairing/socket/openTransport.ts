/** Puts the transport of one widget together: keys, store, tabs and the relay. */
import type { LogWriter } from '../../contract/createLog.ts'
import type { LatchkeyError } from '../../contract/error.ts'
import type { ErrorCode } from '../../contract/errors/table.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { KeyValueDatabase } from '../../engine/base/database.ts'
import type { Random } from '../../engine/base/random.ts'
import { createCrypto } from '../crypto/createCrypto.ts'
import { createIdentity } from '../relayjwt/createIdentity.ts'
import { signRelayJwt } from '../relayjwt/signRelayJwt.ts'
import { createDeadlines } from '../store/createDeadlines.ts'
import { createPairingStore } from '../store/createPairingStore.ts'
import { createRelayLink } from '../tabs/createRelayLink.ts'
import { createTabShare } from '../tabs/createTabShare.ts'
import { createRelayConnection } from './createRelayConnection.ts'
import { createServerClock } from './createServerClock.ts'
import { listenForeground } from './listenForeground.ts'
import type { OpenSocket } from './openRelaySocket.ts'
import type { PairingTransport } from './pairingTransport.ts'
import { relayUrlFor } from './relayUrlFor.ts'

/** What the transport uses of the browser. Tests and other runtimes replace it; null disables it. */
export interface TransportEdges {
  readonly subtle?: SubtleCrypto
  readonly locks?: LockManager | null
  readonly openChannel?: ((name: string) => BroadcastChannel) | null
  readonly openSocket?: OpenSocket
  readonly fetch?: typeof fetch
  readonly isHidden?: () => boolean
}

/** Options of `openTransport`. */
export interface TransportOptions extends TransportEdges {
  /** `@latchkey/<id>/pairing`: the name of database, channel and locks (DECISIONS C7, C8). */
  readonly name: string
  /** Opened by the engine under that name (`openDatabase`); closed with the transport. */
  readonly database: KeyValueDatabase
  readonly relayUrl: string
  readonly projectId: string
  /** The version of this library, which the relay receives. */
  readonly version: string
  readonly clock: Clock
  readonly random: Random
  /** Alerts the developer, once per page for each error of the relay (SPEC §8). */
  readonly alert: (code: ErrorCode, context?: Readonly<Record<string, unknown>>) => void
  /** Keeps what went wrong for a bug report; default: nothing is kept. */
  readonly log?: LogWriter | undefined
  /** Fetches an attestation of a message. Absent for wallets, and without services. */
  readonly attest?: PairingTransport['attest']
}

const firstSweep = 10_000
const sweepGap = 300_000
const keepsNothing: LogWriter = { write: () => undefined }

/** Opens a transport to the relay. It sends nothing before the first topic or call. */
export function openTransport(options: TransportOptions): PairingTransport {
  const { name, clock, random, relayUrl, attest } = options
  const subtle = options.subtle ?? globalThis.crypto?.subtle
  const isHidden = options.isHidden ?? (() => globalThis.document?.hidden === true)
  const log = options.log ?? keepsNothing
  const serverClock = createServerClock({
    clock,
    async askTime(reason) {
      const { learnServerTime } = await import('../relayjwt/learnServerTime.ts')
      return learnServerTime(reason, relayUrl, options.fetch)
    },
    onLearn: offset => void offsets.set('relay', offset),
  })
  const crypto = createCrypto({ random, subtle })
  // Without a store in common no tab has the keys by which to hear for another one (F32).
  const { locks, openChannel }: TransportEdges =
    options.database.kind === 'memory' ? { locks: null, openChannel: null } : options
  const share = createTabShare({
    name,
    ...(locks !== undefined && { locks }),
    ...(openChannel !== undefined && { openChannel }),
  })
  const store = createPairingStore({
    name,
    database: options.database,
    clock,
    random,
    share,
    subtle,
    locks: locks ?? undefined,
  })
  // A clock that was wrong on the last page is most likely still wrong; if not, the relay refuses the token.
  const offsets = store.records({ name: 'offset', parse: toFinite })
  const knowsOffset = offsets.get('relay').then(offset => {
    serverClock.offset ||= offset ?? 0
  })
  const deadlines = createDeadlines(clock)
  // One for the page's life, as relays expect it (relay.md §1.2).
  const sub = random.id() + random.id()

  const told = new Set<string>()
  const notify = ({ code, context }: LatchkeyError) => {
    const key = `${code} ${context.relayCode} ${context.reason}`
    if (told.has(key)) return
    told.add(key)
    options.alert(code as ErrorCode, context)
  }

  const link = createRelayLink({
    clock,
    random,
    share,
    serverClock,
    isHidden,
    listenForeground,
    connect: hear =>
      createRelayConnection({
        ...hear,
        clock,
        random,
        log,
        serverClock,
        openSocket: options.openSocket ?? (url => new WebSocket(url)),
        onFault: notify,
        async makeUrl() {
          await knowsOffset
          const identity = await store.identity(() => createIdentity(random, subtle))
          const auth = await signRelayJwt({ identity, aud: relayUrl, sub, now: serverClock.now(), subtle })
          return relayUrlFor({ relayUrl, projectId: options.projectId, auth, version: options.version })
        },
      }),
    hasSeen: async ({ topic, message }) => store.hasSeen(topic, await crypto.digestOf(message)),
    markSeen: async ({ topic, message }) => store.markSeen(topic, await crypto.digestOf(message)),
  })
  // A tab that does not lead learns of a refusal from the leading tab, and its page has a console of its own.
  const stopState = link.onState(state => state.status === 'refused' && notify(state.error))
  const stopForeground = listenForeground(deadlines.check)

  /** One tab is enough; and not while the visitor waits for the first picture. */
  const sweepIn = (delay: number) =>
    deadlines.at(clock.now() + delay, () => {
      if (share.leads) void store.sweep()
      sweepIn(sweepGap)
    })
  sweepIn(firstSweep)

  return {
    crypto,
    store,
    link,
    at: deadlines.at,
    ...(attest && { attest }),
    close() {
      stopState()
      stopForeground()
      deadlines.close()
      link.close()
      share.close()
      store.close()
    },
  }
}

function toFinite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
