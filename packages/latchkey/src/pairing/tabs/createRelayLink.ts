/** The way to the relay, for every tab: the one that leads has the connection, the others ask it (F36). */
import { isLatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { limits } from '../../contract/limits.ts'
import { relayLimits, relayMethods } from '../../contract/relay.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { Random } from '../../engine/base/random.ts'
import type { RelayPush } from '../socket/createPushQueue.ts'
import type { RelayConnection } from '../socket/createRelayConnection.ts'
import { createRelayId } from '../socket/createRelayId.ts'
import type { ServerClock } from '../socket/createServerClock.ts'
import type { RelayLink, RelayMessage, RelayState } from '../socket/relayLink.ts'
import { formatTabMessage, parseTabMessage, type TabMessage, type TabRequest } from './parseTabMessage.ts'
import { fromTabFault, toTabFault } from './tabFault.ts'
import type { TabShare } from './tabShare.ts'

export interface RelayLinkOptions {
  readonly clock: Clock
  readonly random: Random
  readonly share: TabShare
  readonly serverClock: ServerClock
  /** The connection of a tab that begins to lead. */
  readonly connect: (hear: {
    readonly onState: (state: RelayState) => void
    readonly onPush: (push: RelayPush) => Promise<void>
    /** Whether all tabs are hidden. */
    readonly isHidden: () => boolean
  }) => RelayConnection
  /** The messages that were handled before; the leading tab reads and writes them. */
  readonly hasSeen: (push: RelayPush) => Promise<boolean>
  readonly markSeen: (push: RelayPush) => Promise<void>
  readonly isHidden: () => boolean
  /** Tells when the page comes back. */
  readonly listenForeground: (run: () => void) => () => void
}

interface Asked {
  readonly request: TabRequest
  readonly resolve: (result: unknown) => void
  readonly reject: (cause: unknown) => void
  cancel: () => void
}

const defaultTtl = 300
/** A tab that leads and does not answer within this is frozen. */
const patience = 3_000
/** A listener that takes longer is not waited for. */
const listenerPatience = 20_000

export function createRelayLink(options: RelayLinkOptions): RelayLink {
  const { clock, random, share, serverClock } = options
  const topics = new Set<string>()
  const asked = new Map<string, Asked>()
  const messageListeners = new Set<(message: RelayMessage) => void | Promise<void>>()
  const stateListeners = new Set<(state: RelayState) => void>()
  let connection: RelayConnection | undefined
  let state: RelayState = { status: 'idle' }
  let cancelBeat = () => {}
  /** When another tab asked last. */
  let lookedAt = 0
  let announceListener = () => {}
  /** Messages wait for the first listener: unhandled ones are not acknowledged. */
  const hasListener = new Promise<void>(resolve => {
    announceListener = resolve
  })

  const notify = (message: TabMessage) => share.send(formatTabMessage(message))

  function become(next: RelayState): void {
    // The tab that leads says where it stands with everything it is asked.
    const isSame = JSON.stringify(next) === JSON.stringify(state)
    state = next
    if (isSame) return
    for (const listener of [...stateListeners]) listener(next)
  }

  function sendState(): void {
    const plain = state.status === 'refused' ? { ...state, error: toTabFault(state.error) } : state
    notify({ type: 'state', state: plain, offset: serverClock.offset })
  }

  /** @throws CHUNK_FAILED when a listener could not be had; whatever else goes wrong in one is its own loss. */
  async function deliver(push: RelayPush, leads: boolean): Promise<void> {
    const heard = await Promise.allSettled(
      [...messageListeners].map(async listener => listener({ ...push, leads })),
    )
    for (const each of heard) {
      if (each.status === 'rejected' && isLatchkeyError(each.reason, 'CHUNK_FAILED')) throw each.reason
    }
  }

  async function handle(push: RelayPush): Promise<void> {
    await hasListener
    if (await options.hasSeen(push)) return
    notify({ type: 'push', push })
    let cancel = () => {}
    const late = new Promise<void>(resolve => {
      cancel = clock.setTimeout(resolve, listenerPatience)
    })
    // A message that no listener could handle is neither marked as seen nor acknowledged: the relay brings it again.
    await Promise.race([deliver(push, true), late]).finally(cancel)
    await options.markSeen(push)
  }

  /** Does what a tab wants, in the tab that leads. */
  async function perform(from: RelayConnection, request: TabRequest): Promise<unknown> {
    switch (request.do) {
      case 'call':
        return from.request(request.call)
      case 'subscribe':
        return from.subscribe(request.topics)
      case 'unsubscribe':
        return from.unsubscribe(request.topics)
      case 'ping':
        return undefined
      case 'probe':
        return from.probe()
      case 'retry':
        return from.retry()
    }
  }

  function ask(request: TabRequest): Promise<unknown> {
    if (state.status === 'closed') return Promise.reject(createError('RPC_ABORTED'))
    return new Promise((resolve, reject) => {
      const id = random.id()
      asked.set(id, { request, resolve, reject, cancel: () => {} })
      forward(id)
    })
  }

  function settle(id: string, use: (entry: Asked) => void): void {
    const entry = asked.get(id)
    asked.delete(id)
    entry?.cancel()
    if (entry) use(entry)
  }

  /** To the connection here, or to the tab that leads. */
  function forward(id: string): void {
    const entry = asked.get(id)
    if (!entry) return
    entry.cancel()
    const from = connection
    if (from) {
      perform(from, entry.request).then(
        result => settle(id, ({ resolve }) => resolve(result)),
        // When another tab takes over, the call is asked of that one.
        cause => from === connection && settle(id, ({ reject }) => reject(cause)),
      )
      return
    }
    notify({ type: 'want', id, request: entry.request })
    entry.cancel = clock.setTimeout(() => {
      // A hidden page waits: it asks again when the visitor returns to it.
      if (!options.isHidden()) share.takeOver()
    }, patience)
  }

  function serve(from: RelayConnection, id: string, request: TabRequest): void {
    notify({ type: 'got', id })
    sendState()
    // Hidden tabs do not ask.
    lookedAt = clock.now()
    perform(from, request).then(
      result => from === connection && notify({ type: 'done', id, result }),
      cause => from === connection && notify({ type: 'failed', id, fault: toTabFault(cause) }),
    )
  }

  function heard(message: TabMessage): void {
    if (connection) {
      if (message.type === 'want') serve(connection, message.id, message.request)
    } else if (message.type === 'got') asked.get(message.id)?.cancel()
    else if (message.type === 'done') settle(message.id, ({ resolve }) => resolve(message.result))
    else if (message.type === 'failed')
      settle(message.id, ({ reject }) => reject(fromTabFault(message.fault)))
    else if (message.type === 'push') deliver(message.push, false).catch(() => undefined)
    else if (message.type === 'leads') follow()
    else if (message.type === 'state') {
      const { state: next, offset } = message
      serverClock.offset = offset
      become(next.status === 'refused' ? { ...next, error: fromTabFault(next.error) } : next)
    }
  }

  /** While this tab is visible it checks that the leading tab is not frozen: phones freeze hidden pages. */
  function beat(): void {
    if (!connection && topics.size > 0 && !options.isHidden()) quietly({ do: 'ping' })
    cancelBeat = clock.setTimeout(beat, limits.heartbeat)
  }

  const quietly = (request: TabRequest) => void ask(request).catch(() => undefined)

  /** Everything this tab wants, asked of a tab that leads from now on. */
  function follow(): void {
    const pending = [...asked.keys()]
    if (topics.size > 0) quietly({ do: 'subscribe', topics: [...topics] })
    for (const id of pending) forward(id)
  }

  const stops = [
    share.onMessage(value => {
      const message = parseTabMessage(value)
      if (message) heard(message)
    }),
    share.onLead(leads => {
      const before = connection
      connection = undefined
      before?.close()
      if (!leads) {
        become({ status: 'idle' })
        // Another tab took over: it gets the pending calls; its report may have come before we knew.
        follow()
        return
      }
      const mine = options.connect({
        onState(next) {
          if (connection !== mine) return
          become(next)
          sendState()
        },
        onPush: handle,
        isHidden: () => options.isHidden() && clock.now() - lookedAt > limits.heartbeat * 2,
      })
      connection = mine
      notify({ type: 'leads' })
      follow()
    }),
    options.listenForeground(() => quietly({ do: 'probe' })),
  ]

  beat()

  const call = (method: string, params: unknown, ttl: number) =>
    ask({
      do: 'call',
      call: { id: createRelayId(clock, random), method, params, expiry: clock.now() + ttl * 1_000 },
    })

  return {
    get state() {
      return state
    },
    async subscribe(wanted) {
      for (const topic of wanted) topics.add(topic)
      await ask({ do: 'subscribe', topics: [...wanted] })
    },
    async unsubscribe(wanted) {
      for (const topic of wanted) topics.delete(topic)
      await ask({ do: 'unsubscribe', topics: [...wanted] })
    },
    async publish({ ttl, prompt = false, ...message }) {
      const longest = Math.min(Math.max(0, ttl), relayLimits.ttl)
      await call(relayMethods.publish, { ...message, ttl: longest, prompt }, longest)
    },
    call(method, params) {
      const { ttl } = params
      return call(method, params, typeof ttl === 'number' && ttl > 0 ? ttl : defaultTtl)
    },
    onMessage(listener) {
      messageListeners.add(listener)
      announceListener()
      return () => messageListeners.delete(listener)
    },
    onState(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    retry: () => quietly({ do: 'retry' }),
    serverNow: () => serverClock.now(),
    close() {
      for (const stop of stops) stop()
      cancelBeat()
      const before = connection
      connection = undefined
      become({ status: 'closed' })
      before?.close()
      for (const id of [...asked.keys()]) settle(id, ({ reject }) => reject(createError('RPC_ABORTED')))
      stateListeners.clear()
      messageListeners.clear()
    },
  }
}
