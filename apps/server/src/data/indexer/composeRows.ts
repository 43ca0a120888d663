import type { CompiledQuery, InsertQueryBuilder, InsertResult } from 'kysely'

/** How many rows go into one statement: few sizes, so that each statement is prepared once and used again. */
const sizes = [200, 20, 1] as const

/**
 * Cuts rows, whose members all stand in one order, into statements of a few fixed sizes. A size is spelled out once: the
 * others of it differ in their values alone.
 */
export function composeRows<Row extends object, D, T extends keyof D>(
  rows: readonly Row[],
  insert: (part: readonly Row[]) => InsertQueryBuilder<D, T, InsertResult>,
): CompiledQuery[] {
  const templates = new Map<number, CompiledQuery>()
  return inParts(rows).map(part => {
    const values = part.flatMap(row => Object.values(row))
    const template = templates.get(part.length)
    if (template !== undefined && template.parameters.length === values.length)
      return { ...template, parameters: values }
    const compiled = insert(part).compile()
    templates.set(part.length, compiled)
    return compiled
  })
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
