import { expect, it } from 'vitest'
import { linearGrowth } from '../../../../../packages/testing/src/fixtures/growthOf.ts'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import { openNames, visitor } from './names.fixture.ts'

const start = Date.UTC(2026, 10, 20)
const alice = visitor(1)
const bob = visitor(2)

eachStore('names', open => {
  const openAt = async (environment: Readonly<Record<string, string>> = {}) => {
    const clock = { now: start }
    const names = await openNames(await open(), { now: () => clock.now, environment })
    return { names, clock }
  }
  const count = (answers: readonly { status: number }[]) =>
    answers.reduce<Record<number, number>>((all, { status }) => {
      all[status] = (all[status] ?? 0) + 1
      return all
    }, {})

  it('registers a name, and finds it by name and by address, the newest first', async () => {
    const { names, clock } = await openAt()
    const attributes = { avatar: 'https://pictures.example/a.png', description: 'Alice' }
    const made = await names.register(await names.sign(alice, 'Alice.latch.eth', { attributes }))
    const time = new Date(start).toISOString()
    const record = {
      name: 'alice.latch.eth',
      registered_at: time,
      updated_at: time,
      addresses: { 60: { address: alice.address, created: time } },
      attributes,
    }
    expect([made.status, made.body]).toEqual([201, record])
    expect(await names.get('/v1/profile/account/ALICE.latch.eth?apiVersion=2')).toMatchObject({
      status: 200,
      body: record,
    })
    clock.now += 1
    await names.register(await names.sign(alice, 'wonderland.latch.eth'))
    const reverse = await names.get(`/v1/profile/reverse/${alice.address.toLowerCase()}?apiVersion=2`)
    expect(reverse.body).toMatchObject([{ name: 'wonderland.latch.eth' }, record])
    expect((await names.get(`/v1/profile/reverse/${bob.address}`)).body).toEqual([])
    const identity = await names.get(`/v1/identity/${alice.address}`)
    expect(identity.body).toEqual({ name: 'wonderland.latch.eth', avatar: null })
  })

  it('T66: of 50 who register one name at the same time, over two processes, one gets it', async () => {
    const clock = { now: start }
    const first = await openNames(await open(), { now: () => clock.now })
    const second = await openNames(await open.beside(), { now: () => clock.now })
    const signed = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? first : second).sign(visitor(n), 'popular.latch.eth')),
    )
    // Each process takes the nonces of the other.
    const answers = await Promise.all(signed.map((body, n) => (n % 3 ? first : second).register(body)))
    expect(count(answers)).toEqual({ 201: 1, 409: 49 })
    const winner = answers.findIndex(({ status }) => status === 201)
    expect((await first.get('/v1/profile/account/popular.latch.eth')).body).toMatchObject({
      addresses: { 60: { address: visitor(winner).address } },
    })
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'NAME_TAKEN',
      reasons: [{ name: 'name', description: 'popular.latch.eth is taken' }],
    })
  })

  it('S11m: an account holds so many names and no more, in two processes', async () => {
    const first = await open()
    const processes = await Promise.all(
      [first, await open.beside()].map(store =>
        openNames(store, { now: Date.now, environment: { NAMES_PER_ACCOUNT: '3' } }),
      ),
    )
    const names = ['brook', 'cedar', 'delta', 'ember', 'fjord', 'grove']
    const app = processes[0] as (typeof processes)[0]
    for (const name of names.slice(0, 2))
      expect((await app.register(await app.sign(visitor(1), `${name}.latch.eth`))).status).toBe(201)
    const rest = names.slice(2)
    const answers = []
    for (const [index, name] of rest.entries()) {
      const at = processes[index % 2] as (typeof processes)[0]
      answers.push(await at.register(await at.sign(visitor(1), `${name}.latch.eth`)))
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 400])
    expect(answers[1]?.body).toMatchObject({
      code: 'NAME_INVALID',
      reasons: [{ name: 'account', description: 'An account has at most 3 names here' }],
    })
    // The name is free for another one.
    expect((await app.register(await app.sign(visitor(2), 'ember.latch.eth'))).status).toBe(201)
  })

  it('S11m: an account that registers 24 at once, in two processes, gets as many as it may', async () => {
    const stores = [await open(), await open.beside()]
    const environment = { NAMES_PER_ACCOUNT: '3' }
    const processes = await Promise.all(stores.map(store => openNames(store, { now: Date.now, environment })))
    const app = processes[0] as (typeof processes)[0]
    const signed = await Promise.all(
      Array.from({ length: 24 }, (_, n) => app.sign(visitor(1), `parallel-${n}.latch.eth`)),
    )
    const answers = await Promise.all(
      signed.map((body, n) => (processes[n % 2] as (typeof processes)[0]).register(body)),
    )
    expect(count(answers)).toEqual({ 201: 3, 400: 21 })
    expect((await app.get(`/v1/profile/reverse/${visitor(1).address}`)).body).toHaveLength(3)
  })

  it('T66: refuses a name that looks like a registered one', async () => {
    const { names } = await openAt()
    const alike = ['bill-corner', 'bi11-corner', 'bill-comer', 'blll-c0rner', 'bil1-comer']
    const signed = await Promise.all(alike.map((label, n) => names.sign(visitor(n), `${label}.latch.eth`)))
    const answers = await Promise.all(signed.map(names.register))
    expect(count(answers)).toEqual({ 201: 1, 400: 4 })
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'NAME_INVALID',
      reasons: [{ description: 'This name looks like one that is taken' }],
    })
  })

  it('T66: a signed message counts once, however often it is sent, and whatever its outcome', async () => {
    const { names } = await openAt()
    const signed = await names.sign(alice, 'only-once.latch.eth')
    const answers = await Promise.all(Array.from({ length: 20 }, () => names.register(signed)))
    expect(count(answers)).toEqual({ 201: 1, 401: 19 })
    expect((await names.register(signed)).body).toMatchObject({
      code: 'NAME_SIGNATURE_INVALID',
      reasons: [{ description: 'The signed message was used before' }],
    })
    const forged = { ...(await names.sign(alice, 'forged.latch.eth')), address: bob.address }
    expect((await names.register(forged)).status).toBe(401)
    expect((await names.register({ ...forged, address: alice.address })).status).toBe(401)
  })

  it('T66: refuses a registration 60 s after its start; F39: a clock set back revives none', async () => {
    const { names, clock } = await openAt()
    const used = await names.sign(alice, 'used.latch.eth')
    expect((await names.register(used)).status).toBe(201)
    const waiting = await names.sign(bob, 'waiting.latch.eth')
    clock.now += 60_001
    expect((await names.register(waiting)).body).toMatchObject({
      reasons: [{ description: 'The signed message is out of date' }],
    })
    clock.now += 3_600_000
    expect((await names.register(await names.sign(bob, 'later.latch.eth'))).status).toBe(201)
    clock.now = start + 1_000
    expect((await names.register(used)).status).toBe(401)
  })

  it('a nonce serves the project it was issued for, and the time it was issued at', async () => {
    const { names } = await openAt()
    const { nonce, ts } = await names.nonce()
    for (const parts of [
      { ts: ts + 1 },
      { nonce: `${nonce}A` },
      { nonce: nonce.replace(/.$/, last => (last === 'A' ? 'B' : 'A')) },
      { nonce: 'A'.repeat(nonce.length) },
    ]) {
      const signed = await names.sign(alice, 'alice.latch.eth', { nonce, ts, ...parts })
      expect((await names.register(signed)).status, JSON.stringify(parts)).toBe(401)
    }
    expect((await names.register(await names.sign(alice, 'alice.latch.eth', { nonce, ts }))).status).toBe(201)
  })

  it('suggests the wanted name, held or not, and free ones like it', async () => {
    const { names } = await openAt()
    const ask = async (label: string) =>
      (await names.get(`/v1/profile/suggestions/${label}?zone=latch.eth`)).body as {
        suggestions: { name: string; registered: boolean }[]
      }
    const free = (await ask('Carol')).suggestions
    expect(free[0]).toEqual({ name: 'carol.latch.eth', registered: false })
    expect(free).toHaveLength(6)
    await names.register(await names.sign(alice, 'carol.latch.eth'))
    await names.register(await names.sign(alice, free[1]?.name ?? ''))
    const taken = (await ask('car0l')).suggestions
    expect(taken[0]).toEqual({ name: 'car0l.latch.eth', registered: true })
    expect((await ask('carol')).suggestions.slice(1)).toHaveLength(5)
    expect((await ask('carol')).suggestions).not.toContainEqual(free[1])
    expect((await ask('admin')).suggestions[0]).toEqual({ name: 'admin.latch.eth', registered: true })
  })
})

const refused: readonly (readonly [string, string])[] = [
  ['abc.latch.eth', 'A name has at least 4 characters'],
  [`${'a'.repeat(33)}.latch.eth`, 'A name has at most 32 characters'],
  ['al_ice.latch.eth', 'A name has letters, digits and hyphens only'],
  ['аlice.latch.eth', 'A name has letters, digits and hyphens only'],
  ['naïve.latch.eth', 'A name has letters, digits and hyphens only'],
  ['-alice.latch.eth', 'A name neither begins nor ends with a hyphen, nor has two in a row'],
  ['al--ice.latch.eth', 'A name neither begins nor ends with a hyphen, nor has two in a row'],
  ['0xdead.latch.eth', 'A name can’t look like an address'],
  ['support.latch.eth', 'This name is reserved'],
  ['supp0rt.latch.eth', 'This name is reserved'],
  ['ad-rnin.latch.eth', 'This name is reserved'],
  ['deep.alice.latch.eth', 'A name here ends with .latch.eth and has one part before it'],
  ['alice.eth', 'A name here ends with .latch.eth and has one part before it'],
  ['a lice.latch.eth', 'A name has letters, digits and hyphens only'],
  ['latch.eth', 'A name here ends with .latch.eth and has one part before it'],
]

eachStore('what is refused:', open => {
  const openNow = async (environment = {}) => openNames(await open(), { now: () => start, environment })

  it('T66: names that break a rule, with the rule', async () => {
    const names = await openNow()
    for (const [name, description] of refused) {
      const answer = await names.register(await names.sign(alice, name))
      expect([answer.status, answer.body], name).toMatchObject([
        400,
        { code: 'NAME_INVALID', reasons: [{ name: 'name', description }] },
      ])
    }
  })

  it('T67: attributes with hidden characters, and avatars that are no pictures', async () => {
    const names = await openNow()
    for (const attributes of [
      { description: 'a\u202eb' },
      { description: 'a\u0000b' },
      { avatar: 'javascript:alert(1)' },
      { avatar: 'http://plain.example/a.png' },
      { avatar: 'data:text/html,x' },
    ]) {
      const answer = await names.register(await names.sign(alice, 'alice.latch.eth', { attributes }))
      expect(answer.body, JSON.stringify(attributes)).toMatchObject({
        code: 'NAME_INVALID',
        reasons: [{ name: Object.keys(attributes)[0] }],
      })
    }
  })

  it('T106: names that poison objects, in the body and in the signed text', async () => {
    const names = await openNow()
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const signed = await names.sign(alice, 'alice.latch.eth')
      const poisoned = signed.message.replace('"attributes": {}', `"attributes": {"${key}": {"polluted": 1}}`)
      const signature = await alice.signMessage({ message: poisoned })
      expect((await names.register({ ...signed, message: poisoned, signature })).status).toBe(400)
      const body = JSON.stringify(signed).replace('{', `{"${key}":{"polluted":1},`)
      expect((await names.post('/v1/profile/account', body)).status).toBe(400)
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('T107: oversized requests, at once', async () => {
    const names = await openNow()
    const long = 'a'.repeat(100_000)
    const signed = await names.sign(alice, 'alice.latch.eth')
    expect((await names.get(`/v1/profile/account/${long}`)).status).toBe(400)
    expect((await names.get(`/v1/profile/suggestions/${long}`)).status).toBe(400)
    expect((await names.register({ ...signed, message: long })).status).toBe(400)
    expect((await names.register({ ...signed, signature: `0x${long}` })).status).toBe(400)
    // What this thread does for it, in microseconds: about 16 times as much for 16 times the length, and not 256.
    const costOf = async (length: number) => {
      const word = 'a'.repeat(length)
      const busy = process.threadCpuUsage()
      await names.get(`/v1/profile/account/${word}`)
      await names.get(`/v1/profile/suggestions/${word}`)
      await names.register({ ...signed, message: word })
      await names.register({ ...signed, signature: `0x${word}` })
      const { user, system } = process.threadCpuUsage(busy)
      return Math.max(1_000, user + system)
    }
    const least = async (length: number) => Math.min(await costOf(length), await costOf(length))
    const short = await least(6_250)
    expect((await least(100_000)) / short).toBeLessThan(linearGrowth)
    expect((await names.register({ ...signed, message: 'a'.repeat(300_000) })).status).toBe(413)
  })

  it('another zone, a message of another kind, another coin', async () => {
    const names = await openNow()
    const other = await names.sign(alice, 'alice.other.eth', { domain: 'other.eth' })
    expect((await names.register(other)).body).toMatchObject({ code: 'NAME_NOT_FOUND' })
    const signed = await names.sign(alice, 'alice.latch.eth')
    for (const body of [
      { ...signed, message: 'Sign in' },
      { ...signed, message: '[]' },
      { ...signed, coin_type: 0 },
      { ...signed, address: '0x12' },
      { ...signed, signature: '0x' },
      { ...signed, more: 1 },
    ]) {
      expect((await names.register(body as never)).status).toBe(400)
    }
    expect((await names.get('/v1/profile/suggestions/alice?zone=other.eth')).status).toBe(404)
    expect((await names.get('/v1/profile/account/nobody.latch.eth')).body).toMatchObject({
      code: 'NAME_NOT_FOUND',
    })
  })

  it('more registrations an hour than are allowed, with the time to come back', async () => {
    const names = await openNow({ NAME_REGISTRATIONS_PER_HOUR: '2' })
    const statuses: number[] = []
    for (const label of ['first', 'second', 'third']) {
      const answer = await names.register(await names.sign(alice, `${label}.latch.eth`))
      statuses.push(answer.status)
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(1_000)
    }
    expect(statuses).toEqual([201, 201, 429])
  })

  it('everything, where no zone is held', async () => {
    const store = await open()
    const names = await openNames(store, {
      now: () => start,
      environment: { NAME_ZONE: 'x.eth', NAME_SIGNER_KEY: '' },
    })
    expect((await names.get('/v1/profile/nonce')).body).toMatchObject({
      code: 'NAME_NOT_FOUND',
      reasons: [{ description: 'This service holds no names' }],
    })
    expect((await names.get(`/v1/profile/reverse/${alice.address}`)).body).toEqual([])
    expect((await names.get(`/v1/identity/${alice.address}`)).body).toEqual({ name: null, avatar: null })
  })
})
