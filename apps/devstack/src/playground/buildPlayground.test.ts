import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildPlayground } from './buildPlayground.ts'

let root = ''
let cache = ''
beforeEach(() => {
  // A checkout's folder can have such a name.
  root = mkdtempSync(join(tmpdir(), 'latchkey build '))
  cache = join(root, 'kept')
  mkdirSync(join(root, 'apps', 'playground'), { recursive: true })
  writeFileSync(join(root, 'apps', 'playground', 'index.html'), '<!doctype html><title>Shop</title>')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const built = () => globSync('**/index.html', { cwd: cache })

test('builds once for each change of the sources', async () => {
  const said: string[] = []
  const build = () => buildPlayground({ root, cache, signal: undefined, log: line => void said.push(line) })
  const folder = await build()
  expect(await build()).toBe(folder)
  expect(said).toEqual(['Building the playground (once for each change of its sources)…'])
  expect(built()).toHaveLength(1)
})

test('does not wait for a build aborted at its start', async () => {
  const start = new AbortController()
  const building = buildPlayground({
    root,
    cache,
    signal: start.signal,
    log: () => void setImmediate(() => start.abort()),
  })
  await expect(building).rejects.toThrow(/abort/)
  expect(built()).toEqual([])
})
