import { Worker } from 'node:worker_threads'
import type { WriteBatch, WriteOutcome } from './commitGroup.ts'
import type { FromWriter, ToWriter, WriterOptions } from './sqliteWriter.ts'
import { StoreError } from './storeError.ts'

/** The writing thread as seen from this one. */
interface SqliteWriter {
  /** @throws StoreError */
  write(batch: WriteBatch): Promise<readonly (readonly unknown[])[]>
  /** Why nothing can be written any more, if so. */
  readonly lost: StoreError | undefined
  close(): Promise<void>
}

interface Pending {
  readonly resolve: (rows: readonly (readonly unknown[])[]) => void
  readonly reject: (error: StoreError) => void
}

/** The most waiting batches; beyond that, callers get an error to retry instead of filling the memory. */
const mostWaiting = 10_000
/** A COMMIT may carry hundreds of batches; what each of them sets off is not to hold up what arrives meanwhile. */
const settledAtOnce = 16

interface Settled {
  readonly id: number
  readonly outcome: WriteOutcome
}

/**
 * Starts the writing thread and resolves once the schema is up to date.
 * @throws StoreError when the database cannot be opened or was made by another release.
 */
export async function startSqliteWriter(options: WriterOptions): Promise<SqliteWriter> {
  // From source the thread runs the .ts file as it stands; a built server has only .js (DECISIONS T2, T15).
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./sqliteWriter.${extension}`, import.meta.url), {
    workerData: options,
    name: 'latchkey-store',
  })
  const pending = new Map<number, Pending>()
  let nextId = 0
  let lost: StoreError | undefined

  const lose = (error: StoreError): void => {
    lost ??= error
    for (const { reject } of pending.values()) reject(lost)
    pending.clear()
  }
  const settle = ({ id, outcome }: Settled): void => {
    const waiting = pending.get(id)
    pending.delete(id)
    if ('rows' in outcome) waiting?.resolve(outcome.rows)
    else waiting?.reject(new StoreError(outcome.fault))
  }
  const settled: Settled[] = []
  const settleSome = (): void => {
    for (const each of settled.splice(0, settledAtOnce)) settle(each)
    if (settled.length > 0) setImmediate(settleSome)
  }

  const exited = new Promise<void>(resolve => {
    worker.on('exit', () => {
      lose(new StoreError({ code: 'failed', message: 'The store lost its writer' }))
      resolve()
    })
  })
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWriter) => {
      if ('opened' in message) resolve()
      else if ('refused' in message) reject(new StoreError(message.refused))
      else {
        const isIdle = settled.length === 0
        settled.push(...message.settled)
        if (isIdle) settleSome()
      }
    })
    worker.on('error', error => {
      lose(new StoreError({ code: 'failed', message: `The store failed: ${messageOf(error)}` }, error))
      reject(lost)
    })
    exited.then(() => reject(lost))
  })

  return {
    get lost() {
      return lost
    },
    write(batch) {
      if (lost !== undefined) return Promise.reject(lost)
      if (pending.size >= mostWaiting)
        return Promise.reject(
          new StoreError({ code: 'busy', message: 'The store is busy: too many writes are waiting' }),
        )
      const id = nextId++
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        worker.postMessage({ id, batch } satisfies ToWriter)
      })
    },
    async close() {
      if (lost === undefined) worker.postMessage('close' satisfies ToWriter)
      await exited
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
