import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { eachStore } from '../store/eachStore.fixture.ts'
import type { Store } from '../store/store.ts'
import { createSqlLeases, type SqlLeases } from './createSqlLeases.ts'
import { fenceLease, readLease, renewLease, takeLease } from './leaseRow.ts'
import type { Term } from './shared.ts'

const log = pino({ level: 'silent' })
const opened: SqlLeases[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(leases => leases.close()))
})

function candidate(store: Store, holder: string, options: { ttl?: number; clock?: () => number } = {}) {
  const { ttl = 2_000, clock = () => performance.now() } = options
  const leases = createSqlLeases({
    store,
    holder,
    ttl,
    clock,
    log,
    announce: name => {
      for (const other of opened) other.wake(name)
    },
  })
  opened.push(leases)
  return leases
}

/** Work that lasts until it is stopped, and a record of its calls. */
function worker() {
  const terms: Term[] = []
  const work = (term: Term) =>
    new Promise<void>(resolve => {
      terms.push(term)
      term.signal.addEventListener('abort', () => resolve())
    })
  return { terms, work, running: () => terms.filter(({ signal }) => !signal.aborted).length }
}

const put = (store: Store, id: string) =>
  store.compose.insertInto('projects').values({ id, name: id, created_at: 1 }).compile()

eachStore('leases', open => {
  it('elects one of many, and the next one when it stops', async () => {
    const store = await open()
    const stores = [store, await open.beside(), await open.beside()]
    const work = worker()
    const candidacies = stores.map((each, index) => candidate(each, `p${index}`).lead('index', work.work))
    await vi.waitFor(() => expect(work.running()).toBe(1))
    const leading = () => candidacies.filter(({ leads }) => leads)
    for (let left = 3; left > 1; left--) {
      await vi.waitFor(() => expect(leading()).toHaveLength(1))
      expect(work.running()).toBe(1)
      const [leader] = leading()
      await leader?.stop()
      expect(leader?.leads).toBe(false)
      await vi.waitFor(() => expect(work.running()).toBe(1))
    }
    expect(work.terms).toHaveLength(3)
  })

  it('takes over from a holder that fell silent, not before its time is over', async () => {
    const store = await open()
    await takeLease(store, { name: 'index', holder: 'killed', ttl: 500 }, undefined)
    const work = worker()
    const started = performance.now()
    candidate(store, 'next', { ttl: 500 }).lead('index', work.work)
    await vi.waitFor(() => expect(work.running()).toBe(1), { timeout: 5_000 })
    expect(performance.now() - started).toBeGreaterThanOrEqual(495)
    expect(await readLease(store, 'index')).toMatchObject({ holder: 'next', token: 2 })
  })

  it('leaves a renewing holder alone, whatever the wall clock says (F39)', async () => {
    const store = await open()
    const now = Date.now()
    const work = worker()
    candidate(store, 'first').lead('index', work.work)
    await vi.waitFor(() => expect(work.running()).toBe(1))
    const beatOf = async () => (await readLease(store, 'index'))?.beat ?? 0
    const wall = vi.spyOn(Date, 'now')
    candidate(await open.beside(), 'second').lead('index', work.work)
    for (const [jump, beat] of [
      [3_600_000, 1],
      [-3_600_000, 2],
    ] as const) {
      wall.mockReturnValue(now + jump)
      await vi.waitFor(async () => expect(await beatOf()).toBeGreaterThanOrEqual(beat), { timeout: 5_000 })
    }
    wall.mockRestore()
    expect(await readLease(store, 'index')).toMatchObject({ holder: 'first', token: 1 })
    expect(work.terms).toHaveLength(1)
  })

  it('lets one of many candidates take a lease, and fences off the one before', async () => {
    const store = await open()
    const other = await open.beside()
    expect(await takeLease(store, { name: 'index', holder: 'a', ttl: 1 }, undefined)).toBe(1)
    const fence = fenceLease(store, 'index', 1)
    await store.write([fence, put(store, 'in time')])
    const seen = await readLease(store, 'index')
    const takers = Array.from({ length: 50 }, (_, index) =>
      takeLease(index % 2 === 0 ? store : other, { name: 'index', holder: `t${index}`, ttl: 1 }, seen),
    )
    expect((await Promise.all(takers)).filter(token => token !== undefined)).toEqual([2])
    expect(await renewLease(store, 'index', 1)).toBe(false)
    await expect(store.write([fence, put(store, 'late')])).rejects.toMatchObject({ code: 'constraint' })
    await expect(store.write([put(store, 'late'), fence])).rejects.toMatchObject({ code: 'constraint' })
    await store.write([fenceLease(other, 'index', 2), put(store, 'new')])
    const ids = await store.db.selectFrom('projects').select('id').orderBy('id').execute()
    expect(ids.map(({ id }) => id)).toEqual(['in time', 'new'])
  })

  it('stops its work when another took over while it slept', async () => {
    const store = await open()
    const work = worker()
    const candidacy = candidate(store, 'sleeper', { ttl: 800 }).lead('index', work.work)
    await vi.waitFor(() => expect(candidacy.leads).toBe(true))
    const other = { name: 'index', holder: 'other', ttl: 60_000 }
    await vi.waitFor(async () =>
      expect(await takeLease(store, other, await readLease(store, 'index'))).toBeGreaterThan(1),
    )
    await vi.waitFor(() => expect(work.running()).toBe(0), { timeout: 5_000 })
    expect(candidacy.leads).toBe(false)
    await candidacy.stop()
    expect(await readLease(store, 'index')).toMatchObject({ holder: 'other' })
  })

  it('stops its work before others may begin when it cannot renew', async () => {
    const store = await open()
    const work = worker()
    const time = { ahead: 0 }
    const clock = () => performance.now() + time.ahead
    const candidacy = candidate(store, 'slow', { clock }).lead('index', work.work)
    await vi.waitFor(() => expect(work.running()).toBe(1))
    time.ahead = 1_600
    expect(candidacy.leads).toBe(false)
  })

  it('releases the lead when its work fails, and stands again', async () => {
    const store = await open()
    let runs = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    candidate(store, 'a').lead('index', async ({ signal }) => {
      runs++
      if (runs === 1) throw new Error('broken')
      resolve()
      await new Promise(done => signal.addEventListener('abort', done))
    })
    await promise
    expect(await readLease(store, 'index')).toMatchObject({ holder: 'a', token: 2 })
  })
})
