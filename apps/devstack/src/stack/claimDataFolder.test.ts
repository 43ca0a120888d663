import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataFolder } from './claimDataFolder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('creates a folder, and frees it after release', () => {
  const deep = join(folder, 'a', 'b')
  claimDataFolder(deep)()
  claimDataFolder(deep)()
})

test('refuses the same folder to one process twice', () => {
  const giveBack = claimDataFolder(folder)
  expect(() => claimDataFolder(folder)).toThrow(/is in use by process/)
  giveBack()
})

test('takes over a stale lock with our own process number', () => {
  writeFileSync(join(folder, 'lock'), String(process.pid))
  utimesSync(join(folder, 'lock'), 0, 0)
  claimDataFolder(folder)()
})

test('a folder that a living process holds is refused with its number', () => {
  writeFileSync(join(folder, 'lock'), String(process.ppid))
  expect(() => claimDataFolder(folder)).toThrow(
    `The data folder ${folder} is in use by process ${process.ppid}`,
  )
})

test.each(['', 'nonsense', '-1', '0'])('takes over a lock that says %j', text => {
  writeFileSync(join(folder, 'lock'), text)
  claimDataFolder(folder)()
})

test('the lock of a process that is gone is taken over', () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(join(folder, 'lock'), String(gone))
  claimDataFolder(folder)()
})

test('names a path that is no folder in one line', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => claimDataFolder(file)).toThrow(`The data folder ${file} is not a folder.`)
  expect(() => claimDataFolder(join(file, 'below'))).toThrow('is not a folder.')
})
