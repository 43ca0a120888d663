import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type Bus, decodeMessage, encodeMessage, isNarrow } from './bus.ts'
import { createLocalBus } from './createLocalBus.ts'
import { openRedis } from './openRedis.ts'

const beat = 5_000

/** PUBLISH and SUBSCRIBE: a connection of its own hears what any process says. */
export function createRedisBus(deps: {
  readonly url: string
  /** The connection for commands, which is not closed here. */
  readonly redis: Redis
  readonly prefix: string
  readonly log: Logger
}): Bus {
  const local = createLocalBus(
    error => deps.log.error({ err: error }, 'listener failed'),
    channel => {
      if (hearing.delete(channel)) ears.unsubscribe(nameOf(channel)).catch(() => {})
    },
  )
  /** The narrow channels on this connection. */
  const hearing = new Map<string, Promise<unknown>>()
  const { promise: isReady, resolve: onReady } = Promise.withResolvers<void>()
  const ears = openRedis(deps.url)
  const name = `${deps.prefix}bus`
  const nameOf = (channel: string) => (isNarrow(channel) ? `${name}/${channel}` : name)
  let isListening = false

  ears.on('message', (_name: string, text: string) => {
    const [channel, message] = decodeMessage(text) ?? []
    if (channel !== undefined && message !== undefined) local.deliver(channel, message)
  })
  ears.on('ready', () => {
    hearing.clear()
    const narrow = local.channels.filter(isNarrow)
    const all = ears.subscribe(name, ...narrow.map(nameOf))
    for (const channel of narrow) hearing.set(channel, all)
    all.then(
      () => {
        isListening = true
        onReady()
        // Whatever was said since the last connection is lost.
        local.reportMissed()
      },
      () => ears.disconnect(true),
    )
  })
  ears.on('close', () => {
    if (isListening) local.reportMissed()
    isListening = false
  })
  // A connection through which nothing comes any more looks like a quiet one.
  const timer = setInterval(() => {
    if (isListening) ears.ping().catch(() => ears.disconnect(true))
    if (deps.redis.status === 'ready') deps.redis.ping().catch(() => deps.redis.disconnect(true))
  }, beat)
  timer.unref()

  return {
    get isListening() {
      return isListening
    },
    async publish(channel, message) {
      await deps.redis.publish(nameOf(channel), encodeMessage(channel, message))
    },
    subscribe(channel, listener) {
      const stop = local.add(channel, listener)
      if (isNarrow(channel) && ears.status === 'ready' && !hearing.has(channel)) {
        const subscribed = ears.subscribe(nameOf(channel))
        subscribed.catch(() => ears.disconnect(true))
        hearing.set(channel, subscribed)
      }
      return stop
    },
    async heard(channel) {
      // A failure ends the connection, and the next one reports what was missed.
      await hearing.get(channel)?.catch(() => {})
    },
    // What hears and what speaks are two connections, and either may be the later.
    async ready() {
      const { redis } = deps
      await isReady
      if (redis.status !== 'ready')
        await new Promise<void>(resolve => {
          redis.once('ready', () => resolve())
        })
    },
    async close() {
      clearInterval(timer)
      isListening = false
      ears.disconnect()
    },
  }
}
