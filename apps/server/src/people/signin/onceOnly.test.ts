import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { createBreaker } from './createBreaker.ts'
import { type CodeSubject, createCodeLimits } from './createCodeLimits.ts'
import { createEmailCodes } from './createEmailCodes.ts'
import { createKnownPages, knownFor } from './createKnownPages.ts'
import { createNonces } from './createNonces.ts'
import { createOnce } from './createOnce.ts'
import { createSessions } from './createSessions.ts'
import { createTokens } from './createTokens.ts'
import { sweepOnce } from './sweepSignIn.ts'

const secret = new Uint8Array(32)
const at = Date.UTC(2026, 10, 21, 9)
const now = () => at
const log = createLog({ level: 'silent' })
const breakerOf = (store: Store) =>
  createBreaker({ store, shortFailsPerDay: 500, failsPerHour: 50, log, now })
const limitsOf = (store: Store, codesPerDay = 1_000) =>
  createCodeLimits({ store, breaker: breakerOf(store), addressesPerHour: 5, codesPerDay, now })
const ann: CodeSubject = {
  project: 'shop',
  feature: 'email_login',
  address: 'ann',
  client: 'c',
  network: 'c',
  isKnown: false,
}
const asker = { project: 'shop', origin: 'https://shop.example', key: 'k' }

async function addShop(store: Store): Promise<void> {
  await store.write([
    store.compose.insertInto('projects').values({ id: 'shop', name: 'Shop', created_at: 1 }).compile(),
  ])
}

// Two stores over one database stand for two processes of an installation.
eachStore('what counts once', open => {
  const openTwo = async (): Promise<readonly [Store, Store]> => {
    const first = await open()
    await addShop(first)
    return [first, await open.beside()]
  }
  /** Fifty calls at the same time, half of them in each process. */
  const fifty = <T>(stores: readonly [Store, Store], ask: (store: Store, index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => ask(stores[index % 2 === 0 ? 0 : 1], index)))

  it('T23: a nonce', async () => {
    const stores = await openTwo()
    const noncesOf = (store: Store) => createNonces({ once: createOnce({ store, now }), secret, now })
    const { nonce } = noncesOf(stores[0]).issue('shop', 'k')
    const won = await fifty(stores, store => noncesOf(store).consume('shop', 'k', nonce))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await noncesOf(stores[1]).consume('other', 'k', nonce)).toBe(false)
    // F39: it is known for longer than it would count by any clock.
    await sweepOnce({ store: stores[0], now: at + 3_600_000 })
    expect(await noncesOf(stores[1]).consume('shop', 'k', nonce)).toBe(false)
  })

  it('T39: the tries of a code', async () => {
    const stores = await openTwo()
    const codesOf = (store: Store) => createEmailCodes({ store, secret, now })
    let code = ''
    const to = { email: 'ann@mail.example', address: 'ann' }
    const { flow } = await codesOf(stores[0]).begin(asker, to, async sent => {
      code = sent
    })
    const wrong = code === '00000000' ? '00000001' : '00000000'
    const results = await fifty(stores, (store, index) =>
      codesOf(store).check(asker, flow, index === 31 ? code : wrong),
    )
    // Those that were looked at at all.
    expect(results.filter(result => result !== undefined)).toHaveLength(3)
    expect(results.filter(result => result && 'email' in result).length).toBeLessThanOrEqual(1)
    expect(await codesOf(stores[1]).check(asker, flow, code)).toBeUndefined()
  })

  it('T40: a wrong guess', async () => {
    const stores = await openTwo()
    await fifty(stores, (store, index) => breakerOf(store).count({ ...ann, network: String(index) }))
    const late = { ...ann, network: 'late' }
    const admitted = await fifty(stores, store => breakerOf(store).admit(late, 'guesses'))
    expect(admitted.filter(wait => wait === undefined)).toHaveLength(3)
    expect(admitted.filter(wait => wait === 3_600)).toHaveLength(47)
  })

  it('S6: the mails of a network', async () => {
    const stores = await openTwo()
    const claims = await fifty(stores, (store, index) =>
      limitsOf(store, 400).claim({ ...ann, address: `v${index}`, client: `c${index}` }),
    )
    expect(claims.filter(({ refused }) => refused === undefined)).toHaveLength(20)
    expect(claims.filter(({ refused }) => refused === 'network' || refused === 'client')).toHaveLength(30)
  })

  it('S6: a page on which an address was proven, twenty of them', async () => {
    const stores = await openTwo()
    const at = { now: now() }
    const pagesOf = (store: Store) => createKnownPages({ store, now: () => at.now })
    const page = (device: string) => ({ project: 'shop', address: 'ann', device })
    expect(await pagesOf(stores[0]).isKnown(page('1'))).toBe(false)
    for (let device = 1; device <= 21; device++) {
      at.now++
      await pagesOf(stores[device % 2 === 0 ? 0 : 1]).trust(page(String(device)))
    }
    expect(await pagesOf(stores[1]).isKnown(page('1'))).toBe(false)
    expect(await pagesOf(stores[1]).isKnown(page('2'))).toBe(true)
    expect(await pagesOf(stores[1]).isKnown({ ...page('2'), address: 'bob' })).toBe(false)
    at.now += knownFor
    expect(await pagesOf(stores[1]).isKnown(page('21'))).toBe(false)
    await sweepOnce({ store: stores[0], now: at.now })
    expect(await stores[0].db.selectFrom('signin_devices').selectAll().execute()).toEqual([])
  })

  it('T42: a message to an address, and the addresses of a client', async () => {
    const stores = await openTwo()
    const one = await fifty(stores, store => limitsOf(store).claim(ann))
    expect(one.filter(({ refused }) => refused === undefined)).toHaveLength(1)
    expect(one.filter(({ refused }) => refused === 'address')).toHaveLength(49)
    const [first] = stores
    for (let i = 0; i < 8; i++) {
      const claim = await limitsOf(first).claim({ ...ann, address: `v${i}` })
      expect(claim.refused, String(i)).toBe(i < 4 ? undefined : 'client')
    }
    // An address that is counted already waits like any other.
    expect(await limitsOf(first).claim(ann)).toEqual({ refused: 'address', wait: 30 })
  })

  it('T36: a session ends alone, and goes with its project', async () => {
    const [store] = await openTwo()
    const sessions = createSessions({ store, now })
    const session = {
      project_id: 'shop',
      key: 'k',
      origin: '',
      address: '0x',
      chain_id: 'eip155:1',
      email: null,
    }
    // Each shares an address or a chain with the one that ends.
    const three = [{}, { chain_id: 'eip155:10' }, { chain_id: 'eip155:10', address: '0y' }]
    const rows = await Promise.all(three.map(own => sessions.begin({ ...session, ...own }, undefined)))
    expect(await sessions.end('other', rows[1]?.id ?? '')).toBe(false)
    expect(await sessions.end('shop', rows[1]?.id ?? '')).toBe(true)
    const left = await Promise.all(rows.map(({ id }) => sessions.use('shop', id)))
    expect(left.map(row => row !== undefined)).toEqual([true, false, true])
    await store.write([store.compose.deleteFrom('projects').where('id', '=', 'shop').compile()])
    expect(await sessions.use('shop', rows[0]?.id ?? '')).toBeUndefined()
  })
})

it('tokens of one key are another’s refusal', async () => {
  const tokens = () =>
    createTokens({ key: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey, now })
  const [own, foreign] = [tokens(), tokens()]
  const token = await own.issueSession({ project: 'shop', key: 'k', session: 's' })
  expect(await own.readSession('shop', token)).toEqual({ key: 'k', session: 's' })
  expect(await foreign.readSession('shop', token)).toBeUndefined()
})

it.each([
  [5_000, true],
  [6_000, false],
  [-599_000, true],
  [-600_000, false],
])('a token of a process that is %i ms ahead counts: %s', async (ahead, counts) => {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const theirs = createTokens({ key, now: () => at + ahead })
  const token = await theirs.issueSession({ project: 'shop', key: 'k', session: 's' })
  expect((await createTokens({ key, now }).readSession('shop', token)) !== undefined).toBe(counts)
})
