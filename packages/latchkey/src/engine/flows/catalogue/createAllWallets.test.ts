import { describe, expect, it } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type { AdapterDescriptor } from '../../../contract/adapter.ts'
import type { LatchkeyOptions } from '../../../contract/options.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createImages } from '../../base/images.ts'
import { giveOne } from '../../base/oneOf.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import type { DirectoryPage, DirectoryQuery } from '../../nouns/directory/directory.ts'
import { shownOf } from './allWalletsTransition.ts'
import { type CatalogueContext, createAllWallets } from './createAllWallets.ts'

interface Question {
  readonly query: DirectoryQuery
  readonly answer: (page: Partial<DirectoryPage>) => void
}

const listings = (count: number, from = 0, more: Partial<WalletListing> = {}) =>
  Array.from(
    { length: count },
    (_, at): WalletListing => ({ id: `w${from + at}`, name: `w${from + at}`, ...more }),
  )
const noApi = () => Promise.reject(new Error('no services'))
const settle = () => new Promise(resolve => setTimeout(resolve, 0))

/** A catalogue whose directory answers when told. */
const solana: AdapterDescriptor = {
  namespace: 'solana',
  facts: testFacts('solana'),
  discover: () => () => undefined,
  load: () => Promise.reject(new Error('not loaded here')),
}

function setUp(options: Partial<LatchkeyOptions> = {}) {
  const clock = createFakeClock()
  const facts = createFacts()
  const questions: Question[] = []
  const images: string[] = []
  const ctx: CatalogueContext = {
    clock,
    api: noApi,
    phone: false,
    facts,
    signal: new AbortController().signal,
    config: resolveConfig({
      projectId: 'p',
      endpoints: { directory: 'https://directory.example' },
      networks: [],
      ...options,
    }),
    directory: async () => ({
      page: ({ signal, ...query } = {}) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')))
          questions.push({
            query,
            answer: page => resolve({ data: [], count: 0, source: 'directory', ...page }),
          })
        }),
      image: async () => undefined,
    }),
  }
  giveOne(ctx, createImages, {
    known: () => undefined,
    image(kind, id) {
      images.push(`${kind} ${id}`)
      return id === 'never' ? new Promise(() => undefined) : Promise.resolve(undefined)
    },
  })
  const all = createAllWallets(ctx)
  const read = () => {
    const { query, at, wallets, fallback } = shownOf(all.machine.getState())
    return [query, at, wallets.length, ...(fallback ? ['built-in'] : [])].join(' ').trim()
  }
  const reply = async (at: number, page: Partial<DirectoryPage>) => {
    questions[at]?.answer(page)
    await settle()
  }
  return { all, clock, facts, questions, images, read, reply }
}

describe('searching', () => {
  it('asks 500 ms after the last key, for up to 100 wallets, and shows the answer after 300 ms', async () => {
    const { all, clock, questions, read, reply } = setUp()
    all.enter(undefined)
    await settle()
    all.type('me')
    clock.advance(499)
    all.type('met')
    expect(read()).toBe('met loading 0')
    clock.advance(499)
    await settle()
    expect(questions.map(({ query }) => query.search)).toEqual([undefined])
    clock.advance(1)
    await settle()
    expect(questions[1]?.query).toEqual({ search: 'met', entries: 100 })
    await reply(1, { data: listings(3), count: 3 })
    expect(read()).toBe('met loading 0')
    clock.advance(300)
    await settle()
    expect(read()).toBe('met ready 3')
  })

  it('asks once for a text that was typed before the view was entered', async () => {
    const { all, clock, questions, read, reply } = setUp()
    all.type('me')
    all.enter(undefined)
    await settle()
    clock.advance(500)
    await settle()
    expect(questions.map(({ query }) => query.search)).toEqual([undefined, 'me'])
    await reply(1, { data: [], count: 0 })
    clock.advance(300)
    await settle()
    expect([read(), clock.delays]).toEqual(['me ready 0', []])
  })

  it('drops the late answer of an earlier one', async () => {
    const { all, clock, questions, read, reply } = setUp()
    all.enter(undefined)
    await settle()
    await reply(0, { data: listings(40), count: 40 })
    for (const [at, term] of ['meta', 'rain'].entries()) {
      all.type(term)
      clock.advance(500)
      await settle()
      expect(questions[at + 1]?.query.search).toBe(term)
    }
    await reply(2, { data: listings(2), count: 2 })
    clock.advance(300)
    await settle()
    await reply(1, { data: listings(9), count: 9 })
    clock.advance(1_000)
    await settle()
    expect(read()).toBe('rain ready 2')
    all.type('')
    expect(read()).toBe('ready 40')
  })
})

describe('the catalogue', () => {
  it('comes by pages of 40, the next one only once', async () => {
    const { all, questions, read, reply } = setUp()
    all.enter(undefined)
    await settle()
    await reply(0, { data: listings(40), count: 75 })
    all.more()
    all.more()
    await settle()
    expect(read()).toBe('more 40')
    await reply(1, { data: listings(35, 40), count: 75 })
    all.more()
    await settle()
    expect(questions.map(({ query }) => query)).toEqual([{ entries: 40 }, { page: 2, entries: 40 }])
    expect(read()).toBe('ready 75')
  })

  it('begins with what the host features, and asks for no more than it lets in', async () => {
    const { all, questions, read, reply } = setUp({
      featuredWalletIds: ['far'],
      excludeWalletIds: ['dir:w1', 'rdns:x.y'],
      adapters: [solana],
    })
    all.enter('solana')
    await settle()
    const filter = { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], exclude: ['w1'] }
    expect(questions.map(({ query }) => query)).toEqual([
      { ...filter, entries: 100, include: ['far'] },
      { ...filter, entries: 40 },
    ])
    await reply(0, { data: [{ id: 'far', name: 'Far' }], count: 1 })
    await reply(1, { data: listings(2), count: 2 })
    expect(shownOf(all.machine.getState()).wallets.map(({ id }) => id)).toEqual(['far', 'w0', 'w1'])
    expect(read()).toBe('ready 3')
  })

  it('is kept on the way to a wallet and back, and begun anew at the next opening', async () => {
    const { all, facts, questions, read, reply } = setUp()
    const leave = all.enter(undefined)
    await settle()
    await reply(0, { data: listings(40), count: 75 })
    all.more()
    await settle()
    leave()
    all.enter(undefined)
    await settle()
    expect([read(), questions.length]).toEqual(['ready 40', 2])
    facts.emit('closed', { connected: false })
    expect(read()).toBe('loading 0')
    all.enter(undefined)
    await settle()
    expect(questions).toHaveLength(3)
  })
})

describe('pictures', () => {
  it('F25 delay the list until the first 20 have loaded, for 2 s at most', async () => {
    const { all, clock, images, read, reply } = setUp()
    all.enter(undefined)
    await settle()
    await reply(0, { data: listings(40, 0, { image_id: 'never' }), count: 40 })
    expect([read(), images.length]).toEqual(['loading 0', 20])
    clock.advance(1_999)
    await settle()
    expect(read()).toBe('loading 0')
    clock.advance(1)
    await settle()
    expect(read()).toBe('ready 40')
  })

  it('that are cached let the list show at once', async () => {
    const { all, clock, read, reply } = setUp()
    all.enter(undefined)
    await settle()
    await reply(0, { data: listings(5, 0, { image_id: 'here' }), count: 5 })
    expect([read(), clock.delays]).toEqual(['ready 5', []])
  })
})

describe('F24 without a directory', () => {
  it('shows the built-in wallets, says so, and asks again on a retry', async () => {
    const { all, read, reply } = setUp()
    all.enter(undefined)
    await settle()
    await reply(0, { data: listings(30), count: 30, source: 'bundled' })
    expect(read()).toBe('ready 30 built-in')
    all.retry()
    await settle()
    expect(read()).toBe('loading 0')
    await reply(1, { data: listings(40), count: 40 })
    expect(read()).toBe('ready 40')
  })

  it('says nothing where the host names none', async () => {
    const { all, read, reply } = setUp({ endpoints: {} })
    all.enter(undefined)
    await settle()
    await reply(0, { data: listings(30), count: 30, source: 'bundled' })
    expect(read()).toBe('ready 30')
  })
})

it('what fails altogether can be tried again', async () => {
  let isDown = true
  const broken = createAllWallets({
    phone: false,
    clock: createFakeClock(),
    api: noApi,
    facts: createFacts(),
    signal: new AbortController().signal,
    config: resolveConfig({ projectId: 'p' }),
    directory: () =>
      isDown
        ? Promise.reject(new Error('chunk'))
        : Promise.resolve({
            page: async () => ({ data: listings(1), count: 1, source: 'bundled' as const }),
            image: async () => undefined,
          }),
  })
  broken.enter(undefined)
  await settle()
  expect(shownOf(broken.machine.getState()).at).toBe('failed')
  isDown = false
  broken.retry()
  await settle()
  expect(shownOf(broken.machine.getState())).toMatchObject({ at: 'ready', fallback: false })
})
