import { formatNameChange, formatNameMessage, type NameChange, type Profile } from 'latchkey/services'
import { expect, it } from 'vitest'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import { type Change, type NamesApp, openNames, visitor } from './names.fixture.ts'

const start = 1_800_000_000_000
const alice = visitor(1)
const bob = visitor(2)
const mallory = visitor(3)
const name = 'alice.latch.eth'

type Answer = Awaited<ReturnType<NamesApp['put']>>

const ownerOf = async (names: NamesApp, of = name) =>
  ((await names.get(`/v1/profile/account/${of}`)).body as { addresses?: { 60: { address: string } } })
    .addresses?.[60].address
const namesOf = async (names: NamesApp, address: string) =>
  ((await names.get(`/v1/profile/reverse/${address}`)).body as Profile[]).map(
    each => [each.name, each.primary, each.received] as const,
  )
const identityOf = async (names: NamesApp, address: string) =>
  ((await names.get(`/v1/identity/${address}`)).body as { name: string | null }).name

eachStore('the holder of a name', open => {
  async function openAt(environment = {}) {
    const clock = { now: start }
    const names = await openNames(await open(), { now: () => clock.now, environment })
    const change = async (account: typeof alice, what: Change): Promise<Answer> =>
      names.put(what.name, await names.signChange(account, what))
    const register = async (account: typeof alice, of: string) => {
      clock.now += 1
      expect((await names.register(await names.sign(account, of))).status).toBe(201)
    }
    return { names, clock, change, register }
  }

  it('lets pages send a change from another origin, which a browser asks for first', async () => {
    const { names } = await openAt()
    expect(await names.preflight(`/v1/profile/account/${name}`)).toContain('PUT')
  })

  it('replaces its records, which the name and the account then show', async () => {
    const { names, clock, change, register } = await openAt()
    await register(alice, name)
    clock.now += 5_000
    const attributes = {
      avatar: 'https://pictures.example/a.png',
      url: 'https://alice.example',
      description: 'Hi',
    }
    const answer = await change(alice, { action: 'records', name, attributes })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { profile: { name, attributes, updated_at: new Date(start + 5_001).toISOString() } },
    ])
    expect((await names.get(`/v1/profile/account/${name}`)).body).toMatchObject({ attributes })
    expect((await names.get(`/v1/identity/${alice.address}`)).body).toEqual({
      name,
      avatar: attributes.avatar,
    })
    const emptied = await change(alice, { action: 'records', name, attributes: {} })
    expect((emptied.body as { profile: Profile }).profile.attributes).toEqual({})
  })

  it('T67: cannot set records with hidden characters, or an avatar that is no picture', async () => {
    const { change, register } = await openAt()
    await register(alice, name)
    for (const attributes of [
      { description: 'a\u202eb' },
      { avatar: 'javascript:alert(1)' },
      { avatar: 'http://plain.example/a.png' },
    ] as readonly Readonly<Record<string, string>>[]) {
      const answer = await change(alice, { action: 'records', name, attributes })
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { code: 'NAME_INVALID', reasons: [{ name: Object.keys(attributes)[0] }] },
      ])
    }
  })

  it('chooses which of its names it goes by', async () => {
    const { names, clock, change, register } = await openAt()
    await register(alice, name)
    await register(alice, 'second.latch.eth')
    expect(await identityOf(names, alice.address)).toBe('second.latch.eth')
    clock.now += 1
    expect((await change(alice, { action: 'primary', name })).status).toBe(200)
    expect(await identityOf(names, alice.address)).toBe(name)
    expect(await namesOf(names, alice.address)).toEqual([
      [name, true, false],
      ['second.latch.eth', false, false],
    ])
  })

  it('gives it up: it resolves no more, and others can register it', async () => {
    const { names, change, register } = await openAt()
    await register(alice, name)
    const answer = await change(alice, { action: 'release', name })
    expect([answer.status, answer.body]).toEqual([200, { profile: null }])
    expect((await names.get(`/v1/profile/account/${name}`)).status).toBe(404)
    expect(await identityOf(names, alice.address)).toBe(null)
    await register(bob, name)
    expect(await ownerOf(names)).toBe(bob.address)
  })

  it('T66: hands it on without its records; the receiver goes by it only when it says so', async () => {
    const { names, clock, change, register } = await openAt()
    await register(bob, 'bob-himself.latch.eth')
    await register(alice, name)
    await change(alice, { action: 'records', name, attributes: { url: 'https://alice.example' } })
    const answer = await change(alice, { action: 'transfer', name, to: bob.address })
    const { profile } = answer.body as { profile: Profile }
    expect([profile.addresses[60]?.address, profile.attributes]).toEqual([bob.address, {}])
    expect(await ownerOf(names)).toBe(bob.address)
    expect(await identityOf(names, alice.address)).toBe(null)
    // A name that alice chose for bob is not shown as his.
    expect(await identityOf(names, bob.address)).toBe('bob-himself.latch.eth')
    expect(await namesOf(names, bob.address)).toEqual([
      ['bob-himself.latch.eth', true, false],
      [name, false, true],
    ])
    clock.now += 1
    expect((await change(bob, { action: 'primary', name })).status).toBe(200)
    expect(await identityOf(names, bob.address)).toBe(name)
  })

  it('T66: an account with nothing but names from others has no primary name, in identity and list', async () => {
    const { names, change, register } = await openAt()
    await register(alice, name)
    await change(alice, { action: 'transfer', name, to: bob.address })
    expect(await identityOf(names, bob.address)).toBe(null)
    expect(await namesOf(names, bob.address)).toEqual([[name, false, true]])
  })

  it('S11m: names from others do not count, until the account goes by them', async () => {
    const { names, clock, change, register } = await openAt({ NAMES_PER_ACCOUNT: '2' })
    for (const label of ['alpha', 'bravo']) {
      await register(alice, `${label}.latch.eth`)
      await change(alice, { action: 'transfer', name: `${label}.latch.eth`, to: bob.address })
    }
    await register(bob, 'first-own.latch.eth')
    await register(bob, 'second-own.latch.eth')
    const third = await names.register(await names.sign(bob, 'third-own.latch.eth'))
    expect(third.body).toMatchObject({ code: 'NAME_INVALID', reasons: [{ name: 'account' }] })
    const full = await change(bob, { action: 'primary', name: 'alpha.latch.eth' })
    expect([full.status, full.body]).toMatchObject([
      400,
      { code: 'NAME_INVALID', reasons: [{ name: 'account' }] },
    ])
    clock.now += 1
    expect((await change(bob, { action: 'primary', name: 'first-own.latch.eth' })).status).toBe(200)
    await change(bob, { action: 'release', name: 'second-own.latch.eth' })
    expect((await change(bob, { action: 'primary', name: 'alpha.latch.eth' })).status).toBe(200)
  })

  it.each<readonly [string, string]>([
    [alice.address, 'This account holds the name already'],
    [alice.address.toLowerCase(), 'This account holds the name already'],
    [`0x${'0'.repeat(40)}`, 'The zero address cannot hold a name'],
    [
      bob.address
        .replace(/[a-f]/, letter => letter.toUpperCase())
        .replace(/[A-F](?=[^A-F]*$)/, letter => letter.toLowerCase()),
      'This address has a typing error',
    ],
  ])('cannot hand it to %s', async (to, description) => {
    const { names, change, register } = await openAt()
    await register(alice, name)
    const answer = await change(alice, { action: 'transfer', name, to })
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'NAME_INVALID', reasons: [{ name: 'to', description }] },
    ])
    expect(await ownerOf(names)).toBe(alice.address)
  })
})

const changes: readonly Change[] = [
  { action: 'records', name, attributes: { url: 'https://mallory.example' } },
  { action: 'primary', name },
  { action: 'transfer', name, to: visitor(6).address },
  { action: 'release', name },
]

eachStore('what is refused to others:', open => {
  async function openHeld() {
    const clock = { now: start }
    const store = await open()
    const names = await openNames(store, { now: () => clock.now })
    await names.register(await names.sign(alice, name))
    const row = async () => JSON.stringify(await store.db.selectFrom('names').selectAll().execute())
    const untouched = await row()
    return { names, clock, isUntouched: async () => (await row()) === untouched }
  }

  it.each(changes)('T66: $action of a name that another account holds', async change => {
    const { names, isUntouched } = await openHeld()
    for (const of of [name, 'free-one.latch.eth']) {
      const answer = await names.put(of, await names.signChange(mallory, { ...change, name: of }))
      // Alike for a name that is held and one that is free.
      expect([answer.status, answer.body]).toMatchObject([
        404,
        { code: 'NAME_NOT_FOUND', reasons: [{ description: `This account does not hold ${of}` }] },
      ])
    }
    expect(await isUntouched()).toBe(true)
  })

  it.each(changes)('T66: $action in the name of its holder, without its signature', async change => {
    const { names, isUntouched } = await openHeld()
    const forged = { ...(await names.signChange(mallory, change)), address: alice.address }
    expect((await names.put(name, forged)).body).toMatchObject({
      code: 'NAME_SIGNATURE_INVALID',
      reasons: [{ description: 'The signature is not that of the address' }],
    })
    expect(await isUntouched()).toBe(true)
  })

  it.each(changes)('T66: $action a second time, or after 60 s', async change => {
    const { names, clock } = await openHeld()
    const late = await names.signChange(alice, change)
    clock.now += 60_001
    expect((await names.put(name, late)).body).toMatchObject({
      code: 'NAME_SIGNATURE_INVALID',
      reasons: [{ name: 'ts', description: 'The signed message is out of date' }],
    })
    const signed = await names.signChange(alice, change)
    const answers = await Promise.all(Array.from({ length: 8 }, () => names.put(name, signed)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
  })

  it('T66: a change sent to the path of another name, or of another zone', async () => {
    const { names, isUntouched } = await openHeld()
    await names.register(await names.sign(alice, 'other.latch.eth'))
    const signed = await names.signChange(alice, { action: 'release', name: 'other.latch.eth' })
    expect((await names.put(name, signed)).status).toBe(404)
    expect(
      (await names.put('other.latch.eth', { ...signed, message: signed.message.replace('other', 'alice') }))
        .status,
    ).toBe(404)
    const foreign = await names.signChange(alice, { action: 'release', name, domain: 'other.eth' })
    expect((await names.put(name, foreign)).status).toBe(404)
    // The nonce of what names another zone or path is not used up.
    expect((await names.put('other.latch.eth', signed)).status).toBe(200)
    expect(await isUntouched()).toBe(true)
  })

  it('T66: a registration as a change, and a change as a registration', async () => {
    const { names, isUntouched } = await openHeld()
    const { nonce, domain, ts } = await names.nonce()
    const rest = { name, domain, chain: 'eip155:31337', nonce, ts } as const
    const registration = formatNameMessage({ ...rest, attributes: {} })
    const release = formatNameChange({ action: 'release', ...rest })
    const send = async (message: string) => ({
      coin_type: 60 as const,
      address: alice.address,
      message,
      signature: await alice.signMessage({ message }),
    })
    expect((await names.put(name, await send(registration))).body).toMatchObject({ code: 'REQUEST_INVALID' })
    expect((await names.register(await send(release))).body).toMatchObject({ code: 'REQUEST_INVALID' })
    const both = release.replace('"ts"', '"attributes": {}, "ts"')
    expect((await names.put(name, await send(both))).body).toMatchObject({ code: 'REQUEST_INVALID' })
    expect(await isUntouched()).toBe(true)
  })

  it('T66: of a transfer and a release at the same time, in two processes, one counts', async () => {
    const store = await open()
    const first = await openNames(store, { now: () => start })
    const second = await openNames(await open.beside(), { now: () => start })
    await first.register(await first.sign(alice, name))
    const receivers = [bob, mallory, visitor(4), visitor(5)]
    const signed = await Promise.all([
      ...receivers.map(({ address: to }) => first.signChange(alice, { action: 'transfer', name, to })),
      first.signChange(alice, { action: 'release', name }),
    ])
    const answers = await Promise.all(signed.map((each, n) => (n % 2 ? first : second).put(name, each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    const won = answers.findIndex(({ status }) => status === 200)
    expect(await ownerOf(first)).toBe(receivers[won]?.address)
  })
})

eachStore('the zone', open => {
  it('is named with who runs it and how much an account may hold', async () => {
    const names = await openNames(await open(), {
      now: () => start,
      environment: { NAME_OPERATOR: 'Fernweh Press', NAMES_PER_ACCOUNT: '3' },
    })
    expect((await names.get('/v1/profile/zone')).body).toEqual({
      zone: { name: 'latch.eth', operator: 'Fernweh Press', chain: null, names_per_account: 3 },
    })
  })

  it('is null where the services hold none', async () => {
    const names = await openNames(await open(), {
      now: () => start,
      environment: { NAME_ZONE: 'x.eth', NAME_SIGNER_KEY: '' },
    })
    expect((await names.get('/v1/profile/zone')).body).toEqual({ zone: null })
    const signed = await names.signChange(alice, {
      action: 'release',
      name,
      domain: 'x.eth',
      nonce: 'n'.repeat(40),
      ts: 1,
    } satisfies Partial<NameChange>)
    expect((await names.put(name, signed)).status).toBe(404)
  })
})
