import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSnippets } from './fixtures/readSnippets.ts'
import { typeFaults } from './fixtures/typeFaults.ts'

const root = resolve(import.meta.dirname, '../../..')
/** Inside the repository, so that what the guide imports is found as in a host's own folder. */
const folder = join(root, '.cache', 'docs', `testing-${process.pid}`)

beforeAll(() => mkdirSync(folder, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the guide’s samples compile unchanged under the strictest compiler options', async () => {
  const samples = readSnippets(join(root, 'packages/testing/README.md')).filter(({ language }) =>
    ['ts', 'tsx'].includes(language),
  )
  expect(samples.length).toBeGreaterThan(3)
  for (const { code, language, line } of samples) writeFileSync(join(folder, `line${line}.${language}`), code)
  // The link that a site shows is all that they leave out.
  writeFileSync(join(folder, 'site.d.ts'), 'declare const uri: string\n')
  expect(await typeFaults(folder)).toBe('')
})
