import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

// A disk on which a file can be made and nothing be written into it.
vi.mock('node:fs', async original => {
  const fs = await original<typeof import('node:fs')>()
  const full = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const writeFileSync: typeof fs.writeFileSync = (path, _data, options) => {
    fs.closeSync(fs.openSync(path as string, (options as { flag: string }).flag))
    full()
  }
  return { ...fs, writeFileSync, writeSync: full }
})

const folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a lock that could not be written is not there for the next one to wait for', async () => {
  const { withSetupLock } = await import('./setupLock.mjs')
  const path = join(folder, 'setup.lock')
  await expect(withSetupLock(path, async () => undefined)).rejects.toThrow('no space left')
  expect(existsSync(path)).toBe(false)
})
