import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { idsIn, readTitles, titlesOf } from './readTitles.ts'

const root = resolve(import.meta.dirname, '../..')

/** Rows that no test can prove yet, and why. A row leaves this list with the first test that names it. */
const unbuilt: Readonly<Record<string, string>> = {
  T99: 'nothing is published: there is no release job, whose refusal without OIDC could be seen',
}

const rows = readFileSync(join(import.meta.dirname, 'rows.txt'), 'utf8')
  .split('\n')
  .flatMap(line => /^([TF]\d{2,3}) \S/.exec(line)?.[1] ?? [])

test('the list has the 146 threats and the 48 faults, each once', () => {
  const numbered = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`)
  expect(rows).toEqual([...numbered('T', 146), ...numbered('F', 48)])
})

test('every row is named by a test, except those of features that do not exist', () => {
  const named = new Set(readTitles(root).flatMap(idsIn))
  expect(named.size).toBeGreaterThan(100)
  expect(rows.filter(id => !named.has(id))).toEqual(Object.keys(unbuilt))
  expect([...named].filter(id => !rows.includes(id))).toEqual([])
})

test('nothing here publishes: no workflow, no token and no script does', () => {
  const exclude = (path: string) => /(?:^|\/)(?:node_modules|dist|\.cache)$/.test(path)
  const files = globSync(['.github/workflows/*', '**/{package.json,.npmrc}'], {
    cwd: root,
    exclude,
  })
  expect(files).toContain('package.json')
  const publishes = files.filter(file =>
    /_authToken|NPM_TOKEN|NODE_AUTH_TOKEN|"(?:pre|post)?publish(?:Only)?"|npm publish/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  expect([...publishes, ...files.filter(file => /(?:^|\/)\.github\/workflows\//.test(file))]).toEqual([])
})

test('titles are texts beside a function, in tests, groups and tables', () => {
  const source = [
    "test('one', () => {})",
    'describe(`two $' + '{name}`, function () {})',
    "it.each([['no title']])('three %s', async () => {})",
    "eachStore('four', open => { test('five', { tag: '@a' }, fn => fn()) })",
    "const text = 'nothing'; call('nothing either')",
  ].join('\n')
  expect(titlesOf('x.test.ts', source)).toEqual(['one', 'two …', 'three %s', 'four', 'five'])
  expect(idsIn('a page (T02, T05), F12: as DECISIONS T14 and T1 say')).toEqual(['T02', 'T05', 'F12'])
})
