import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { toBytes } from '../../data/indexer/hexBytes.ts'
import { describeWith } from '../store/databases.fixture.ts'
import { createRandom, type Installation, lead, openInstallation } from './severalProcesses.fixture.ts'

const rounds = 40
const payee = '0x00000000000000000000000000000000000a11ce'

describeWith(['postgres', 'redis'], `three processes, ${rounds} rounds of kills`, () => {
  const random = createRandom(Number(process.env.LATCHKEY_SEED ?? 1))
  let several: Installation
  beforeAll(async () => {
    several = await openInstallation(3, { LEASE_MS: '2000' })
  }, 60_000)
  afterAll(() => several.close())

  it('always have one leader in the end, never two, and see each change', async () => {
    const watch = { most: 0, stop: false }
    const watching = (async () => {
      while (!watch.stop) {
        // A process that is being killed does not answer: then there is nothing to count.
        const leaders = await several.leaders().catch(() => [])
        watch.most = Math.max(watch.most, leaders.length)
      }
    })()
    for (let round = 0; round < rounds; round++) {
      const isLeaderKilled = random(3) > 0
      const leaders = await vi.waitFor(
        async () => {
          const found = await several.leaders()
          expect(found, `round ${round}`).toHaveLength(1)
          return found
        },
        { timeout: 10_000 },
      )
      const others = several.servers.filter(server => !leaders.includes(server))
      const victim = isLeaderKilled ? leaders[0] : others[random(others.length)]
      const before = await several.token()
      await several.pay(payee)
      if (victim !== undefined) await several.kill(victim)
      if (isLeaderKilled)
        await vi.waitFor(async () => expect(await several.token()).toBeGreaterThan(Number(before)), {
          timeout: 10_000,
        })
      await several.pay(payee)
      await several.grow()
      const origins = [`https://shop${round}.example`]
      await several.setOrigins('shop', origins)
      await vi.waitFor(
        async () => {
          for (const { url } of several.servers) {
            const answer = await fetch(`${url}/projects/v1/origins?projectId=shop`)
            expect(await answer.json(), `round ${round}`).toEqual({ allowedOrigins: origins })
          }
        },
        { timeout: 10_000, interval: 500 },
      )
    }
    await vi.waitFor(
      async () => {
        const rows = await several.store.db
          .selectFrom('index_activity')
          .select('block')
          .where('account', '=', toBytes(payee))
          .execute()
        // A block for each payment: each is there, and once.
        expect(new Set(rows.map(({ block }) => block)).size).toBe(rounds * 2)
        expect(rows).toHaveLength(rounds * 2)
      },
      { timeout: 20_000, interval: 200 },
    )
    watch.stop = true
    await watching
    expect(watch.most, lead).toBe(1)
  })
})
