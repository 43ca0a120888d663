/** The thread that owns the only writing connection. It imports nothing but Node and its neighbours. */
import { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { commitGroup, toFault, type Waiting, type WriteBatch, type WriteOutcome } from './commitGroup.ts'
import type { MigrationScript } from './compareMigrations.ts'
import { keepStatements } from './keepStatements.ts'
import { migrate } from './migrate.ts'
import type { StoreFault } from './storeError.ts'

export interface WriterOptions {
  readonly file: string
  readonly migrations: readonly MigrationScript[]
  /** Milliseconds to wait for another process's write lock. */
  readonly busyTimeout: number
  /** Bytes beyond which the database refuses to grow. */
  readonly maxBytes: number | undefined
}

export type ToWriter = { readonly id: number; readonly batch: WriteBatch } | 'close'

export type FromWriter =
  | { readonly opened: true }
  | { readonly refused: StoreFault }
  | { readonly settled: readonly { readonly id: number; readonly outcome: WriteOutcome }[] }

const largestGroup = 256

function open(options: WriterOptions): DatabaseSync | StoreFault {
  try {
    const db = new DatabaseSync(options.file, { timeout: options.busyTimeout })
    // WAL lets readers go on; FULL makes a COMMIT wait for the disk, so an acknowledged write survives a power cut.
    becomeWal(db, options.busyTimeout)
    db.exec('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864')
    if (options.maxBytes !== undefined) {
      const pageSize = Number(db.prepare('PRAGMA page_size').get()?.page_size)
      db.exec(`PRAGMA max_page_count = ${Math.floor(options.maxBytes / pageSize)}`)
    }
    return migrate(db, options.migrations, Date.now()) ?? db
  } catch (error) {
    return openFault(error)
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))

/** Waits for another process that is making the same database: at this one step SQLite gives up at once instead. */
function becomeWal(db: DatabaseSync, busyTimeout: number): void {
  const end = performance.now() + busyTimeout
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (openFault(error).code !== 'busy' || performance.now() >= end) throw error
      Atomics.wait(pause, 0, 0, 10)
    }
  }
}

function openFault(error: unknown): StoreFault {
  const { errcode, message } = error as { errcode?: number; message: string }
  if (errcode !== undefined && (errcode & 0xff) === 14)
    return {
      code: 'readonly',
      message: 'The store cannot be opened: its folder or file is missing or not writable',
    }
  if (errcode !== undefined && (errcode & 0xff) === 26)
    return { code: 'invalid', message: 'The store cannot be opened: its file is not a database' }
  try {
    return toFault(error)
  } catch {
    return { code: 'failed', message: `The store cannot be opened: ${message}` }
  }
}

function serve(port: MessagePort, db: DatabaseSync): void {
  const prepare = keepStatements(db)
  port.on('message', (first: ToWriter) => {
    // Everything that arrived while the last COMMIT waited for the disk shares the next one.
    let message: ToWriter | undefined = first
    while (message !== undefined) {
      const group: Waiting[] = []
      const settled: { id: number; outcome: WriteOutcome }[] = []
      while (message !== undefined && message !== 'close' && group.length < largestGroup) {
        const { id, batch }: Exclude<ToWriter, 'close'> = message
        group.push({ batch, settle: outcome => settled.push({ id, outcome }) })
        message = receiveMessageOnPort(port)?.message as ToWriter | undefined
      }
      commitGroup(db, prepare, group)
      if (settled.length > 0) port.postMessage({ settled } satisfies FromWriter)
      if (message === 'close') {
        db.close()
        port.close()
        return
      }
    }
  })
}

if (parentPort !== null) {
  const db = open(workerData as WriterOptions)
  if (db instanceof DatabaseSync) {
    serve(parentPort, db)
    parentPort.postMessage({ opened: true } satisfies FromWriter)
  } else parentPort.postMessage({ refused: db } satisfies FromWriter)
}
