import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { createBreaker } from './createBreaker.ts'
import { createCodeLimits } from './createCodeLimits.ts'
import { createEmailCodes } from './createEmailCodes.ts'
import { sweepOnce } from './sweepSignIn.ts'

const start = Date.UTC(2026, 10, 21, 9, 10)
const wrong = 'not the code'

eachStore('many clients that guess', open => {
  let store: Store
  let time: number
  let lines: string[]
  const now = () => time
  beforeEach(async () => {
    time = start
    lines = []
    store = await open()
    await store.write([
      store.compose.insertInto('projects').values({ id: 'shop', name: 'Shop', created_at: 1 }).compile(),
    ])
  })
  afterEach(() => store.close())

  function begin(failsPerHour: number) {
    const log = createLog({ level: 'error', sink: { write: line => lines.push(line) } })
    const breaker = createBreaker({ store, failsPerHour, log, now })
    const codes = createEmailCodes({ store, secret: Buffer.alloc(32, 7), now })
    const limits = createCodeLimits({ store, breaker, addressesPerHour: 20, codesPerDay: 1_000_000, now })
    const asker = { project: 'shop', origin: 'https://shop.example', key: randomUUID() }

    /** One client has a code sent to an address, and tries three that are not it; how many of them were looked at. */
    async function attack(client: string, address: string): Promise<number> {
      const claim = await limits.claim({ project: 'shop', address, client })
      if (claim.refused !== undefined) return 0
      const { flow } = await codes.begin(
        { ...asker, key: randomUUID() },
        { email: 'ann@mail.example', address },
        async () => {},
      )
      let looked = 0
      for (let at = 0; at < 3; at++) {
        if ((await limits.claimGuess({ project: 'shop', flow, client })).refused !== undefined) continue
        const result = await codes.check(asker, flow, wrong)
        if (result === undefined || !('failed' in result)) continue
        looked++
        await limits.countFail('shop', result.failed)
      }
      return looked
    }
    return { breaker, limits, attack }
  }

  it('T40: 2,000 of them get so many guesses an hour together, and none with a chance', async () => {
    const failsPerHour = 60
    const { attack, limits, breaker } = begin(failsPerHour)
    let looked = 0
    const hours = 3
    for (let client = 0; client < 2_000; client++) {
      time = start + Math.floor((client / 2_000) * hours * 3_600_000)
      looked += await attack(`client ${client}`, `address ${client}`)
    }
    // The hours begin by the clock, so that the attack's three are parts of four.
    expect(looked).toBe((hours + 1) * failsPerHour)
    const perDay = (looked / (hours + 1)) * 24
    const byDefault = parseEnvironment({}).signIn.failsPerHour / failsPerHour
    // Each is one of 10^8.
    expect((perDay * byDefault) / 10 ** 8).toBeLessThan(1e-3)
    expect(lines.filter(line => line.includes('too many wrong codes'))).toHaveLength(hours + 1)

    // An honest visitor waits as well, and gets the time to wait.
    const honest = await limits.claim({ project: 'shop', address: 'ann', client: 'ann' })
    expect(honest).toEqual({
      refused: 'everybody',
      wait: Math.ceil((3_600_000 - (time % 3_600_000)) / 1_000),
    })
    time += Number(honest.refused && honest.wait) * 1_000
    expect(await breaker.wait()).toBeUndefined()
    expect(await limits.claim({ project: 'shop', address: 'ann', client: 'ann' })).toEqual({})
  })

  it('T40: of 50 at the same time each one counts', async () => {
    const { breaker } = begin(50)
    await Promise.all(Array.from({ length: 49 }, () => breaker.count()))
    expect(await breaker.wait()).toBeUndefined()
    await breaker.count()
    expect(await breaker.wait()).toBe(3_000)
    expect(lines).toHaveLength(1)
    await sweepOnce({ store, now: time + 24 * 3_600_000 })
    expect(await store.db.selectFrom('signin_hours').selectAll().execute()).toHaveLength(1)
    await sweepOnce({ store, now: time + 26 * 3_600_000 })
    expect(await store.db.selectFrom('signin_hours').selectAll().execute()).toEqual([])
  })

  describe('T40: one client', () => {
    it('gets at 20 addresses an hour, wherever their codes were asked for', async () => {
      const { limits } = begin(1_000)
      const flows = Array.from({ length: 500 }, (_, at) => ({
        flow: `flow ${at}`,
        project_id: 'shop',
        key: `key ${at}`,
        origin: 'https://shop.example',
        email: 'ann@mail.example',
        address_mac: `address ${at}`,
        mac: 'mac',
        attempts: 0,
        used_at: null,
        created_at: time,
        expires_at: time + 600_000,
      }))
      await store.write(flows.map(flow => store.compose.insertInto('signin_flows').values(flow).compile()))
      const guess = async (at: number) =>
        (await limits.claimGuess({ project: 'shop', flow: `flow ${at}`, client: 'one' })).refused
      const answers: (string | undefined)[] = []
      for (let at = 0; at < 500; at++) answers.push(await guess(at))
      expect(answers.filter(each => each === undefined)).toHaveLength(20)
      expect(answers.indexOf('client')).toBe(20)
      // A begun flow may continue; an unknown flow costs nothing.
      expect(await guess(3)).toBeUndefined()
      expect(await limits.claimGuess({ project: 'shop', flow: 'none', client: 'one' })).toEqual({})
      time += 3_600_000
      expect(await guess(400)).toBeUndefined()
    })
  })
})
