import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSnippets } from '../../testing/src/fixtures/readSnippets.ts'
import { typeFaults } from '../../testing/src/fixtures/typeFaults.ts'

const root = resolve(import.meta.dirname, '../../..')
/** Inside the repository, so that what the page imports is found as in a host's own folder. */
const folder = join(root, '.cache', 'docs', `sui-${process.pid}`)

test('docs/sui.md adds Sui with code that compiles', async () => {
  const [add] = readSnippets(join(root, 'docs/sui.md'))
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, 'latchkey.ts'), add?.code ?? '')
    expect(add?.code).toContain('adapters: [sui()]')
    expect(await typeFaults(folder)).toBe('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
