import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a lock that could not be written does not block the next run', () => {
  const module = new URL('./setupLock.mjs', import.meta.url).href
  const source = `import { withSetupLock } from ${JSON.stringify(module)}
await withSetupLock(${JSON.stringify(join(folder, 'setup.lock'))}, async () => undefined)`
  // As on a full disk, a file can be made and nothing be written into it.
  const limited = `trap '' XFSZ; ulimit -f 0; exec "$0" --input-type=module -e "$1"`
  const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, source], { encoding: 'utf8' })
  expect(status, stderr).not.toBe(0)
  expect(stderr).toContain('EFBIG')
  expect(readdirSync(folder)).toEqual([])
})
