import { migrations } from '../../migrations.ts'
import type { Migration } from './migration.ts'

/** A table of the suite's own, so that it does not hang on the product's. */
export interface ProbeDatabase {
  probe: {
    id: string
    owner: string | null
    at: number | null
    bytes: Uint8Array | null
    used: number | null
  }
}

export const probeMigrations: readonly Migration[] = [
  ...migrations,
  {
    id: migrations.length + 1,
    name: 'probe',
    statements: t => [
      `CREATE TABLE probe (
        id ${t.text} NOT NULL PRIMARY KEY, owner ${t.text}, at ${t.int64}, bytes ${t.blob}, used ${t.flag}
      )${t.table}`,
    ],
  },
]
