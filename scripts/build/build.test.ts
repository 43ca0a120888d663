import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compileEarly } from './compileEarly.ts'
import { dropBareImports } from './dropBareImports.ts'
import { exportedNames } from './exportedNames.ts'
import { finishDist, missingOutputs } from './finishDist.ts'
import { inlineNumbers } from './inlineNumbers.ts'
import { mergeModules } from './mergeModules.ts'
import { reachableFiles } from './reachableFiles.ts'
import { splitTexts } from './splitTexts.ts'
import { stagedManifest } from './stagedManifest.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-build-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const read = (path: string) => readFileSync(join(folder, path), 'utf8')

describe('finishDist', () => {
  beforeEach(() =>
    write({
      'src/row.tsx': '',
      'src/row.css': '/* why */ .row { color: rgb(255, 0, 0) }',
      'dist/row.js': `'use client';\nimport css from './row.css';\nimport './row.css';\nexport const row = () => [css, import('./row.js')];\n`,
      'dist/row.d.ts': `import type { A } from './a.ts';\nexport declare const row: import("./b.tsx").B<A>;\nexport * from './c.d.ts';\n`,
      'dist/gone.js': `export const gone = 1;\n`,
      'dist/gone.css.js': `export default ""\n`,
    }),
  )

  test('writes stylesheets as modules of minified text and keeps the directive', async () => {
    await finishDist(folder)
    expect(read('dist/row.css.js')).toBe(`export default ".row{color:red}"\n`)
    expect(read('dist/row.js')).toBe(
      `'use client';\nimport css from './row.css.js';\nimport './row.css.js';\nexport const row = () => [css, import('./row.js')];\n`,
    )
  })

  test('makes declarations name the files that exist', async () => {
    await finishDist(folder)
    expect(read('dist/row.d.ts')).toBe(
      `import type { A } from './a.js';\nexport declare const row: import("./b.js").B<A>;\nexport * from './c.d.ts';\n`,
    )
  })

  test('removes what has no source any more, and may be run again after a change of style', async () => {
    await finishDist(folder)
    expect([existsSync(join(folder, 'dist/gone.js')), existsSync(join(folder, 'dist/gone.css.js'))]).toEqual([
      false,
      false,
    ])
    write({ 'src/row.css': '.row { color: blue }' })
    await finishDist(folder)
    expect(read('dist/row.css.js')).toBe(`export default ".row{color:#00f}"\n`)
    expect(read('dist/row.js')).toContain(`'./row.css.js'`)
  })

  test('a stylesheet that is missing fails the build', async () => {
    rmSync(join(folder, 'src/row.css'))
    await expect(finishDist(folder)).rejects.toThrow('row.css')
  })

  test('missingOutputs names the sources that were not compiled', () => {
    expect(missingOutputs(folder, ['row.tsx', 'other.ts'])).toEqual(['other.ts'])
  })
})

test('stagedManifest drops the source condition, entry points that have nothing else, and what is for this repository only', () => {
  const staged = stagedManifest({
    name: 'a',
    version: '1.0.0',
    private: true,
    scripts: { x: 'y' },
    devDependencies: { b: '1.0.0' },
    dependencies: { c: '1.0.0' },
    exports: {
      '.': { '@latchkey/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
      './gallery': { '@latchkey/source': './src/gallery.ts' },
      './evmswap': { '@latchkey/source': './src/evmswap.ts', default: './dist/evmswap.js' },
      './package.json': './package.json',
    },
  })
  expect(staged).toEqual({
    name: 'a',
    version: '1.0.0',
    dependencies: { c: '1.0.0' },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
  })
})

describe('reachableFiles', () => {
  const manifest = {
    name: 'a',
    version: '1.0.0',
    exports: { '.': { types: './dist/i.d.ts', default: './dist/i.js' } },
  }

  test('follows imports, import(), workers and declarations, and leaves the rest out', () => {
    write({
      'dist/i.js': `import './a.js'; export const b = () => import('./b.js'); new Worker(new URL('./w.js', import.meta.url))`,
      'dist/i.d.ts': `export type T = import('./t.js').T`,
      'dist/a.js': `import d from './d.json' with { type: 'json' }; import 'react'; export { d }`,
      'dist/b.js': `import './i.js'`,
      'dist/w.js': '',
      'dist/d.json': '[]',
      'dist/t.d.ts': 'export type T = 1',
      'dist/t.js': '',
      'dist/unused.js': '',
    })
    expect(reachableFiles(folder, manifest)).toEqual(
      ['a.js', 'b.js', 'd.json', 'i.d.ts', 'i.js', 't.d.ts', 'w.js'].map(name => `dist/${name}`),
    )
  })

  test('a file that is missing fails the build', () => {
    write({ 'dist/i.js': `import './a.js'`, 'dist/i.d.ts': '' })
    expect(() => reachableFiles(folder, manifest)).toThrow('dist/a.js is missing')
  })
})

test('exportedNames lists values and types of every spelling, through export *', () => {
  write({
    'i.d.ts': `export { a, type B } from './x.js'; export type { C } from './x.js'; export declare const d: 1, e: 2; export declare function f(): void; export interface G {} export type H = 1; export declare class I {} export * from './y.js'; declare const j: 1; export { j as k }`,
    'y.d.ts': `export declare const y: 1; export * from './i.js'`,
  })
  const names = ['I', 'a', 'd', 'e', 'f', 'k', 'type B', 'type C', 'type G', 'type H', 'y']
  expect(exportedNames(folder, 'i.d.ts')).toEqual(names)
})

test.each([
  ['const a = x => x', 'const a = (x => x)'],
  ['f(() => g(async function* () {}))', 'f((() => g((async function* () {}))))'],
  ['f(1, x => y => x)', 'f(1, (x => (y => x)))'],
  ['const a = b()\nfunction b() { return c }', 'var b = (() => { return c });\nconst a = b()\n'],
  ['async function a(x) { await (() => x)() }', 'var a = (async function (x) { await ((() => x))() });\n'],
  ['function* a(x) { yield x }', 'var a = (function* (x) { yield x });\n'],
  [
    'const a = { m() {}, get n() { return 1 }, o: () => 2 }',
    'const a = { m: (() => {}), get n() { return 1 }, o: (() => 2) }',
  ],
  [
    'const a = { async m(x = () => 1, ...y) {}, *[n]() {}, o(x) { return this.x }, p() { return super.p() } }',
    'const a = { m: (async function (x = (() => 1), ...y) {}), [n]: (function* () {}), o: (function (x) { return this.x }), p() { return super.p() } }',
  ],
  ['class A { m() {} #n = () => 1 }', 'class A { m() {} #n = (() => 1) }'],
  [
    'f(async () => 1, async x => ({ x }), async (x, y) => { await y }, async () => this.a)',
    'f((async function () { return 1 }), (async function (x) { return ({ x }) }), (async function (x, y) { await y }), (async () => this.a))',
  ],
  [
    'export { a };\nfunction a() { b(); function b() {} }',
    'var a = (() => {var b = (() => {});\n b();  });\nexport { a };\n',
  ],
  [
    'for (const a of b) { c(); function c() { return a } }',
    'for (const a of b) {let c = (() => { return a });\n c();  }',
  ],
  ['"use client"\nf()\nfunction a() {}', '"use client"\nvar a = (() => {});\n\nf()\n'],
  ['function a() { "use x"; function b() {} }', 'var a = (() => { "use x";\nvar b = (() => {});\n  });\n'],
  ['new A();\nfunction A() {}', 'var A = (function () {});\nnew A();\n'],
  ['class B extends A {}\nfunction A() {}', 'var A = (function () {});\nclass B extends A {}\n'],
  ['function a() { return arguments }', 'var a = (function () { return arguments });\n'],
  [
    'function a() { return function () { return this } }',
    'var a = (() => { return (function () { return this }) });\n',
  ],
  ['const { a, b } = { a, b }', 'const { a, b } = { a, b }'],
])('compileEarly: %s', (text, early) => {
  expect(compileEarly('a.js', text)).toBe(early)
})

test.each([
  ["import { limits } from '../limits.js'\nf(limits.most)", "import { limits } from '../limits.js'\nf(30)"],
  [
    "import { limits } from './limits.js'\nlimits.most.toFixed()",
    "import { limits } from './limits.js'\n(30).toFixed()",
  ],
  ['const limits = []\nlimits.most', 'const limits = []\nlimits.most'],
  ["import { limits } from './others.js'\nlimits.most", "import { limits } from './others.js'\nlimits.most"],
  [
    "import { limits } from './limits.js'\na.limits.most",
    "import { limits } from './limits.js'\na.limits.most",
  ],
])('inlineNumbers: %s', (text, inlined) => {
  const options = { table: 'limits', from: 'limits.js', numbers: { most: 30 } }
  expect(inlineNumbers('a.js', text, options)).toBe(inlined)
  if (text !== inlined)
    expect(() => inlineNumbers('a.js', text, { ...options, numbers: {} })).toThrow('no number')
})

test('dropBareImports keeps what brings names, and what is not of the package', () => {
  const kept = `"use client";\nimport 'react';\nimport { a } from './a.js';\nimport b from './b.js';\nexport * from './c.js';\nimport('./d.js');\n`
  expect(dropBareImports('a.js', `${kept}import './e.js';\nimport {} from "../f.js";`)).toBe(kept)
})

describe('splitTexts', () => {
  const words = `/** Words. */\nexport const rowTexts = {\n  'row.a': 'A',\n};\n/** More. */\nexport const moreTexts = { 'more.b': 'B' };\n`

  test('gives each object of words a module, and importers name that', () => {
    write({
      'dist/row/rowTexts.js': words,
      'dist/row/oneTexts.js': `export const oneTexts = { 'one.c': 'C' };\n`,
      'dist/row/row.js': `import { rowTexts as own, moreTexts } from './rowTexts.js';\nimport { oneTexts } from './oneTexts.js';\nown(moreTexts, oneTexts);\n`,
      'dist/list.js': `import './list.css.js';\nimport { moreTexts } from './row/rowTexts.js';\nmoreTexts();\n`,
      'dist/all.js': `import * as all from './row/rowTexts.js';\n`,
    })
    splitTexts(join(folder, 'dist'), '*/*Texts.js')
    expect(read('dist/row/rowTexts/rowTexts.js')).toBe(
      `/** Words. */\nexport const rowTexts = {\n  'row.a': 'A',\n};\n`,
    )
    expect(read('dist/row/rowTexts/moreTexts.js')).toBe(
      `/** More. */\nexport const moreTexts = { 'more.b': 'B' };\n`,
    )
    expect(read('dist/row/rowTexts.js')).toBe(
      `export { rowTexts } from './rowTexts/rowTexts.js';\nexport { moreTexts } from './rowTexts/moreTexts.js';\n`,
    )
    expect(read('dist/row/row.js')).toBe(
      `import { rowTexts as own } from './rowTexts/rowTexts.js';\nimport { moreTexts } from './rowTexts/moreTexts.js';\nimport { oneTexts } from './oneTexts.js';\nown(moreTexts, oneTexts);\n`,
    )
    expect(read('dist/list.js')).toBe(
      `import './list.css.js';\nimport { moreTexts } from './row/rowTexts/moreTexts.js';\nmoreTexts();\n`,
    )
    expect(read('dist/all.js')).toBe(`import * as all from './row/rowTexts.js';\n`)
  })

  test.each([
    ['no module of words', ''],
    ['exports more', `${words}export const count = () => 1;\n`],
    ['exports more', `export const rowTexts = { 'row.a': count(1) };\n`],
    ['exports more', `import { a } from './a.js';\n${words}`],
    ['rowTexts.js', 'export const = {}'],
  ])('reports %s', (said, source) => {
    if (source !== '') write({ 'dist/row/rowTexts.js': source })
    expect(() => splitTexts(join(folder, 'dist'), '*/*Texts.js')).toThrow(said)
  })
})

test('mergeModules loads words with what shows them', async () => {
  write({
    'dist/index.js': `export const open = () => [import('./run.js'), import('./view.js')];\n`,
    'dist/run.js': `import { runTexts } from './both/bothTexts.js';\nexport const run = () => runTexts;\n`,
    'dist/view.js': `import { viewTexts } from './both/bothTexts.js';\nexport const view = () => viewTexts;\n`,
    'dist/both/bothTexts.js': `export const runTexts = { a: 'of run' };\nexport const viewTexts = { b: 'of view' };\n`,
  })
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } }
  await mergeModules(
    folder,
    { name: 'a', version: '1.0.0', sideEffects: false, exports },
    { first: ['run.js'], later: {}, together: {}, early: [], elsewhere: [], texts: '*/*Texts.js' },
  )
  expect(read('dist/chunks/runtime.js')).toContain('of run')
  expect(read('dist/chunks/runtime.js')).not.toContain('of view')
  expect(read('dist/chunks/view.js')).toContain('of view')
})

test('mergeModules makes one chunk of what the first click waits for, and keeps the entry points as they are', async () => {
  write({
    'dist/index.js': `import { both } from './both.js';\nexport const open = () => [both, import('./run.js'), import('./find.js')];\n`,
    'dist/react.js': `'use client';\nexport { hook } from './hook.js';\n`,
    'dist/words/index.js': `export { both } from '../both.js';\nexport { word } from '../word.js';\nexport const own = 1;\n`,
    'dist/run.js': `import { both } from './both.js';\nimport { word } from './word.js';\nimport { part } from './part.js';\nimport { limits } from './limits.js';\nexport const run = [both, word, part, () => import('./view.js'), limits.most];\n`,
    'dist/limits.js': `export const limits = { most: 30, least: 'nobody reads it' };\n`,
    'dist/view.js': `import { part } from './part.js';\nimport { row } from './row.js';\nexport const view = ['view', part, row, () => import('./more.js')];\n`,
    'dist/more.js': `import { row } from './row.js';\nexport const more = ['more', row];\n`,
    'dist/row.js': `export const row = () => 'row';\n`,
    'dist/hook.js': `export const hook = 'hook';\n`,
    'dist/find.js': `import { part } from './part.js';\nexport const find = () => part;\n`,
    'dist/both.js': `export const both = 'both';\n`,
    'dist/word.js': `export const word = 'word';\n`,
    'dist/part.js': `export const part = 'part';\n`,
  })
  const entry = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` })
  const entryPoints = { '.': entry('index'), './react': entry('react'), './words': entry('words/index') }
  const manifest = { name: 'a', version: '1.0.0', exports: entryPoints }
  await mergeModules(folder, manifest, {
    first: ['run.js', 'find.js'],
    later: { views: ['view.js'] },
    together: {},
    early: ['runtime'],
    elsewhere: ['words'],
    numbers: { module: 'limits.js', table: 'limits' },
  })

  expect(globSync('**/*.js', { cwd: join(folder, 'dist') }).sort()).toEqual([
    'chunks/doors.js',
    'chunks/for-words.js',
    'chunks/more.js',
    'chunks/rolldown-runtime.js',
    'chunks/runtime.js',
    'chunks/views.js',
    'index.js',
    'react.js',
    'words/index.js',
  ])
  expect(exportedNames(folder, 'dist/index.js')).toEqual(['open'])
  expect(exportedNames(folder, 'dist/words/index.js')).toEqual(['both', 'own', 'word'])
  expect(read('dist/react.js')).toMatch(/^["']use client["']/)
  expect(read('dist/index.js')).not.toMatch(/part|'word'/)
  // There twice: the widget's fetch is one, and the other entry point does not load the widget.
  for (const file of ['dist/chunks/runtime.js', 'dist/chunks/for-words.js'])
    expect(read(file)).toMatch(/["']word["']/)
  expect(read('dist/words/index.js')).not.toMatch(/runtime/)
  const built: {
    open(): [string, Promise<{ run: [string, string, string, () => Promise<unknown>, number] }>]
  } = await import(join(folder, 'dist/index.js'))
  const { run } = await built.open()[1]
  expect(run.slice(0, 3)).toEqual(['both', 'word', 'part'])
  expect(await run[3]()).toMatchObject({ view: ['view', 'part', expect.any(Function), expect.any(Function)] })
  expect(read('dist/chunks/runtime.js')).toContain('(() => import(')
  expect(read('dist/chunks/runtime.js')).not.toContain('nobody reads it')
  expect(run[4]).toBe(30)
  expect(read('dist/chunks/views.js')).not.toContain('(() =>')
  // Modules fetched together later are one chunk under its name.
  expect(read('dist/chunks/views.js')).toMatch(/["']row["']/)
  expect(read('dist/chunks/more.js')).toMatch(/from ["'].\/views.js["']/)
})

test('mergeModules leaves no import between chunks that brings nothing, where the package has no side effects', async () => {
  const manifest = {
    name: 'a',
    version: '1.0.0',
    sideEffects: false,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  }
  write({
    'package.json': JSON.stringify(manifest),
    'dist/index.js': `export const open = () => [import('./find.js'), import('./view.js')];\n`,
    'dist/find.js': `import { key } from './key.js';\nexport const find = x => x ?? (/a/.test(x) ? [key] : []);\n`,
    'dist/view.js': `import { lock } from './key.js';\nexport const view = lock;\n`,
    'dist/key.js': `export const key = 'brass';\nexport const lock = () => key;\n`,
  })
  await mergeModules(folder, manifest, {
    first: [],
    later: { views: ['view.js'] },
    together: {},
    early: [],
    elsewhere: [],
  })

  // The constant stands where it is used, and its module in the other chunk.
  expect(read('dist/chunks/find.js')).toMatch(/["']brass["']/)
  expect(read('dist/chunks/find.js')).not.toContain('import')
  expect(read('dist/chunks/views.js')).toMatch(/["']brass["']/)
})

test('mergeModules: the widget’s copy of a module has no side effects where the package has none', async () => {
  const entry = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` })
  const entryPoints = { '.': entry('index'), './words': entry('words') }
  const manifest = { name: 'a', version: '1.0.0', sideEffects: false, exports: entryPoints }
  write({
    'package.json': JSON.stringify(manifest),
    'dist/index.js': `export const open = () => import('./view.js');\n`,
    'dist/words.js': `export { word } from './word.js';\n`,
    'dist/view.js': `import { word } from './word.js';\nexport const view = () => word;\n`,
    'dist/word.js': `import { lock } from './lock.js';\nexport const word = 'word';\nexport const locked = lock;\n`,
    // To a bundler, a call may do anything.
    'dist/lock.js': `export const lock = structuredClone('lock');\n`,
  })
  await mergeModules(folder, manifest, {
    first: [],
    later: {},
    together: {},
    early: [],
    elsewhere: ['words'],
  })

  const files = globSync('**/*.js', { cwd: join(folder, 'dist') })
  expect(files.filter(file => read(join('dist', file)).includes('structuredClone'))).toEqual([])
})
