import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltFrame, buildFrame, hashFrame, sha256 } from './hashFrame.ts'
import { readHashLog, recordHash } from './hashLog.ts'
import { verifyFrame } from './verifyFrame.ts'

const root = resolve(import.meta.dirname, '../..')
let folder = ''
let built: BuiltFrame
let elsewhere: BuiltFrame

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-verify-'))
  built = await buildFrame(root, join(folder, 'one'))
  elsewhere = await buildFrame(copyCheckout(join(folder, 'another checkout')), join(folder, 'two'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A checkout at another path: what a build reads, with the installed packages. */
function copyCheckout(to: string): string {
  const source = (path: string) => !/node_modules|\/dist(\/|$)|\.cache/.test(path.slice(root.length))
  for (const path of ['apps/frame', 'packages/latchkey', 'scripts'])
    cpSync(join(root, path), join(to, path), { recursive: true, filter: source })
  for (const file of ['package.json', 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(join(root, file), join(to, file))
  for (const nested of ['apps/frame/node_modules', 'packages/latchkey/node_modules'])
    if (existsSync(join(root, nested)))
      cpSync(join(root, nested), join(to, nested), { recursive: true, verbatimSymlinks: true })
  mkdirSync(join(to, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(
      name === 'latchkey' ? '../packages/latchkey' : join(root, 'node_modules', name),
      join(to, 'node_modules', name),
    )
  return to
}

const served = (frame: BuiltFrame, stated = frame.version) => ({
  stated,
  version: frame.version,
  files: new Map([...frame.files].map(([path, body]) => [path, sha256(body)])),
})
const logged = (release: string, { version }: BuiltFrame) => [
  { release, day: '2026-11-24', code: version.code },
]
const holds = (options: Parameters<typeof verifyFrame>[0]) =>
  verifyFrame(options).map(verdict => verdict.holds)

describe('the build', () => {
  test('T83: two clean builds in two places have one hash', () => {
    expect(built.files.size).toBeGreaterThan(10)
    expect(elsewhere.version).toEqual(built.version)
  })

  test('T83: one changed byte is another hash, and the verdict names the file', () => {
    const [path = ''] = built.files.keys()
    const changed = join(folder, 'changed')
    cpSync(join(folder, 'one'), changed, { recursive: true })
    writeFileSync(join(changed, path), `${readFileSync(join(changed, path), 'utf8')} `)
    const other = hashFrame(changed)
    expect(other.version.code).not.toBe(built.version.code)
    const verdicts = verifyFrame({ built, release: '0.0.0', log: [], served: served(other) })
    expect(verdicts.map(verdict => verdict.holds)).toEqual([true, false, true, true])
    expect(verdicts[1]?.says).toContain(path)
    expect(verdicts[1]?.says).toContain('in no line of the hash log')
  })
})

describe('the verdict', () => {
  test('T83: holds for an origin that serves what is built and logged', () => {
    const options = { built, release: '1.2.0', log: logged('1.2.0', built), served: served(elsewhere) }
    expect(holds(options)).toEqual([true, true, true, true])
  })

  test('T83: refuses a release whose logged hash is another, and a release without a line', () => {
    const other = [{ release: '1.2.0', day: '2026-11-24', code: '0'.repeat(64) }]
    expect(holds({ built, release: '1.2.0', log: other })).toEqual([false])
    expect(holds({ built, release: '1.3.0', log: other })).toEqual([false])
    expect(holds({ built, release: '0.0.0', log: other })).toEqual([true])
  })

  test('T83: refuses an origin that states another version than it serves', () => {
    const stated = { ...built.version, code: '0'.repeat(64) }
    expect(holds({ built, release: '0.0.0', log: [], served: served(built, stated) })).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  test('T83: refuses another configuration although the code is the same', () => {
    const operator = { ...built, version: { ...built.version, configuration: { custody: 'operator' } } }
    expect(holds({ built, release: '0.0.0', log: [], served: served(operator) })).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('T83: names the older release that an origin still serves', () => {
    const old: BuiltFrame = { ...built, version: { ...built.version, code: 'b'.repeat(64) } }
    const log = [...logged('1.1.0', old), ...logged('1.2.0', built)]
    expect(verifyFrame({ built, release: '1.2.0', log, served: served(old) })[1]?.says).toContain(
      'release 1.1.0',
    )
  })
})

describe('the hash log', () => {
  const committed = readFileSync(join(root, 'apps/frame/hashes.txt'), 'utf8')

  test('T83: of this repository has the hash of the release that this checkout is', () => {
    const { version: release } = JSON.parse(readFileSync(join(root, 'apps/frame/package.json'), 'utf8'))
    expect(verifyFrame({ built, release, log: readHashLog(committed) })).toEqual([
      { holds: true, says: expect.stringContaining(built.version.code) },
    ])
  })

  test('T83: gets one line a release, and none of its lines changes', () => {
    const now = new Date('2026-11-24T12:00:00Z')
    const { version } = built
    const once = recordHash(committed, '1.0.0', { version, now })
    expect(readHashLog(once).at(-1)).toEqual({ release: '1.0.0', day: '2026-11-24', code: version.code })
    expect(once.startsWith(committed)).toBe(true)
    expect(recordHash(once, '1.0.0', { version, now })).toBe(once)
    const other = { ...version, code: 'c'.repeat(64) }
    expect(() => recordHash(once, '1.0.0', { version: other, now })).toThrow('is logged as')
  })

  test.each(['1.0.0', `v1 2026-11-24 ${'a'.repeat(64)}`, `1.0.0 2026-11-24 ${'A'.repeat(64)}`])(
    'refuses the line %s',
    line => {
      expect(() => readHashLog(`# comment\n${line}\n`)).toThrow('Line 2')
    },
  )

  test('refuses a release that stands twice', () => {
    const line = (digit: string) => `1.0.0 2026-11-24 ${digit.repeat(64)}\n`
    expect(() => readHashLog(line('a') + line('b'))).toThrow('twice')
  })
})
