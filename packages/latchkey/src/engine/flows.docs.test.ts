import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const flows = new URL('flows/', import.meta.url).pathname
const page = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8')

/** The rows of the table "Flows", cell by cell. */
const rows = (page.split('\n## Flows\n')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => line.split('|').slice(1, -1))

const quoted = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word)
const foldersOf = ([folder]: readonly string[]) => quoted(folder)

test('architecture.md lists every flow', () => {
  const folders = readdirSync(flows, { withFileTypes: true }).filter(each => each.isDirectory())
  expect([...new Set(rows.flatMap(foldersOf))].sort()).toEqual(folders.map(({ name }) => name).sort())
})

test.each([...new Set(rows.flatMap(foldersOf))])('architecture.md says what `%s` emits', folder => {
  const source = globSync(`${flows}${folder}/**/*.ts`)
    .filter(file => !/\.test\.ts$|\/fixtures\//.test(file))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const emitted = [...source.matchAll(/facts\.emit\('(\w+)'/g)].map(([, fact = '']) => fact)
  if (/\bemitConnected\(/.test(source)) emitted.push('connected')
  const listed = rows
    .filter(row => foldersOf(row).includes(folder))
    .flatMap(row => (row[3]?.trim().startsWith('none') ? [] : quoted(row[3])))
  expect([...new Set(listed)].sort()).toEqual([...new Set(emitted)].sort())
})
