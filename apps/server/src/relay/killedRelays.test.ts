import { expect, it } from 'vitest'
import { describeWith } from '../core/store/databases.fixture.ts'
import { killRelays } from './killedRelays.fixture.ts'

describeWith(['postgres', 'redis'], 'three relays, one of them killed', () => {
  it('F03: lose nothing that any of them acknowledged', async () => {
    const found = await killRelays({ rounds: 3, seed: 20_261_124, atLeast: 150 })
    expect(found).toMatchObject({ lost: [], disordered: 0 })
    expect(found.acknowledged).toBeGreaterThan(450)
    expect(found.delivered).toBeGreaterThan(0)
  })
})
