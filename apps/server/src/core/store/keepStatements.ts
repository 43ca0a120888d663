import type { DatabaseSync, StatementSync } from 'node:sqlite'

const largest = 200

/** Prepares each query once and keeps the most recently used ones. */
export function keepStatements(db: DatabaseSync): (sql: string) => StatementSync {
  const kept = new Map<string, StatementSync>()
  return sql => {
    const statement = kept.get(sql) ?? db.prepare(sql)
    kept.delete(sql)
    kept.set(sql, statement)
    if (kept.size > largest) {
      const oldest = kept.keys().next()
      if (!oldest.done) kept.delete(oldest.value)
    }
    return statement
  }
}
