import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { accountResource, type ReadOptions, type ResourceOptions } from './accountResource.ts'

interface Question extends ReadOptions {
  readonly key: string
  readonly answer: (value: string) => Promise<void>
  readonly fail: (cause: unknown) => Promise<void>
}

type Options = ResourceOptions<{ readonly key: string }, readonly string[], string>

const fresh = 30_000
const retryGap = 20_000

/** Lets a resolved promise reach its waiters. */
const flush = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

function setUp(more: Partial<Options> = {}) {
  const clock = createFakeClock()
  const life = new AbortController()
  onTestFinished(() => life.abort())
  const listeners = new Set<() => void>()
  const page = { isSeen: true, isOnline: true }
  const looks = new Set<() => void>()
  let key: string | undefined = 'a'
  const asked: Question[] = []
  const told: string[] = []
  const resource = accountResource<{ readonly key: string }, readonly string[], string>(
    {
      clock,
      signal: life.signal,
      connections: {
        subscribe(changed) {
          listeners.add(changed)
          return () => listeners.delete(changed)
        },
      },
    },
    {
      subject: () => (key === undefined ? undefined : { key }),
      read: (of, options) =>
        new Promise((resolve, reject) => {
          const settle =
            <T>(how: (value: T) => void) =>
            (value: T) => {
              how(value)
              return flush()
            }
          asked.push({ key: of.key, ...options, answer: settle(resolve), fail: settle(reject) })
        }),
      join: (before, answer, cursor) => (cursor === undefined ? [answer] : [...(before ?? []), answer]),
      fresh,
      retryGap,
      answered: ({ key: of }, data) => void told.push(`${of}: ${data.join()}`),
      failed: ({ key: of }) => void told.push(`${of} failed`),
      sight: {
        isSeen: () => page.isSeen,
        isOnline: () => page.isOnline,
        subscribe(changed) {
          looks.add(changed)
          return () => looks.delete(changed)
        },
      },
      ...more,
    },
  )
  const move = (to: string | undefined) => {
    key = to
    for (const listener of [...listeners]) listener()
  }
  const show = (now: Partial<typeof page>) => {
    Object.assign(page, now)
    for (const look of [...looks]) look()
  }
  const last = () => asked.at(-1) ?? expect.unreachable('nothing was asked')
  const entry = (of = 'a') => resource.machine.getState().entries[of]
  return { resource, clock, life, move, show, asked, last, entry, told }
}

describe('one question', () => {
  test('is shared by all callers, and its answer stays fresh for its lifetime', async () => {
    const { resource, clock, asked, last, entry } = setUp()
    const both = Promise.all([resource.refresh(), resource.refresh()])
    expect(entry()).toMatchObject({ reading: 'first' })
    await last().answer('one')
    expect(await both).toEqual([undefined, undefined])
    expect(entry()).toEqual({ data: ['one'], at: clock.now(), triedAt: clock.now() })
    clock.advance(fresh - 1)
    await resource.refresh()
    expect(asked).toHaveLength(1)
    clock.advance(1)
    void resource.refresh()
    expect(asked).toHaveLength(2)
  })

  test('rejects with its cause, keeps the known value, and is not repeated within the gap', async () => {
    const { resource, clock, asked, last, entry, told } = setUp()
    void resource.refresh()
    await last().answer('one')
    const { at } = entry() ?? {}
    clock.advance(fresh)
    const failing = resource.refresh()
    const cause = new Error('no')
    await last().fail(cause)
    expect(await failing).toEqual({ cause })
    expect(entry()).toEqual({
      data: ['one'],
      at,
      triedAt: clock.now(),
      failed: { at: clock.now(), retryAt: clock.now() + retryGap },
    })
    expect(told).toEqual(['a: one', 'a failed'])
    clock.advance(retryGap - 1)
    await resource.refresh()
    expect(asked).toHaveLength(2)
    clock.advance(1)
    void resource.refresh()
    expect(asked).toHaveLength(3)
    await last().answer('two')
    expect(entry()).not.toHaveProperty('failed')
  })

  test('that throws synchronously fails in the same way', async () => {
    const { resource } = setUp({
      read: () => {
        throw new TypeError('at once')
      },
    })
    expect(await resource.refresh()).toMatchObject({ cause: { message: 'at once' } })
  })

  test('without a source fails at once, and may be repeated at once', async () => {
    let isReachable = false
    const { resource, asked, entry } = setUp({ isReachable: () => isReachable })
    expect(await resource.refresh()).toBeDefined()
    expect([asked.length, entry()?.failed]).toMatchObject([0, {}])
    isReachable = false
    void resource.refresh()
    isReachable = true
    // In the same task: what has failed is not waited for.
    void resource.refresh()
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['a time of the future', -60_000],
    ['a time long past', 60_000],
  ])('F38: a clock that was put right: %s holds nothing up', async (_, passed) => {
    const { resource, clock, asked, last } = setUp()
    void resource.refresh()
    await last().answer('one')
    clock.advance(passed)
    void resource.refresh()
    expect(asked).toHaveLength(2)
    await last().fail(new Error('no'))
    clock.advance(passed)
    void resource.refresh()
    expect(asked).toHaveLength(3)
  })

  test('sends no request without an account', async () => {
    const { resource, move, asked, entry } = setUp()
    move(undefined)
    await Promise.all([resource.refresh({ force: true }), resource.more()])
    expect([asked, resource.entry(), entry()]).toEqual([[], undefined, undefined])
  })

  test('stores the answer for an inactive account under that account', async () => {
    const { resource, last, entry } = setUp()
    void resource.refresh({ of: { key: 'z' } })
    await last().answer('of z')
    expect([entry('z')?.data, resource.entry()]).toEqual([['of z'], undefined])
  })
})

describe('a forced question', () => {
  test('takes the place of the one under way, whose answer counts for nothing and whose askers wait for the new one', async () => {
    const { resource, asked, entry } = setUp()
    const first = resource.refresh()
    const second = resource.refresh({ force: true })
    const [older, newer] = asked as [Question, Question]
    expect([older.signal.aborted, newer.force]).toEqual([true, true])
    await older.answer('old')
    expect(entry()?.data).toBeUndefined()
    await newer.answer('new')
    expect([await first, await second, entry()?.data]).toEqual([undefined, undefined, ['new']])
  })

  test('that fails rejects both callers', async () => {
    const { resource, last } = setUp()
    const both = Promise.all([resource.refresh(), resource.refresh({ force: true })])
    await last().fail('why')
    expect(await both).toEqual([{ cause: 'why' }, { cause: 'why' }])
  })

  test('is asked after the one under way where that cannot be taken back, once for all who force it meanwhile', async () => {
    const { resource, asked, last, entry } = setUp({ forced: 'follows' })
    void resource.refresh()
    void resource.refresh({ force: true })
    void resource.refresh({ force: true })
    expect(asked).toHaveLength(1)
    await last().answer('old')
    expect([entry()?.data, asked.length]).toEqual([['old'], 2])
    void resource.refresh({ force: true })
    await last().answer('new')
    expect(asked).toHaveLength(3)
    await last().answer('newest')
    expect([entry()?.data, asked.length]).toEqual([['newest'], 3])
  })

  test.each(['fresh', 'failed'] as const)('is asked although the known data is %s', async how => {
    const { resource, asked, last } = setUp()
    void resource.refresh()
    await (how === 'fresh' ? last().answer('one') : last().fail('no'))
    void resource.refresh({ force: true })
    expect(asked).toHaveLength(2)
  })
})

describe('when another account is looked at', () => {
  test('the question is let go at once, and its late answer is dropped', async () => {
    const { resource, move, asked, entry } = setUp()
    const left = resource.refresh()
    move('b')
    expect([asked[0]?.signal.aborted, entry('a')]).toEqual([true, undefined])
    await asked[0]?.answer('late')
    expect([await left, entry('a')]).toEqual([undefined, undefined])
  })

  test.each([0, 1, 2, 3, 4, 5])(
    'an answer that came %i turns before is reported only if it is in the state',
    async turns => {
      const { resource, move, last, entry, told } = setUp()
      void resource.refresh()
      const done = last().answer('one')
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      move('b')
      await done
      expect(told).toEqual(entry('a')?.data ? ['a: one'] : [])
    },
  )

  test('the data of an earlier account is there when it comes back, and it is asked anew', async () => {
    const { resource, move, clock, last, asked, entry } = setUp()
    void resource.refresh()
    await last().answer('one')
    clock.advance(fresh)
    void resource.refresh()
    move('b')
    move('a')
    expect(entry()).toEqual({ data: ['one'], at: clock.now() - fresh, triedAt: clock.now() - fresh })
    void resource.refresh()
    expect(asked).toHaveLength(3)
  })

  test('the question is finished for its own key where it may be', async () => {
    const { resource, move, last, entry } = setUp({ leaving: 'finished' })
    void resource.refresh()
    move('b')
    await last().answer('late')
    expect([entry('a')?.data, resource.entry()]).toEqual([['late'], undefined])
  })

  test('a forced question that waits for another one is let go with it', async () => {
    const { resource, move, asked } = setUp({ forced: 'follows' })
    void resource.refresh()
    void resource.refresh({ force: true })
    move('b')
    await flush()
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true])
  })

  test.each([
    [1, ['d']],
    [3, ['b', 'c', 'd']],
  ])('at most %i are remembered, the newest', async (most, keys) => {
    const { resource, move, last } = setUp({ most })
    for (const key of ['a', 'b', 'c', 'd']) {
      move(key)
      void resource.refresh()
      await last().answer(key)
    }
    expect(Object.keys(resource.machine.getState().entries)).toEqual(keys)
    move('e')
    expect(Object.keys(resource.machine.getState().entries)).toEqual(keys.slice(1))
  })
})

describe('pages', () => {
  const paged: Partial<Options> = { cursor: data => (data.length < 3 ? `${data.length}` : undefined) }

  test('follow the cursor to the end, each requested once', async () => {
    const { resource, clock, asked, last, entry } = setUp(paged)
    await resource.more()
    expect(asked).toEqual([])
    void resource.refresh()
    await last().answer('one')
    const { at } = entry() ?? {}
    clock.advance(1_000)
    void resource.more()
    void resource.more()
    expect(entry()?.reading).toBe('more')
    await last().answer('two')
    expect(asked).toHaveLength(2)
    void resource.more()
    await last().answer('three')
    await resource.more()
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '1', '2'])
    // The beginning is no younger for it.
    expect(entry()).toEqual({ data: ['one', 'two', 'three'], at, triedAt: clock.now() })
  })

  test('wait for the beginning that is read anew', async () => {
    const { resource, clock, asked, last, entry } = setUp(paged)
    void resource.refresh()
    await last().answer('one')
    clock.advance(fresh)
    void resource.refresh()
    void resource.more()
    await last().answer('anew')
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, undefined, '1'])
    await last().answer('next')
    expect(entry()?.data).toEqual(['anew', 'next'])
  })
})

describe('failing', () => {
  test('clears known data where that is not to be shown beside a failure', async () => {
    const { resource, last, entry } = setUp({ failing: 'cleared' })
    void resource.refresh()
    await last().answer('one')
    void resource.refresh({ force: true })
    await last().fail('no')
    expect(entry()).not.toHaveProperty('data')
    expect(entry()).not.toHaveProperty('at')
  })

  test('quietly changes nothing but the time of the last try, and is not reported', async () => {
    const { resource, clock, last, entry, told } = setUp({ failing: 'cleared' })
    void resource.refresh()
    await last().answer('one')
    const known = entry()
    clock.advance(fresh)
    void resource.refresh({ quiet: true })
    await last().fail('no')
    expect([entry(), told]).toEqual([{ ...known, triedAt: clock.now() }, ['a: one']])
  })
})

describe('what the store remembers', () => {
  const stored = (at: number): Partial<Options> => ({ recall: async () => ({ data: ['stored'], at }) })

  test('is shown first, asked for once, and good for as long as an answer', async () => {
    const { resource, asked, entry, told } = setUp(stored(1_000_000 - fresh + 1))
    await resource.refresh()
    expect([entry()?.data, asked, told]).toEqual([['stored'], [], ['a: stored']])
  })

  test('shows an old value while it requests a newer one', async () => {
    const { resource, asked, last, entry } = setUp(stored(1_000_000 - fresh))
    void resource.refresh()
    await flush()
    expect([entry()?.data, asked.length]).toEqual([['stored'], 1])
    await last().answer('new')
    expect(entry()?.data).toEqual(['new'])
  })

  test('does not replace data that was read meanwhile', async () => {
    let give = (_: { data: readonly string[]; at: number }) => {}
    const { resource, asked, last, entry } = setUp({ recall: () => new Promise(resolve => (give = resolve)) })
    void resource.refresh()
    void resource.refresh({ force: true })
    await flush()
    expect(asked).toHaveLength(1)
    await last().answer('new')
    give({ data: ['stored'], at: 0 })
    await flush()
    expect([entry()?.data, asked.length]).toEqual([['new'], 1])
  })
})

describe('while it is watched', () => {
  test('asks as often as the answer says, and stops', async () => {
    const { resource, clock, asked, last } = setUp({ every: () => fresh })
    const stop = resource.watch()
    for (let times = 1; times <= 3; times++) {
      expect(asked).toHaveLength(times)
      await last().answer(`${times}`)
      clock.advance(fresh)
    }
    await last().answer('4')
    stop()
    expect(clock.delays).toEqual([])
    clock.advance(600_000)
    expect(asked).toHaveLength(4)
  })

  test.each<[string, NonNullable<Options['every']>, number]>([
    ['a quote, for 10 s at a time', () => 10_000, 10_000],
    ['an order, until it is done', ({ data }) => (data?.[0] === 'done' ? undefined : 5_000), 5_000],
  ])('%s', async (_, every, pause) => {
    const { resource, clock, asked, last, show } = setUp({ fresh: 1_000, every })
    onTestFinished(resource.watch())
    await last().answer('open')
    expect(clock.delays).toEqual([pause])
    clock.advance(pause)
    expect(asked).toHaveLength(2)
    await last().answer('open')
    show({ isSeen: false })
    expect(clock.delays).toEqual([])
    clock.advance(60_000)
    show({ isSeen: true })
    await last().answer('done')
    expect(clock.delays).toEqual(every({ data: ['done'] }) === undefined ? [] : [pause])
  })

  test('reads again by itself only where it says so', async () => {
    const { resource, clock, move, asked, last } = setUp()
    onTestFinished(resource.watch())
    await last().answer('one')
    expect(clock.delays).toEqual([])
    move('b')
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b'])
  })

  test('a question that only watching asked may fail quietly; the first one reports its failure', async () => {
    const { resource, clock, last, entry, told } = setUp({
      every: () => fresh,
      quiet: true,
      failing: 'cleared',
    })
    onTestFinished(resource.watch())
    await last().answer('one')
    clock.advance(fresh)
    await last().fail('no')
    expect([entry()?.data, told]).toEqual([['one'], ['a: one']])
    const other = setUp({ every: () => fresh, quiet: true })
    onTestFinished(other.resource.watch())
    await other.last().fail('no')
    expect(other.told).toEqual(['a failed'])
  })
})

test('ends with the engine: questions are dropped, and nothing is reported any more', async () => {
  const { resource, life, move, asked, last, told } = setUp({ every: () => fresh })
  resource.watch()
  const before = resource.machine.getState()
  life.abort()
  await last().answer('late')
  move('b')
  await Promise.all([resource.refresh({ force: true }), resource.more()])
  expect([asked.map(({ signal }) => signal.aborted), told]).toEqual([[true], []])
  expect(resource.machine.getState()).toBe(before)
})

type Step =
  | { readonly do: 'refresh' | 'force' | 'more' | 'end' }
  | { readonly do: 'move'; readonly to: string | undefined }
  | { readonly do: 'answer' | 'fail'; readonly which: number }
  | { readonly do: 'pass'; readonly ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.constantFrom<Step>({ do: 'refresh' }, { do: 'force' }, { do: 'more' }), weight: 40 },
  { arbitrary: fc.constantFrom('a', 'b', undefined).map(to => ({ do: 'move', to }) as const), weight: 20 },
  { arbitrary: fc.record({ do: fc.constant('answer'), which: fc.nat(3) }), weight: 40 },
  { arbitrary: fc.record({ do: fc.constant('fail'), which: fc.nat(3) }), weight: 20 },
  { arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(1, 10_000, 30_000) }), weight: 20 },
  { arbitrary: fc.constant({ do: 'end' } as const), weight: 2 },
) as fc.Arbitrary<Step>

test.each<[string, Partial<Options>]>([
  ['overtakes, drops', {}],
  ['follows, drops', { forced: 'follows' }],
  ['overtakes, finishes', { leaving: 'finished' }],
  ['follows, finishes, clears', { forced: 'follows', leaving: 'finished', failing: 'cleared' }],
])(
  'whatever happens in whatever order (%s): the newest answer wins, for its own key, and nothing is asked too soon',
  async (_, more) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
        const world = setUp({ ...more, cursor: data => (data.length < 4 ? `${data.length}` : undefined) })
        const { resource, clock, asked, life } = world
        const open = () => asked.filter(({ signal }) => !signal.aborted && !settled.has(signal))
        const settled = new Set<AbortSignal>()
        const numbers = new Map<string, number>()
        let before = resource.machine.getState()
        const off = resource.machine.subscribe(now => {
          expect(life.signal.aborted).toBe(false)
          for (const [key, { data }] of Object.entries(now.entries)) {
            if (!data || data === before.entries[key]?.data) continue
            // Each answer says whose it is and which question it was for.
            const given = data.map(text => text.split(' '))
            for (const [of] of given) expect(of).toBe(key)
            const number = Number(given.at(-1)?.[1])
            expect(number).toBeGreaterThanOrEqual(numbers.get(key) ?? 0)
            numbers.set(key, number)
          }
          before = now
        })
        for (const each of steps) {
          const known = resource.entry()
          const count = asked.length
          switch (each.do) {
            case 'refresh':
            case 'force':
              void resource.refresh({ force: each.do === 'force' })
              break
            case 'more':
              void resource.more()
              break
            case 'move':
              world.move(each.to)
              break
            case 'pass':
              clock.advance(each.ms)
              break
            case 'end':
              life.abort()
              break
            case 'answer':
            case 'fail': {
              const question = open()[each.which]
              if (!question) break
              settled.add(question.signal)
              if (each.do === 'fail') await question.fail('no')
              else await question.answer(`${question.key} ${asked.indexOf(question)}`)
            }
          }
          await flush()
          if (each.do === 'refresh' && asked.length > count && known && !known.reading) {
            const { failed, at = Number.NEGATIVE_INFINITY } = known
            expect(clock.now() - (failed?.at ?? at)).toBeGreaterThanOrEqual(failed ? retryGap : fresh)
          }
          const keys = open().map(({ key }) => key)
          expect(new Set(keys).size).toBe(keys.length)
          const { key } = resource.machine.getState()
          if (more.leaving !== 'finished') expect(keys.filter(other => other !== key)).toEqual([])
          if (life.signal.aborted) expect(keys).toEqual([])
        }
        off()
        life.abort()
      }),
      { numRuns: 200 },
    )
  },
)
