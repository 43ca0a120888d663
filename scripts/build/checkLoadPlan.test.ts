import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEntryPoints, readTree } from '../layers/readTree.ts'
import { buildTree } from '../layers/tree.ts'
import { checkLoadPlan } from './checkLoadPlan.ts'
import type { LoadPlan } from './mergeModules.ts'
import { readLoadPlan, readLoadPlanSource } from './readLoadPlan.ts'

const root = resolve(import.meta.dirname, '../..')
const package_ = resolve(root, 'packages/latchkey')

test('the plan of latchkey names modules that exist, and every one that it needs', () => {
  const entryPoints = Object.entries(readEntryPoints(root)).filter(([entry]) =>
    /^latchkey(\/(react|element|evm|networks))?$/.test(entry),
  )
  const plan = readLoadPlanSource(package_) as LoadPlan
  const entries = entryPoints.map(([, file]) => file)
  expect(entries).toHaveLength(5)
  expect(checkLoadPlan({ plan, tree: readTree(root), src: 'packages/latchkey/src/', entries })).toEqual([])
})

test('names what is emitted, not the source', () => {
  expect(readLoadPlan(package_)?.first).toContain('widget/runtime/createRuntime.js')
})

const lazies = Array.from({ length: 9 }, (_, at) => `lazy${at}`)
const tree = buildTree(
  {
    'src/index.ts': `import './base.ts'; ${lazies.map(name => `import('./${name}.ts');`).join(' ')}`,
    'src/base.ts': '',
    'src/view.ts': `import './base.ts'`,
    'src/shared.ts': '',
    ...Object.fromEntries(lazies.map(name => [`src/${name}.ts`, `import './shared.ts'`])),
  },
  {},
)
const good: LoadPlan = {
  first: ['view.ts'],
  later: { shared: ['shared.ts'] },
  together: {},
  early: ['runtime', 'shared'],
  elsewhere: [],
}

test.each<[what: string, change: Partial<LoadPlan>, said: readonly string[]]>([
  ['nothing of a plan that fits', {}, []],
  ['a path that does not exist', { first: ['view.ts', 'gone.ts'] }, ['first: no such module: gone.ts']],
  [
    'a row that an earlier one has whole',
    { later: { again: ['view.ts'], shared: ['shared.ts'] } },
    ['again: all of it is in an earlier row'],
  ],
  ['an early chunk without a row', { early: ['account'] }, ['early: no row makes this chunk: account']],
  [
    'a module that many lazy parts share without a row',
    { later: {}, early: [] },
    ['no row for shared.ts, which 9 lazy parts load'],
  ],
])('reports %s', (_what, change, said) => {
  const plan = { ...good, ...change }
  expect(checkLoadPlan({ plan, tree, src: 'src/', entries: ['src/index.ts'] })).toEqual(said)
})
