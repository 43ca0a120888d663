import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { leaveUnfinished } from './unfinishedWriters.fixture.ts'

it.each([
  [
    'S7: 150 sockets that leave a megabyte without its last byte cost 30 MB at most, and are gone after 5 s',
    false,
  ],
  ['T91: the same for 150 sockets that never send the last fragment, and pongs do not prolong it', true],
] as const)('%s', async (_, isFragment) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-unfinished-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const found = await leaveUnfinished({ folder, sockets: 150, isFragment })
  expect(found.goneAfter).toBeLessThan(10_000)
  expect(found.grown).toBeLessThan(30_000_000)
})
