import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { foreignCode } from './foreignCode.ts'

const root = resolve(import.meta.dirname, '../..')
const sealed = 'integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6" crossorigin="anonymous"'

test.each([
  ['<script src="https://unpkg.com/latchkey@latest/dist/latchkey.js"></script>', 'names no exact version'],
  [`<script src="https://cdn.jsdelivr.net/npm/latchkey" ${sealed}></script>`, 'names no exact version'],
  [`<script src="https://cdn.jsdelivr.net/npm/latchkey@1" ${sealed}></script>`, 'names no exact version'],
  [`<script src="https://cdn.example/latchkey@1.2.x/a.js" ${sealed}></script>`, 'names no exact version'],
  ['<script src="https://cdn.example/widget/1.2.3/widget.js" crossorigin></script>', 'has no integrity'],
  ['<script\n  type="module"\n  src=//cdn.example/widget/1.2.3/widget.js></script>', 'has no integrity'],
  [
    '<script src="https://cdn.example/widget/1.2.3/w.js" integrity="sha384-oqVuAfXRKap7"></script>',
    'has no crossorigin',
  ],
  ['<link href="https://cdn.example/widget/1.2.3/w.css" rel="stylesheet" crossorigin>', 'has no integrity'],
  ["import { createLatchkey } from 'https://esm.sh/latchkey@1.2.3'", 'is imported by URL'],
  ["const kit = await import('https://cdn.example/1.2.3/kit.js')", 'is imported by URL'],
  ['Load it from `unpkg.com/latchkey@latest`.', 'names no exact version'],
])('T97: refuses %s', (text, problem) => {
  expect(foreignCode(text).join()).toContain(problem)
})

test.each([
  `<script src="https://cdn.example/widget/1.2.3/widget.js" ${sealed}></script>`,
  `<script ${sealed} src="https://cdn.jsdelivr.net/npm/latchkey@1.2.3/dist/latchkey.js"></script>`,
  '<script type="module" src="/src/main.ts"></script>',
  "import { createLatchkey } from 'latchkey'",
  'Open [the specification](https://eips.ethereum.org/EIPS/eip-4361).',
])('allows %s', text => {
  expect(foreignCode(text)).toEqual([])
})

test('T97: no page, guide or example of this repository loads code from another origin without version and integrity', () => {
  const patterns = [
    '*.md',
    '{docs,apps,packages,examples,e2e,deploy,bench,scripts}/**/*.{md,html}',
    'examples/*/src/**/*.{ts,tsx}',
  ]
  const files = globSync(patterns, {
    cwd: root,
    exclude: path => /(?:^|\/)(?:node_modules|dist|\.cache)$/.test(path),
  })
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'docs/how-to/sign-in.md', 'examples/viem/index.html']),
  )
  const found = files.flatMap(file =>
    foreignCode(readFileSync(join(root, file), 'utf8')).map(problem => `${file}: ${problem}`),
  )
  expect(found).toEqual([])
})
