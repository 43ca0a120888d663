import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBundler } from './createBundler.ts'

let folder: string
let lines: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-bundler-'))
  lines = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A bundler of a folder whose lockfile names a package that its manifest does not: npm refuses it without asking anyone. */
function prepare() {
  const lock = { lockfileVersion: 3, packages: { '': { dependencies: { nowhere: '1.0.0' } } } }
  writeFileSync(join(folder, 'package.json'), '{"name":"x","version":"1.0.0"}')
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  return createBundler({
    chain: { chainId: 31337, url: 'http://127.0.0.1:1' },
    port: 1,
    host: '127.0.0.1',
    dataFolder: join(folder, 'data'),
    log: line => lines.push(line),
    folder,
  })
}

test('packages that cannot be installed are one line, and the chain has no bundler', async () => {
  const bundler = prepare()
  expect(bundler.state()).toBe('idle')
  bundler.begin()
  expect(bundler.state()).toBe('starting')
  expect(await bundler.settled).toBe('out')
  expect(bundler.state()).toBe('out')
  expect(lines).toEqual([
    expect.stringMatching(
      /^Chain 31337 has no smart accounts, the bundler is left out: its packages could not be installed \(npm ci --ignore-scripts in .+\)$/,
    ),
  ])
  await bundler.stop()
})

test('one that is stopped while it starts says nothing and does not begin again', async () => {
  const bundler = prepare()
  bundler.begin()
  await bundler.stop()
  bundler.begin()
  expect(bundler.state()).toBe('out')
  expect(lines).toEqual([])
})

test('one that nothing began ends at once', async () => {
  const bundler = prepare()
  await bundler.stop()
  expect(bundler.state()).toBe('idle')
})
