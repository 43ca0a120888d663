import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commitGroup, toFault, type WriteBatch, type WriteOutcome } from './commitGroup.ts'

let folder: string
let db: DatabaseSync
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-commit-'))
  db = new DatabaseSync(join(folder, 'test.db'))
  db.exec(`
    CREATE TABLE parent (id TEXT PRIMARY KEY) STRICT;
    CREATE TABLE child (id TEXT PRIMARY KEY, parent TEXT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED,
      bytes BLOB) STRICT
  `)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

function commit(batches: readonly WriteBatch[], on = db): (WriteOutcome | undefined)[] {
  const outcomes: (WriteOutcome | undefined)[] = batches.map(() => undefined)
  commitGroup(
    on,
    sql => on.prepare(sql),
    batches.map((batch, index) => ({
      batch,
      settle: outcome => {
        expect(outcomes[index]).toBeUndefined()
        outcomes[index] = outcome
      },
    })),
  )
  expect(on.isTransaction).toBe(false)
  return outcomes
}

const put = (id: string, parent: string | null = null, size = 0) => ({
  sql: 'INSERT INTO child VALUES (?, ?, ?)',
  parameters: [id, parent, new Uint8Array(size)],
})
const ids = () =>
  db
    .prepare('SELECT id FROM child ORDER BY id')
    .all()
    .map(row => row.id)
const shown = (outcomes: (WriteOutcome | undefined)[]) =>
  outcomes.map(outcome =>
    outcome === undefined ? 'lost' : 'rows' in outcome ? 'written' : outcome.fault.code,
  )

describe('commitGroup', () => {
  it('lets a batch that only fails at COMMIT fail alone', () => {
    expect(shown(commit([[put('a')], [put('orphan', 'nobody')], [put('b')]]))).toEqual([
      'written',
      'constraint',
      'written',
    ])
    expect(ids()).toEqual(['a', 'b'])
  })

  it('runs the neighbours again when SQLite gives the whole transaction up', () => {
    db.exec('PRAGMA cache_size = 1; PRAGMA max_page_count = 20')
    const outcomes = commit([[put('a')], [put('big', null, 300_000)], [put('b')], [put('c'), put('a')]])
    expect(shown(outcomes)).toEqual(['written', 'full', 'written', 'constraint'])
    expect(ids()).toEqual(['a', 'b'])
  })

  it('answers all of them when the write lock cannot be had or the file cannot be written', () => {
    const other = new DatabaseSync(join(folder, 'test.db'), { timeout: 0 })
    db.exec('BEGIN IMMEDIATE')
    expect(shown(commit([[put('a')], [put('b')]], other))).toEqual(['busy', 'busy'])
    db.exec('ROLLBACK')
    other.close()
    const reader = new DatabaseSync(join(folder, 'test.db'), { readOnly: true })
    const outcomes = commit([[put('a')]], reader)
    expect(outcomes).toEqual([{ fault: { code: 'readonly', message: 'The store cannot be written' } }])
    reader.close()
  })

  it('counts a value that JavaScript cannot hold as a failed query', () => {
    const query = { sql: 'SELECT 9007199254740993 AS n', parameters: [] }
    expect(shown(commit([[put('a'), query], [put('b')]]))).toEqual(['invalid', 'written'])
    expect(ids()).toEqual(['b'])
  })
})

describe('toFault', () => {
  it.each([
    ['a failing disk', 10],
    ['a failing fsync', 1034],
    ['a damaged file', 11],
    ['a file that is something else', 26],
    ['no memory', 7],
  ])('does not survive %s', (_name, errcode) => {
    const error = Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })
    expect(() => toFault(error)).toThrow(error)
  })
})
