import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeMemoryFolder } from './memoryFolder.ts'

const plenty = 64 * 2 ** 30
let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'latchkey-memory-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

describe.runIf(process.platform === 'linux')('makeMemoryFolder', () => {
  it('creates an empty folder that every user can pass through, and deletes it with its content', () => {
    const made = makeMemoryFolder(place, plenty)
    const path = String(made?.path)
    expect(readdirSync(path)).toEqual([])
    expect(statSync(path).mode & 0o777).toBe(0o711)
    mkdirSync(join(path, 'a'))
    writeFileSync(join(path, 'a', 'b'), '')
    made?.remove()
    made?.remove()
    expect(readdirSync(place)).toEqual([])
  })

  it('creates none where memory is short, or no such place exists', () => {
    expect(makeMemoryFolder(place, 2 ** 30)).toBeUndefined()
    expect(makeMemoryFolder(join(place, 'none'), plenty)).toBeUndefined()
    expect(readdirSync(place)).toEqual([])
  })

  it('deletes the remains of a killed run, and nothing else', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const [left, running, foreign] = [
      `latchkey-gates-${pid}-aBcDeF`,
      `latchkey-gates-${process.pid}-aBcDeF`,
      'someone-else',
    ].map(name => join(place, name)) as [string, string, string]
    for (const folder of [left, running, foreign]) mkdirSync(folder)
    writeFileSync(join(left, 'data'), 'x')
    makeMemoryFolder(place, plenty)?.remove()
    expect([left, running, foreign].map(folder => existsSync(folder))).toEqual([false, true, true])
  })
})
