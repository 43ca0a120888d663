import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { killRelay } from './killedRelay.fixture.ts'

it('F03: loses nothing that was acknowledged when it is killed while it writes, nor behind a torn tail', async () => {
  const found = await killRelay({
    rounds: 2,
    seed: 20_261_120,
    atLeast: 150,
    tear(folder, random, round) {
      if (round === 0) return
      // A frame half written in a power cut follows the acknowledged ones.
      const torn = Buffer.from(Array.from({ length: 1 + random(5_000) }, () => random(256)))
      appendFileSync(join(folder, 'latchkey.db-wal'), torn)
    },
  })
  expect(found.acknowledged).toBeGreaterThan(300)
  expect(found).toMatchObject({ lost: [], disordered: 0 })
  // Online listeners get it before it is acknowledged.
  expect(found.delivered).toBeGreaterThanOrEqual(found.acknowledged)
})
