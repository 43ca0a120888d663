import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import { type Bus, decodeMessage, encodeMessage, isNarrow } from './bus.ts'
import { createLocalBus } from './createLocalBus.ts'

const patience = 3_000
const beat = 10_000
const shortestPause = 100
const longestPause = 2_000

// Two installations may live in two schemas of one database, whose notifications are one.
const channelName = sql<string>`'latchkey_' || left(md5(current_schema()), 16)`

const suffixOf = (channel: string) => (isNarrow(channel) ? `/${channel}` : '')

/** NOTIFY and LISTEN: a connection of its own hears what any process says. */
export function createPostgresBus(deps: {
  readonly url: string
  readonly store: Store
  readonly log: Logger
}): Bus {
  const local = createLocalBus(
    error => deps.log.error({ err: error }, 'listener failed'),
    channel => {
      if (hearing.delete(channel)) client?.query(`UNLISTEN ${nameOf(channel)}`).catch(() => {})
    },
  )
  /** The narrow channels on this connection. */
  const hearing = new Map<string, Promise<unknown>>()
  let base = ''
  const nameOf = (channel: string) => pg.escapeIdentifier(`${base}${suffixOf(channel)}`)
  const { promise: isReady, resolve: onReady } = Promise.withResolvers<void>()
  let client: pg.Client | undefined
  let isListening = false
  /** Whether narrow channels can be added to the connection. */
  let isConnected = false
  let isClosed = false
  let pause = shortestPause
  let timer: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const mine = new pg.Client({
      connectionString: deps.url,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      keepAlive: true,
      application_name: 'latchkey bus',
      // Many channels may begin at the same time.
      pipeline: true,
    })
    client = mine
    mine.on('error', () => lose(mine))
    mine.on('end', () => lose(mine))
    mine.on('notification', ({ payload }) => {
      const [channel, message] = decodeMessage(payload ?? '') ?? []
      if (channel !== undefined && message !== undefined) local.deliver(channel, message)
    })
    try {
      await mine.connect()
      const { rows } = await mine.query("SELECT 'latchkey_' || left(md5(current_schema()), 16) AS name")
      base = String(rows[0]?.name)
      await mine.query(`LISTEN ${pg.escapeIdentifier(base)}`)
      if (client !== mine) return
      hearing.clear()
      isConnected = true
      await Promise.all(local.channels.filter(isNarrow).map(channel => hear(mine, channel)))
    } catch {
      lose(mine)
      return
    }
    if (client !== mine) return
    pause = shortestPause
    isListening = true
    onReady()
    // Whatever was said since the last connection is lost.
    local.reportMissed()
    check(mine)
  }

  function hear(mine: pg.Client, channel: string): Promise<unknown> {
    const listening = mine.query(`LISTEN ${nameOf(channel)}`)
    hearing.set(channel, listening)
    listening.catch(() => lose(mine))
    return listening
  }

  /** A connection through which nothing comes any more looks like a quiet one. */
  function check(mine: pg.Client): void {
    timer = setTimeout(() => {
      mine.query('SELECT 1').then(
        () => client === mine && check(mine),
        () => lose(mine),
      )
    }, beat)
    timer.unref()
  }

  function lose(mine: pg.Client): void {
    if (client !== mine) return
    client = undefined
    isConnected = false
    clearTimeout(timer)
    mine.end().catch(() => {})
    if (isListening) local.reportMissed()
    isListening = false
    if (isClosed) return
    timer = setTimeout(() => void listen(), pause)
    pause = Math.min(longestPause, pause * 2)
  }

  void listen()
  return {
    get isListening() {
      return isListening
    },
    async publish(channel, message) {
      const text = encodeMessage(channel, message)
      await deps.store.write([
        sql`SELECT pg_notify(${channelName} || ${suffixOf(channel)}, ${text})`.compile(
          deps.store.compose as never,
        ),
      ])
    },
    subscribe(channel, listener) {
      const stop = local.add(channel, listener)
      if (isNarrow(channel) && isConnected && client !== undefined && !hearing.has(channel))
        void hear(client, channel)
      return stop
    },
    async heard(channel) {
      // A failure ends the connection, and the next one reports what was missed.
      await hearing.get(channel)?.catch(() => {})
    },
    ready: () => isReady,
    async close() {
      isClosed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      isListening = false
      await last?.end().catch(() => {})
    },
  }
}
