import { expect, it } from 'vitest'
import { describeWith } from '../core/store/databases.fixture.ts'
import { killRelays } from './killedRelays.fixture.ts'

describeWith(['postgres', 'redis'], 'three relays, 200 kills', () => {
  it('F03: lose nothing that any of them acknowledged', async () => {
    const seed = Number(process.env.LATCHKEY_SEED ?? Date.now() % 1_000_000)
    console.log(`LATCHKEY_SEED=${seed}`)
    const found = await killRelays({ rounds: 200, seed, atLeast: 300 })
    console.log(`${found.acknowledged} acknowledged, ${found.lost.length} lost`)
    expect(found).toMatchObject({ lost: [], disordered: 0 })
    expect(found.acknowledged).toBeGreaterThan(60_000)
  })
})
