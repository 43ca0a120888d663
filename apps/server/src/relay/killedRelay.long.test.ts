import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { killRelay } from './killedRelay.fixture.ts'

it('F03: loses nothing that was acknowledged in 200 kills, half of them with a torn tail', async () => {
  const seed = Number(process.env.LATCHKEY_SEED ?? Date.now() % 1_000_000)
  console.log(`LATCHKEY_SEED=${seed}`)
  const found = await killRelay({
    rounds: 200,
    seed,
    atLeast: 300,
    tear(folder, random) {
      if (random(2) === 0) return
      const torn = Buffer.from(Array.from({ length: 1 + random(20_000) }, () => random(256)))
      appendFileSync(join(folder, 'latchkey.db-wal'), torn)
    },
  })
  expect(found).toMatchObject({ lost: [], disordered: 0 })
  expect(found.acknowledged).toBeGreaterThan(60_000)
})
