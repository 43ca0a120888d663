import type { CompiledQuery, InsertQueryBuilder, InsertResult } from 'kysely'

/** How many rows go into one statement: few sizes, so that each statement is prepared once and used again. */
const sizes = [200, 20, 1] as const

/** Cuts rows into statements of a few fixed sizes. */
export function composeRows<Row, D, T extends keyof D>(
  rows: readonly Row[],
  insert: (part: readonly Row[]) => InsertQueryBuilder<D, T, InsertResult>,
): CompiledQuery[] {
  return inParts(rows).map(part => insert(part).compile())
}

/** The same cut for other statements. */
export function inParts<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const parts: (readonly Row[])[] = []
  let start = 0
  for (const size of sizes) {
    for (; rows.length - start >= size; start += size) parts.push(rows.slice(start, start + size))
  }
  return parts
}
