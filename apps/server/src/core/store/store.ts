import type { CompiledQuery, DeleteResult, InsertResult, QueryCreator, UpdateResult } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Database } from './database.ts'

/** What a query without RETURNING is typed as by the query builder; it yields no rows. */
type NoRows = InsertResult | UpdateResult | DeleteResult

/** The rows of each query of a batch, in the order of the batch. */
export type WriteRows<Q extends readonly CompiledQuery[]> = {
  readonly [K in keyof Q]: Q[K] extends CompiledQuery<infer R>
    ? [R] extends [NoRows]
      ? readonly never[]
      : readonly R[]
    : never
}

/**
 * The durable store: a read side and a write side over one schema, the same on each engine (DECISIONS T14, T15). A rule
 * that must hold once (a nonce, a name, a try) is one conditional statement with RETURNING: the caller that gets the
 * row back has won. There is no read-then-write transaction.
 */
export interface Store<D = Database> {
  /** Reads. It sees everything whose write was acknowledged. */
  readonly db: ReadonlyKysely<D>
  /** Builds the queries of a batch; `.compile()` them, they cannot be run from here. */
  readonly compose: QueryCreator<D>
  /**
   * Runs a batch, all or nothing, and resolves with each query's rows once it is on disk.
   * @throws StoreError; with any code but `failed` nothing of the batch was written.
   */
  write<const Q extends readonly CompiledQuery[]>(queries: Q): Promise<WriteRows<Q>>
  /** How many steps of the schema this release has. */
  readonly steps: number
  /** Connections to a database of its own process, and queries that wait for one. */
  readonly connections?: () => { readonly open: number; readonly idle: number; readonly waiting: number }
  /** @throws StoreError when the store cannot answer or has lost its writer. */
  check(): Promise<void>
  /** Lets waiting writes finish, refuses later ones, and lets go of the files. */
  close(): Promise<void>
}
