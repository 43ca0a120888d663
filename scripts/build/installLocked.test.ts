import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installLocked } from './installLocked.ts'

let folder: string
/** An npm that writes each of its runs down; `code` is how it ends. */
function giveNpm(code = 0): void {
  const npm = join(folder, 'bin', 'npm')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(npm, `#!/bin/sh\necho run >> ../runs\nmkdir -p node_modules\nexit ${code}\n`)
  chmodSync(npm, 0o755)
  vi.stubEnv('PATH', `${join(folder, 'bin')}${delimiter}${process.env.PATH}`)
}
const runs = (): number => readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n').length
const lock = (): string => join(folder, 'at', '.cache', 'installing')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-install-'))
  mkdirSync(join(folder, 'at', '.cache'), { recursive: true })
  writeFileSync(join(folder, 'at', 'package-lock.json'), '{"lockfileVersion":3}')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('of several at a time one installs, and a later one finds it', async () => {
  giveNpm()
  const at = join(folder, 'at')
  await Promise.all(Array.from({ length: 5 }, () => installLocked(at)))
  await installLocked(at)
  expect(runs()).toBe(1)
  writeFileSync(join(at, 'package-lock.json'), '{"lockfileVersion":3,"name":"other"}')
  await installLocked(at)
  expect(runs()).toBe(2)
})

test('a turn is given back when npm fails, with its words', async () => {
  giveNpm(1)
  await expect(installLocked(join(folder, 'at'))).rejects.toThrow(/could not be installed/)
  expect(existsSync(lock())).toBe(false)
})

test('waits while another process installs, until it is called off', async () => {
  giveNpm()
  // The parent of this process runs as long as this test.
  writeFileSync(lock(), String(process.ppid))
  const calling = new AbortController()
  const waiting = installLocked(join(folder, 'at'), calling.signal)
  calling.abort()
  await expect(waiting).rejects.toThrow(/abort/)
  expect(existsSync(join(folder, 'runs'))).toBe(false)
})

test('takes the turn of a process that is gone', async () => {
  giveNpm()
  writeFileSync(lock(), '4194305')
  await installLocked(join(folder, 'at'))
  expect(runs()).toBe(1)
})
