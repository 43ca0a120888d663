import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { stallReaders } from './stalledReaders.fixture.ts'

it('T91: sockets that read nothing cost a bounded memory, and their neighbours no message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-stalled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const sockets = 40
  const found = await stallReaders({ folder, sockets, messages: 120 })
  expect(found.grown).toBeLessThan(sockets * (1_048_576 + 200_000) + 200_000_000)
  // Each of them once.
  expect(found.closed).toBe(sockets)
  expect(found.neighbours).toHaveLength(120)
})
