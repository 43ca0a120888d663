import type { Serving } from './core/context/room.ts'
import { countRunning, drain } from './core/http/drain.ts'
import { listen } from './core/http/listen.ts'
import { createLog, type LogSink } from './core/log/createLog.ts'
import { serveMetrics } from './core/metrics/serveMetrics.ts'
import { openShared } from './core/scale/openShared.ts'
import { openStore } from './core/store/openStore.ts'
import { createServicesContext } from './createServicesContext.ts'
import { migrations } from './migrations.ts'
import { parseEnvironment } from './parseEnvironment.ts'
import { frameRoom } from './people/frame/frameRoom.ts'
import { rooms } from './rooms.ts'
import { settingsSecrets } from './settingsSecrets.ts'

export interface StartOptions {
  /** Instead of PORT; 0 takes any free one. */
  readonly port?: number
  /** Instead of HOST. */
  readonly host?: string
  /** Instead of DATA_FOLDER. */
  readonly dataFolder?: string
  /** The variables of README; the process's own by default. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Where log lines go; standard output by default. */
  readonly log?: LogSink
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** Where the metrics are, with METRICS_PORT. */
  readonly metricsPort: number | undefined
  /** Where the wallet's page is, with FRAME_PORT. */
  readonly framePort: number | undefined
  /** Refuses new requests, lets running ones finish for DRAIN_TIMEOUT_MS at most, lays down its leads and closes the store. */
  close(): Promise<void>
}

/**
 * Opens the store and the port.
 * @throws EnvironmentError, StoreError, or an Error with one clear sentence when the port cannot be had.
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const read = parseEnvironment(options.env ?? process.env)
  const { host = read.host, port = read.port, dataFolder = read.dataFolder } = options
  const settings = { ...read, host, port, dataFolder }
  const secrets = settingsSecrets(settings)
  const log = createLog({ level: settings.logLevel, secrets, ...(options.log && { sink: options.log }) })
  const clock = () => performance.now()
  // The opened resources, the last one first: a failed start releases all of them.
  const opened: (() => Promise<void>)[] = []
  const serving = new Map<(typeof rooms)[number], Serving>()
  const keep = (room: (typeof rooms)[number], part: Serving | undefined): void => {
    if (part === undefined) return
    serving.set(room, part)
    opened.unshift(() => part.close())
  }
  let draining = false
  const isDraining = () => draining
  try {
    // What only requests need is loaded while the store's own thread starts.
    const opening = openStore(settings, migrations)
    const loading = Promise.all([
      import('./createApp.ts'),
      import('./core/http/createHttpServer.ts'),
      ...rooms.map(room => room.load?.(settings)),
    ])
    // Its failure is thrown below, when there is a store to close; until then it is no unhandled rejection.
    loading.catch(() => {})
    const store = await opening
    opened.unshift(() => store.close())
    const [{ createApp }, { createHttpServer }] = await loading
    const shared = await openShared({ settings, store, clock, log })
    opened.unshift(() => shared.close())
    // Load metrics only when the settings ask for them.
    const metrics =
      settings.metricsPort === undefined
        ? undefined
        : (await import('./core/metrics/createMetrics.ts')).createMetrics({ store, shared, isDraining })
    const ctx = createServicesContext({
      store,
      settings,
      log,
      shared,
      clock,
      isDraining,
      ...(metrics && { metrics }),
    })
    opened.unshift(async () => {
      for (const room of rooms) room.close?.(ctx)
    })
    for (const room of rooms) await room.open?.(ctx)
    const { fetch } = createApp(ctx)
    const server = createHttpServer({ fetch, headersTimeout: settings.headersTimeout })
    const running = countRunning(server)
    const metricsServer = metrics && (await serveMetrics(metrics, settings))
    opened.unshift(async () => metricsServer?.close())
    for (const room of rooms) keep(room, await room.attach?.(ctx, server))
    const servicesPort = await listen(server, port, host)
    opened.unshift(async () => void server.close())
    for (const room of rooms) keep(room, await room.serve?.(ctx, servicesPort))
    const url = `http://${urlHost(host)}:${servicesPort}`
    log.info({ url, metricsPort: metricsServer?.port }, 'listening')
    for (const room of rooms)
      for (const [name, work] of Object.entries(room.sweep?.(ctx) ?? {})) shared.lead(name, work)

    let closing: Promise<void> | undefined
    return {
      url,
      port: servicesPort,
      metricsPort: metricsServer?.port,
      framePort: serving.get(frameRoom)?.port,
      close() {
        closing ??= (async () => {
          draining = true
          log.info('draining')
          const { drainTimeout } = settings
          // Another process may lead while this one still answers.
          await Promise.all([
            drain(server, running, drainTimeout),
            // Before the port's last socket is gone, the port is not closed.
            ...[...serving.values()].map(part => part.drain(drainTimeout)),
            within(drainTimeout, shared.resign()),
          ])
          for (const close of opened) await within(lastWords, close())
          log.info('stopped')
        })()
        return closing
      },
    }
  } catch (error) {
    for (const close of opened) await close()
    throw error
  }
}

/** Milliseconds that each part gets to close when there is nothing to wait for any more. */
const lastWords = 1_000

/** Waits for something, but not for longer. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work.catch(() => {}), late])
  clearTimeout(timer)
}

/** A name under which this machine reaches itself, for a host that stands for all of its addresses. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
