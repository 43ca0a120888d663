import { StoreError } from './storeError.ts'

// The writer owns transactions; a query that began or ended one would tear its neighbours' apart.
const forbidden =
  /^\s*(?:begin|start|commit|end|rollback|abort|savepoint|release|prepare|pragma|attach|detach|vacuum|set|reset|discard|listen|copy)\b/i

/** @throws StoreError invalid for a batch with a statement that belongs to the writer alone. */
export function refuseTransactions(queries: readonly { readonly sql: string }[]): void {
  if (queries.some(({ sql }) => forbidden.test(sql)))
    throw new StoreError({ code: 'invalid', message: 'A batch may not hold transaction statements' })
}
