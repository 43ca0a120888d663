import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compactState, keepState } from './keptState.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-state-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const block = (number: number, transactions: unknown[] = []) => ({
  header: { number: `0x${number.toString(16)}` },
  transactions,
})
const state = (best: number) =>
  JSON.stringify({ best_block_number: best, blocks: [block(best)], accounts: {} })
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const loaded = (): number => JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8')).best_block_number

test('a new folder starts a new chain', () => {
  expect(keepState(folder, false)).toEqual({ dump: join(folder, 'live.json') })
})

test('the last dump is copied and loaded from the copy, which the node never writes to', () => {
  write('live.json', state(7))
  expect(keepState(folder, false)).toEqual({
    load: join(folder, 'kept.json'),
    dump: join(folder, 'live.json'),
  })
  expect(loaded()).toBe(7)
})

test.each(['', '{"best_block_number":9,"blo', 'null', '{}', '{"best_block_number":1,"blocks":[{}]}'])(
  'a dump that was cut off (%j) is set aside and the copy is loaded',
  text => {
    write('kept.json', state(5))
    write('live.json', text)
    const kept = keepState(folder, false)
    expect(kept.load).toBe(join(folder, 'kept.json'))
    expect(kept.notice).toContain('live.json.damaged')
    expect(loaded()).toBe(5)
    expect(existsSync(join(folder, 'live.json'))).toBe(false)
  },
)

test('two damaged files start a new chain and say so', () => {
  write('kept.json', '{')
  write('live.json', '{')
  const kept = keepState(folder, false)
  expect(kept.load).toBeUndefined()
  expect(kept.notice).toContain('damaged')
})

test('fresh forgets everything', () => {
  write('live.json', state(7))
  write('kept.json', state(5))
  expect(keepState(folder, true)).toEqual({ dump: join(folder, 'live.json') })
  expect(existsSync(join(folder, 'kept.json'))).toBe(false)
})

test('compacting drops old empty blocks only', () => {
  const blocks = Array.from({ length: 1001 }, (_, number) =>
    block(number, number === 100 ? ['a transaction'] : []),
  )
  const compact = compactState({ best_block_number: 1000, blocks })
  const numbers = compact.blocks.map(({ header }) => Number(header.number))
  expect(numbers).toEqual([0, 100, ...Array.from({ length: 256 }, (_, index) => 745 + index)])
})
