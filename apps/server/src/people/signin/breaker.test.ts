import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { createBreaker } from './createBreaker.ts'
import { type CodeSubject, createCodeLimits } from './createCodeLimits.ts'
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
      store.compose.insertInto('projects').values({ id: 'other', name: 'Other', created_at: 1 }).compile(),
    ])
  })
  afterEach(() => store.close())

  function begin(failsPerHour: number, codesPerDay = 1_000_000, shortFailsPerDay = 500) {
    const log = createLog({ level: 'warn', sink: { write: line => lines.push(line) } })
    const breaker = createBreaker({ store, failsPerHour, shortFailsPerDay, log, now })
    const codes = createEmailCodes({ store, secret: Buffer.alloc(32, 7), now })
    const limits = createCodeLimits({ store, breaker, addressesPerHour: 20, codesPerDay, now })

    /** One client has a code sent to an address, and tries three that are not it; how many of them were looked at. */
    async function attack(client: string, address: string, more: Partial<CodeSubject> = {}): Promise<number> {
      const subject = { ...stranger(client, address), ...more }
      const asker = { project: subject.project, origin: 'https://shop.example', key: randomUUID() }
      if ((await limits.claim(subject)).refused !== undefined) return 0
      const { flow } = await codes.begin(asker, { email: 'ann@mail.example', address }, async () => {})
      let looked = 0
      for (let at = 0; at < 3; at++) {
        if ((await limits.claimGuess({ ...subject, flow })).refused !== undefined) continue
        const result = await codes.check(asker, flow, wrong)
        if (result === undefined || !('failed' in result)) continue
        looked++
        await limits.countFail({ ...subject, address: result.failed })
      }
      return looked
    }
    return { breaker, limits, attack }
  }

  const stranger = (client: string, address: string): CodeSubject => ({
    project: 'shop',
    feature: 'email_login',
    address,
    client,
    network: client,
    isKnown: false,
  })
  const untilNextHour = () => Math.ceil((3_600_000 - (time % 3_600_000)) / 1_000)

  it('T40: 2,000 of them get so many guesses an hour together, and none with a chance', async () => {
    const failsPerHour = 60
    const { attack } = begin(failsPerHour)
    let looked = 0
    const hours = 3
    for (let client = 0; client < 2_000; client++) {
      time = start + Math.floor((client / 2_000) * hours * 3_600_000)
      looked += await attack(`client ${client}`, `address ${client}`)
    }
    // The hours begin by the clock, so that the attack's three are parts of four. At half of them each network has three left.
    expect(looked).toBe((hours + 1) * 2 * failsPerHour)
    const perDay = (looked / (hours + 1)) * 24
    const byDefault = parseEnvironment({}).signIn.failsPerHour / failsPerHour
    // Each is one of 10^8.
    expect((perDay * byDefault) / 10 ** 8).toBeLessThan(1e-3)
    expect(lines.filter(line => line.includes('"too many wrong codes'))).toHaveLength(hours + 1)
    expect(lines.filter(line => line.includes('twice too many wrong codes'))).toHaveLength(hours + 1)
  })

  it('S6: an honest visitor gets a code at a slower pace while others guess', async () => {
    const { attack, limits } = begin(60)
    for (let client = 0; client < 20; client++)
      expect(await attack(`client ${client}`, `address ${client}`)).toBe(3)
    expect(lines).toHaveLength(1)
    const ann = stranger('home of ann', 'ann')
    expect(await limits.claim(ann)).toEqual({})
    for (let guess = 0; guess < 3; guess++)
      expect(await limits.claimGuess({ ...ann, flow: 'one' })).toEqual({})
    const wait = untilNextHour()
    expect(await limits.claimGuess({ ...ann, flow: 'one' })).toEqual({ refused: 'breaker', wait })
    expect(await limits.claim({ ...ann, address: 'bob' })).toEqual({ refused: 'breaker', wait })
    time += wait * 1_000
    expect(await limits.claim({ ...ann, address: 'bob' })).toEqual({})
  })

  it('S6: guessing at one project and feature stops no other', async () => {
    const { attack, limits } = begin(60)
    for (let client = 0; client < 60; client++)
      await attack(`client ${client}`, `address ${client}`, { feature: 'email_capture' })
    const late = stranger('client 0', 'ann')
    expect(await limits.claim({ ...late, feature: 'email_capture' })).toMatchObject({ refused: 'breaker' })
    expect(await limits.claim(late)).toEqual({})
    const elsewhere = { ...late, project: 'other', feature: 'email_capture' } as const
    expect(await limits.claim(elsewhere)).toEqual({})
    for (const feature of ['email_login', 'email_change'] as const)
      expect(await limits.claimGuess({ ...late, feature, flow: 'none' })).toEqual({})
  })

  it('S6: no stranger stops a device that the address has logged in from', async () => {
    const { attack, limits } = begin(30, 40)
    // The breaker to its end, the project's day, the address's day: all by strangers.
    for (let client = 0; client < 60; client++) await attack(`client ${client}`, `address ${client}`)
    for (let sent = 0; sent < 30; sent++) {
      time += 600_000
      await attack(`client ${100 + sent}`, 'ann')
    }
    for (let client = 0; client < 60; client++) await attack(`client ${client}`, `address ${client}`)
    expect(await limits.claim(stranger('client 7', 'ann'))).toMatchObject({ wait: expect.any(Number) })
    const device = { ...stranger('client 7', 'ann at her device'), isKnown: true }
    expect(await limits.claim(device)).toEqual({})
    for (let guess = 0; guess < 20; guess++)
      expect(await limits.claimGuess({ ...device, flow: 'one' })).toEqual({})
    // It has counts of its own: thirty seconds between two, and ten wrong guesses a day.
    expect(await limits.claim(device)).toEqual({ refused: 'address', wait: 30 })
    time += 30_000
    for (let guess = 0; guess < 10; guess++) await limits.countFail(device)
    expect(await limits.claim(device)).toMatchObject({ refused: 'address' })
    expect(await limits.claim({ ...device, address: 'ann at another device' })).toEqual({})
  })

  it('S6: one network is stopped before it stops a project, whichever of its addresses it guesses from', async () => {
    const { attack, limits } = begin(2_000)
    let looked = 0
    for (let at = 0; at < 400; at++)
      looked += await attack(`a /64 of it ${at}`, `address ${at}`, { network: 'a /48' })
    // As many addresses as four clients, and a twentieth of the project's wrong guesses.
    expect(looked).toBe(100)
    expect(lines).toEqual([])
    expect(await limits.claim(stranger('elsewhere', 'ann'))).toEqual({})
    time += 3_600_000
    for (let at = 0; at < 400; at++)
      await limits.claim({ ...stranger(`a /64 of it ${at}`, `address ${at}`), network: 'a /48' })
    const named = await store.db
      .selectFrom('signin_clients')
      .select('address_mac')
      .where('client_mac', '=', 'a /48')
      .execute()
    expect(named).toHaveLength(80)
  })

  it("S6: one network gets a twentieth of a project's mails", async () => {
    const { limits } = begin(2_000, 1_000)
    const refused: (string | undefined)[] = []
    for (let sent = 0; sent < 60; sent++) {
      if (sent % 20 === 0) time += 3_600_000
      refused.push((await limits.claim(stranger('one', `address ${sent}`))).refused)
    }
    expect(refused.filter(each => each === undefined)).toHaveLength(50)
    expect(refused.at(-1)).toBe('network')
    expect(await limits.claim(stranger('another', 'ann'))).toEqual({})
  })

  it('T40: of 50 at the same time each one counts', async () => {
    const { breaker } = begin(50)
    const guess = (network: number) => ({ ...stranger('one', 'ann'), network: `network ${network}` })
    await Promise.all(Array.from({ length: 49 }, (_, at) => breaker.count(guess(at))))
    for (let mail = 0; mail < 3; mail++) expect(await breaker.admit(guess(99), 'mails')).toBeUndefined()
    await breaker.count(guess(49))
    const admitted = await Promise.all(Array.from({ length: 20 }, () => breaker.admit(guess(99), 'guesses')))
    expect(admitted.filter(wait => wait === undefined)).toHaveLength(3)
    expect(admitted.filter(wait => wait === 3_000)).toHaveLength(17)
    expect(lines).toHaveLength(1)
    const left = () => store.db.selectFrom('signin_breakers').selectAll().execute()
    await sweepOnce({ store, now: time + 24 * 3_600_000 })
    expect(await left()).toHaveLength(1)
    await sweepOnce({ store, now: time + 26 * 3_600_000 })
    expect(await left()).toEqual([])
    expect(await store.db.selectFrom('signin_networks').selectAll().execute()).toEqual([])
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
        (await limits.claimGuess({ ...stranger('one', ''), flow: `flow ${at}` })).refused
      const answers: (string | undefined)[] = []
      for (let at = 0; at < 500; at++) answers.push(await guess(at))
      expect(answers.filter(each => each === undefined)).toHaveLength(20)
      expect(answers.indexOf('client')).toBe(20)
      // A begun flow may continue; an unknown flow costs nothing.
      expect(await guess(3)).toBeUndefined()
      expect(await limits.claimGuess({ ...stranger('one', ''), flow: 'none' })).toEqual({})
      time += 3_600_000
      expect(await guess(400)).toBeUndefined()
    })
  })
})
