import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const wordsOf = (text: string): string[] => text.match(/[A-Za-z_]\w+/g) ?? []

/** The known names: those of options.md, which are compared with the code, and the exports of the entry points. */
const known = new Set([...wordsOf(read('docs/options.md')), ...wordsOf(read('scripts/build/exports.json'))])
/** wagmi's own, and the variables of another kit. */
const others = ['createConfig', 'ck']

test('docs/how-to/from-another-kit.md leads to names that there are, in each of its tables', () => {
  const rows = read('docs/how-to/from-another-kit.md')
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line => line.split(/(?<!\\)\|/).slice(1, -1))
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter(cells => cells.length !== 2)).toEqual([])
  const named = rows.flatMap(([, here = '']) =>
    [...here.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => wordsOf(code)),
  )
  expect(named.length).toBeGreaterThan(100)
  expect([...new Set(named)].filter(word => !known.has(word) && !others.includes(word))).toEqual([])
})
