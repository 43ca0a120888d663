/** How an engine spells the portable columns (DECISIONS T14). */
export interface ColumnTypes {
  /** For a step that one engine does differently; every step has a number on both. */
  readonly engine: 'sqlite' | 'postgres'
  readonly text: string
  readonly int64: string
  readonly blob: string
  /** 0 or 1. */
  readonly flag: string
  /** JSON as text; the reader parses and checks it. */
  readonly json: string
  /** What stands behind the closing bracket of CREATE TABLE. */
  readonly table: string
}

/**
 * One step of the schema. Steps of all rooms are numbered together, without gaps; once released a step never changes: a
 * correction is a further step.
 */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly statements: (types: ColumnTypes) => readonly string[]
}
