import { expect, it } from 'vitest'
import { createStatementNames } from './statementNames.ts'

it('names a text that a connection runs often, on that connection alone', () => {
  const names = createStatementNames<object>()
  const [a, b] = [{}, {}]
  const often = (client: object, text: string) =>
    Array.from({ length: 5 }, () => names.nameOf(client, text)).at(-1)
  expect([1, 2, 3].map(() => names.nameOf(a, 'SELECT 1'))).toEqual([undefined, undefined, undefined])
  const name = names.nameOf(a, 'SELECT 1')
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(names.nameOf(a, 'SELECT 1')).toBe(name)
  expect(names.nameOf(b, 'SELECT 1')).toBe(undefined)
  expect(often(a, 'SELECT 2')).not.toBe(name)
})

it('names no statement whose columns another release may change', () => {
  const names = createStatementNames<object>()
  const client = {}
  for (const text of ['SELECT * FROM t', 'select "t".* from t', 'INSERT INTO t VALUES ($1) returning *'])
    for (let i = 0; i < 5; i++) expect(names.nameOf(client, text)).toBe(undefined)
  for (let i = 0; i < 3; i++) names.nameOf(client, 'SELECT count(*) FROM t')
  expect(names.nameOf(client, 'SELECT count(*) FROM t')).toMatch(/./)
})

it('stops at a hundred names, and asks for a new connection', () => {
  const names = createStatementNames<object>()
  const client = {}
  for (let i = 0; i < 100; i++) {
    expect(names.isFull(client)).toBe(false)
    for (let times = 0; times < 4; times++) names.nameOf(client, `SELECT ${i}`)
  }
  expect(names.isFull(client)).toBe(true)
  for (let times = 0; times < 5; times++) expect(names.nameOf(client, 'SELECT 100')).toBe(undefined)
})
