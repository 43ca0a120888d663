import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './createApp.ts'
import { createLog, type LogSink } from './log/createLog.ts'
import { seedDevelopmentProject } from './projects/seedDevelopmentProject.ts'
import { parseEnvironment } from './settings/parseEnvironment.ts'
import { createSqliteStore } from './store/createSqliteStore.ts'

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
  /** Refuses new requests, lets running ones finish for DRAIN_TIMEOUT_MS at most, and closes the store. */
  close(): Promise<void>
}

/** How often connections that have nothing to do are let go while the server stops, in milliseconds. */
const drainTick = 25

/**
 * Opens the store and the port.
 * @throws EnvironmentError, StoreError, or an Error with one clear sentence when the port cannot be had.
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const settings = parseEnvironment(options.env ?? process.env)
  const host = options.host ?? settings.host
  const log = createLog({
    level: settings.logLevel,
    secrets: [...settings.rpcUpstreams.values()].flat(),
    ...(options.log === undefined ? {} : { sink: options.log }),
  })
  const store = await createSqliteStore({
    folder: options.dataFolder ?? settings.dataFolder,
    ...(settings.dataLimit === undefined ? {} : { maxBytes: settings.dataLimit }),
  })
  let draining = false
  try {
    if (settings.development) await seedDevelopmentProject(store, Date.now())
    const app = createApp({ store, settings, log, isDraining: () => draining })
    const server = createAdaptorServer({
      fetch: app.fetch,
      // The services may share their process with other code, whose Request and Response stay as they are.
      overrideGlobalObjects: false,
      // A client has this long to say what it wants; nobody holds a connection by sending a byte a minute.
      serverOptions: { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 },
    }) as Server
    const running = countRunning(server)
    const port = await listen(server, options.port ?? settings.port, host)
    const url = `http://${urlHost(host)}:${port}`
    log.info({ url }, 'listening')

    let closing: Promise<void> | undefined
    return {
      url,
      port,
      close() {
        closing ??= (async () => {
          draining = true
          log.info('draining')
          await drain(server, running, settings.drainTimeout)
          await store.close()
          log.info('stopped')
        })()
        return closing
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, port, host)))
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function portError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reason =
    error.code === 'EADDRINUSE'
      ? 'it is already in use'
      : error.code === 'EACCES'
        ? 'it may not be used by this user'
        : `${error.code ?? error.message}`
  return new Error(`Port ${port} on ${host} cannot be had: ${reason}`, { cause: error })
}

/** A name under which this machine reaches itself, for a host that stands for all of its addresses. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Counts requests that are being answered. */
function countRunning(server: Server): () => number {
  let running = 0
  server.on('request', (_request, response) => {
    running++
    response.once('close', () => {
      running--
    })
  })
  return () => running
}

function drain(server: Server, running: () => number, timeout: number): Promise<void> {
  return new Promise(resolve => {
    const tick = setInterval(() => {
      // A connection that never asked anything does not count as idle to Node, and would hold the stop up.
      if (running() === 0) server.closeAllConnections()
      else server.closeIdleConnections()
    }, drainTick)
    const cut = setTimeout(() => server.closeAllConnections(), timeout)
    server.close(() => {
      clearInterval(tick)
      clearTimeout(cut)
      resolve()
    })
  })
}
