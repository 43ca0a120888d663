/** At most one swap, no forgotten allowance, and nothing asked for that is not what was shown: scripted chain, services and wallet. */
import { afterEach, describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ApprovalEntry } from '../../../contract/journal.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import {
  createFakeChain,
  createWorld,
  dai,
  me,
  native,
  network,
  owner,
  router,
  settled,
  usdc,
  type World,
  type WorldOptions,
} from '../../fixtures/swapWorld.ts'
import { createSwaps } from './createSwaps.ts'
import type { SwapProgress } from './swapFlow.ts'

const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

interface Form {
  readonly sell?: string
  readonly buy?: string
  readonly amount?: string
  readonly side?: 'sell' | 'buy'
}

/** A page with the form filled in and quoted. */
async function open(
  options: WorldOptions = {},
  { sell = dai, buy = 'native', amount = '100', side = 'sell' }: Form = {},
) {
  const world = createWorld(options)
  worlds.push(world)
  const { flow, review, allowances } = createSwaps(world.engine)
  flow.enter()
  await settled()
  const tokenOf = (key: string) => flow.tokens.getState().tokens.find(each => each.key === key) as never
  flow.choose('sell', tokenOf(sell))
  flow.choose('buy', tokenOf(buy))
  flow.type(side, amount)
  world.clock.advance(500)
  await settled()
  const news: unknown[] = []
  review.onNews(each => news.push(each))
  return { ...world, flow, review, allowances, news, at: () => review.progress.getState() }
}

type Page = Awaited<ReturnType<typeof open>>

/** The form reviewed, and ready for the press. */
async function reviewed(options: WorldOptions = {}, form: Form = {}) {
  const page = await open(options, form)
  page.review.begin(page.flow.review())
  await settled()
  return page
}

async function pressed(options: WorldOptions = {}, form: Form = {}) {
  const page = await reviewed(options, form)
  page.review.send()
  await settled()
  return page
}

/** What a host hears of swaps, in its order. */
function heard({ facts }: World) {
  const events: string[] = []
  facts.on('swapAsked', () => events.push('asked'))
  facts.on('swapFailed', ({ code }) => events.push(code))
  facts.on('swapped', ({ result }) =>
    events.push(result.hash === undefined ? 'swapped as a batch' : 'swapped'),
  )
  facts.on('swapSettled', ({ status, hash }) =>
    events.push(`${status} ${hash === undefined ? 'without' : 'with'} hash`),
  )
  return events
}

/** Everything that waits for the clock of receipts. */
async function pass(page: Pick<Page, 'clock'>, ms = 60_000) {
  for (let gone = 0; gone < ms; gone += 1_500) {
    page.clock.advance(1_500)
    await settled()
  }
}

const swaps = ({ chain }: Pick<World, 'chain'>) => chain.sent.filter(({ act }) => act.does === 'swap')
const kinds = ({ requests }: Pick<World, 'requests'>) =>
  requests.map(acts => acts.map(({ does }) => does).join('+'))
const entries = ({ journal }: Pick<World, 'journal'>) => journal.machine.getState()
const ats = (state: SwapProgress) =>
  'steps' in state ? state.steps.map(({ kind, at }) => `${kind} ${at}`) : []

describe('a review', () => {
  test('shows what was built and tried, with its steps and fee', async () => {
    const { at } = await reviewed()
    expect(at()).toMatchObject({
      at: 'reviewing',
      confirm: false,
      quote: { provider: 'pools', out: { value: 100n * 10n ** 18n } },
      fee: { most: { value: 10n } },
      simulation: { at: 'works' },
    })
    expect(ats(at())).toEqual(['approve todo', 'swap todo'])
    expect(at()).not.toHaveProperty('before')
  })

  test('begins with what the form made, once', async () => {
    const { flow, review, at } = await open()
    const intent = flow.review()
    review.begin({ ...intent } as never)
    review.begin(undefined)
    expect(at()).toEqual({ at: 'idle' })
    review.begin(intent)
    expect(at()).toMatchObject({ at: 'preparing' })
    review.leave()
    review.begin(intent)
    expect(at()).toEqual({ at: 'idle' })
  })

  test('T61 ends when another network becomes active', async () => {
    const { at, move, news } = await reviewed()
    move()
    expect(at()).toEqual({ at: 'idle' })
    expect(news).toEqual([{ type: 'moved' }])
  })

  test.each<[string, (world: World) => void, string]>([
    ['a lower minimum', ({ state }) => (state.build = anew => change(anew, { minimum: '1' })), 'unsafe'],
    [
      'another token',
      ({ state }) =>
        (state.build = anew => change(anew, { toAccount: `${network.caipNetworkId}:${router}` })),
      'unsafe',
    ],
    [
      'more that leaves',
      ({ state }) => (state.build = anew => change(anew, { fromAmount: '101', maximum: '101' })),
      'unsafe',
    ],
    [
      'another provider',
      ({ state }) => (state.build = anew => change(anew, { provider: 'other' })),
      'unsafe',
    ],
    ['another contract', ({ state }) => (state.build = anew => changeTx(anew, { to: dai })), 'unsafe'],
    ['another sender', ({ state }) => (state.build = anew => changeTx(anew, { from: router })), 'unsafe'],
    ['a value', ({ state }) => (state.build = anew => changeTx(anew, { value: '1' })), 'unsafe'],
    ['another spender', ({ state }) => (state.build = anew => change(anew, { spender: native })), 'unsafe'],
    ['a recipient', ({ state }) => (state.build = anew => changeAct(anew, { to: router })), 'unsafe'],
    [
      'a lower minimum in its data',
      ({ state }) => (state.build = anew => changeAct(anew, { in: '1' })),
      'unsafe',
    ],
    [
      'more in its data',
      ({ state }) => (state.build = anew => changeAct(anew, { out: `${10n ** 30n}` })),
      'unsafe',
    ],
    [
      'a refusal',
      ({ state }) =>
        (state.fails = createError('HTTP_STATUS', { context: { status: 502, refusal: 'CONVERT_UNSAFE' } })),
      'unsafe',
    ],
    [
      'nothing in time',
      ({ state }) =>
        (state.fails = createError('HTTP_STATUS', { context: { status: 410, refusal: 'QUOTE_ENDED' } })),
      'expired',
    ],
    [
      'no route',
      ({ state }) =>
        (state.fails = createError('HTTP_STATUS', {
          context: { status: 409, refusal: 'CONVERT_FAILED', reason: 'liquidity' },
        })),
      'liquidity',
    ],
    [
      'too dear a fee',
      ({ state }) => (state.fee = { most: { value: 10n ** 30n, decimals: 18 }, details: {} }),
      'fee',
    ],
    [
      'what a node says would fail',
      ({ state }) => (state.simulation = { at: 'fails', reason: 'execution reverted' }),
      'other',
    ],
    [
      'a moved price',
      ({ state }) => (state.simulation = { at: 'fails', reason: 'INSUFFICIENT_OUTPUT_AMOUNT' }),
      'price',
    ],
  ])('T70 of services that answer with %s asks no wallet', async (_what, break_, failure) => {
    const page = await open()
    break_(page)
    page.review.begin(page.flow.review())
    await settled()
    expect(page.at()).toMatchObject({ at: 'refused', failure })
    page.review.send()
    await settled()
    expect(page.at()).toMatchObject({ at: 'refused', failure })
    expect([page.requests, entries(page)]).toEqual([[], []])
  })

  test('T70 the same at the press asks no wallet', async () => {
    const page = await reviewed()
    page.state.build = anew => changeAct(anew, { to: router })
    page.review.send()
    await settled()
    expect(page.at()).toMatchObject({ at: 'refused', failure: 'unsafe', reason: 'recipient' })
    expect([page.requests, entries(page)]).toEqual([[], []])
  })

  test.each([
    [1_990n, 'swapped'],
    [1_989n, 'marked'],
  ])('T125 at the press a rate of %i instead of 2000 is %s', async (rate, what) => {
    const page = await reviewed({}, { sell: 'native', buy: dai, amount: '0.5' })
    page.state.rate = rate
    page.review.send()
    await settled()
    if (what === 'swapped') return expect(swaps(page)).toHaveLength(1)
    expect(page.at()).toMatchObject({
      at: 'reviewing',
      quote: { in: { value: (10n ** 18n / 2n) * rate } },
      before: { in: { value: 1_000n * 10n ** 18n } },
    })
    expect(page.requests).toEqual([])
    page.review.send()
    await settled()
    expect(swaps(page)).toHaveLength(1)
  })

  test('T125 a price impact above 10 % wants a second, deliberate press; above the limit it is refused', async () => {
    const page = await open({}, { sell: 'native', buy: dai, amount: '0.5' })
    page.state.build = anew => change(anew, { priceImpact: 0.2 })
    page.review.begin(page.flow.review())
    await settled()
    page.review.send()
    page.review.send()
    await settled()
    expect(page.at()).toMatchObject({ at: 'reviewing', confirm: true })
    expect(page.requests).toEqual([])
    page.clock.advance(500)
    page.review.send()
    await settled()
    expect(swaps(page)).toHaveLength(1)
    const steep = await open({}, { sell: 'native', buy: dai, amount: '0.5' })
    steep.state.build = anew => change(anew, { priceImpact: 0.31 })
    steep.review.begin(steep.flow.review())
    await settled()
    expect(steep.at()).toMatchObject({ at: 'refused', failure: 'price' })
  })
})

const change = (answer: unknown, quote: object) => {
  const { tx, quote: before } = answer as { tx: object; quote: object }
  return { tx, quote: { ...before, ...quote } }
}
const changeTx = (answer: unknown, more: object) => {
  const { tx, quote } = answer as { tx: object; quote: object }
  return { tx: { ...tx, ...more }, quote }
}
const changeAct = (answer: unknown, more: object) => {
  const { data } = (answer as { tx: { data: string } }).tx
  const act = { ...JSON.parse(Buffer.from(data.slice(2), 'hex').toString()), ...more }
  return changeTx(answer, { data: `0x${Buffer.from(JSON.stringify(act)).toString('hex')}` })
}

describe('a swap', () => {
  test('of the network’s own currency is one request, and its result is the receipt’s', async () => {
    const page = await pressed({}, { sell: 'native', buy: dai, amount: '0.5' })
    expect(kinds(page)).toEqual(['swap'])
    await pass(page)
    expect(page.at()).toMatchObject({
      at: 'done',
      hash: page.chain.sent[0]?.hash,
      // One more than the least: what the logs say, not the quote.
      legs: { in: { value: 990n * 10n ** 18n + 1n } },
    })
    expect(page.news.map(each => (each as { type: string }).type)).toEqual(['sent', 'done'])
    expect(entries(page)).toMatchObject([
      { kind: 'swap', status: 'confirmed', nonce: '0', legs: { in: { amount: '990.000000000000000001' } } },
    ])
    // The form begins anew with the same tokens.
    expect(page.flow.form.getState()).toMatchObject({ typed: '', sell: { key: 'native' }, buy: { key: dai } })
  })

  test('whose logs no node gave has no amounts, until one does', async () => {
    const page = await open({}, { sell: 'native', buy: dai, amount: '0.5' })
    page.state.noLegs = true
    page.review.begin(page.flow.review())
    await settled()
    page.review.send()
    await pass(page)
    expect(page.at()).toMatchObject({ at: 'done' })
    expect(page.at()).not.toHaveProperty('legs')
    page.state.noLegs = false
    const { id } = page.at() as { id: string }
    page.review.leave()
    page.review.begin(page.flow.follow(id))
    await settled()
    expect(page.at()).toMatchObject({ at: 'done', legs: { in: { value: 990n * 10n ** 18n + 1n } } })
  })

  test('T124 of a token is approved exactly, then swapped; nothing is left', async () => {
    const page = await pressed()
    await pass(page)
    expect(kinds(page)).toEqual(['approve', 'swap'])
    expect(page.requests[0]?.[0]).toMatchObject({ amount: `${100n * 10n ** 18n}`, spender: router })
    expect(page.at()).toMatchObject({ at: 'done' })
    await page.allowances.refresh()
    expect(page.allowances.open.getState()).toEqual([])
    expect(
      entries(page)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['approval', 'swap'])
    expect(entries(page).find(({ kind }) => kind === 'approval')).toMatchObject({
      status: 'confirmed',
      amount: '100',
    })
  })

  test('shows its steps while the approval is on its way', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const page = await pressed({ chain })
    expect(page.at()).toMatchObject({ at: 'waiting', hash: chain.sent[0]?.hash })
    expect(ats(page.at())).toEqual(['approve sent', 'swap todo'])
    chain.mine()
    chain.automine = true
    await pass(page)
    expect(page.at()).toMatchObject({ at: 'done' })
  })

  test('of a token that has been approved already needs no approval', async () => {
    const chain = createFakeChain()
    chain.allowances.set(`${dai} ${router}`, 10n ** 30n)
    const page = await pressed({ chain })
    expect(kinds(page)).toEqual(['swap'])
  })

  test('of a token that takes no new allowance beside another is reset first', async () => {
    const chain = createFakeChain()
    chain.allowances.set(`${dai} ${router}`, 1n)
    const page = await open({ chain })
    page.state.build = answer => change(answer, { zeroFirst: true })
    page.review.begin(page.flow.review())
    await settled()
    page.review.send()
    await pass(page)
    expect(page.requests.map(([act]) => act?.amount)).toEqual(['0', `${100n * 10n ** 18n}`, undefined])
    expect(swaps(page)).toHaveLength(1)
  })

  test('goes as one batch where the wallet takes it, with what is left revoked after an exact output', async () => {
    const page = await pressed({ batches: true }, { sell: dai, buy: 'native', amount: '1', side: 'buy' })
    expect(kinds(page)).toEqual(['approve+swap+approve'])
    expect(page.requests[0]?.[2]).toMatchObject({ amount: '0' })
    expect(page.chain.allowances.get(`${dai} ${router}`)).toBe(0n)
    await pass(page)
    expect(page.at()).toMatchObject({ at: 'done', legs: { in: {} } })
    expect(entries(page)).toMatchObject([{ kind: 'swap', exact: 'out', status: 'confirmed' }])
  })

  test('one by one after an exact output, what is left is offered, and revoked', async () => {
    const page = await pressed({}, { sell: dai, buy: 'native', amount: '1', side: 'buy' })
    await pass(page)
    // A swap that took less than it might have.
    page.chain.allowances.set(`${dai} ${router}`, 7n)
    await page.allowances.refresh()
    const [left] = page.allowances.open.getState()
    expect(left).toMatchObject({ spender: router, amount: { value: 7n }, token: { address: dai } })
    await page.allowances.revoke(left as never)
    expect(page.requests.at(-1)).toMatchObject([{ does: 'approve', amount: '0' }])
    expect(page.allowances.open.getState()).toEqual([])
  })

  test.each<[string, Partial<ApprovalEntry>]>([
    ['for a contract that says of no allowance', { asset: { symbol: 'DAI', decimals: 18, address: usdc } }],
    ['for a spender that the chain knows nothing of', { spender: me }],
    ['of another account', { from: `${network.caipNetworkId}:${router}` as CaipAddress }],
    ['of nothing', { amount: '0' }],
    ['of no token', { asset: { symbol: 'ETH', decimals: 18 } }],
    ['that was never sent', { status: 'rejected' }],
  ])('T124 of a forged journal an approval %s is not offered for revoking', async (_what, forged) => {
    const page = await open()
    await page.journal.change('forged', () => ({ ...approvalEntry(page.clock.now()), ...forged }))
    page.chain.allowances.set(`${dai} ${router}`, 7n)
    await page.allowances.refresh()
    expect(page.allowances.open.getState()).toEqual([])
  })

  test('T124 revoking asks for zero for that spender, of that token, and of nothing else', async () => {
    const page = await open()
    const forged = { ...approvalEntry(page.clock.now()), amount: '1000000', for: 'a swap that never was' }
    await page.journal.change('forged', () => forged)
    page.chain.allowances.set(`${dai} ${router}`, 7n)
    await page.allowances.refresh()
    const [left] = page.allowances.open.getState()
    // By the chain's word, whatever the journal says.
    expect(left).toMatchObject({ amount: { value: 7n }, spender: router })
    await page.allowances.revoke(left as never)
    expect(page.requests).toEqual([[{ does: 'approve', token: dai, spender: router, amount: '0' }]])
    page.move()
    await expect(page.allowances.revoke(left as never)).rejects.toMatchObject({
      code: 'SEND_FAILED',
      context: { reason: 'other-network' },
    })
  })

  test('T124 that a wallet approves less of than asked is not asked for', async () => {
    const chain = createFakeChain()
    const page = await pressed({
      chain,
      wallet: [
        async send => {
          const hash = send()
          chain.allowances.set(`${dai} ${router}`, 5n)
          return hash
        },
      ],
    })
    await pass(page)
    expect(page.at()).toMatchObject({ at: 'refused', failure: 'approval-smaller' })
    expect(swaps(page)).toEqual([])
    await page.allowances.refresh()
    expect(page.allowances.open.getState()).toMatchObject([{ amount: { value: 5n } }])
    // The way on: reviewed again, it is approved anew.
    page.review.send()
    await settled()
    page.review.send()
    await pass(page)
    expect(swaps(page)).toHaveLength(1)
  })

  test.each([
    [['reject'], 'approval-rejected', 1],
    [['approve', 'reject'], 'rejected', 2],
  ] as const)(
    'refused at a step, %j, is said as %s, and can be tried again',
    async (wallet, failure, count) => {
      const page = await pressed({ wallet })
      await pass(page)
      expect(page.at()).toMatchObject({ at: 'refused', failure })
      expect(page.requests).toHaveLength(count)
      page.review.send()
      await settled()
      expect(page.at()).toMatchObject({ at: 'reviewing' })
      page.review.send()
      await pass(page)
      expect(page.at()).toMatchObject({ at: 'done' })
      expect(swaps(page)).toHaveLength(1)
    },
  )

  test('whose approval the chain refuses ends there', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const page = await pressed({ chain })
    chain.mine('failed')
    await pass(page)
    expect(page.at()).toMatchObject({ at: 'refused', failure: 'approval' })
    expect(swaps(page)).toEqual([])
  })

  test('T61 is not asked for when the wallet moved during the approval', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const page = await pressed({ chain })
    page.move()
    chain.mine()
    await pass(page)
    expect(page.at()).toMatchObject({ at: 'refused', failure: 'moved' })
    expect(kinds(page)).toEqual(['approve'])
  })

  test('T61 is not asked for when the wallet moved during the approval and came back', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const page = await pressed({ chain })
    page.move(network.caipNetworkId, router)
    page.move(network.caipNetworkId)
    chain.mine()
    await pass(page)
    expect(page.at()).toMatchObject({ at: 'refused', failure: 'moved' })
    expect(kinds(page)).toEqual(['approve'])
  })

  test('that the chain refuses has failed', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const page = await pressed({ chain }, { sell: 'native', buy: dai, amount: '0.5' })
    expect(page.at()).toMatchObject({ at: 'sent' })
    chain.mine('failed')
    await pass(page)
    expect(page.at()).toMatchObject({ at: 'failed' })
    expect(page.news).toMatchObject([{ type: 'sent' }])
  })

  test('T125 whose approval took long is built anew, and goes back to the review when it is worse', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const page = await pressed({ chain })
    page.state.rate = 1_000n
    page.clock.advance(25_000)
    await settled()
    chain.mine()
    await pass(page, 30_000)
    expect(page.at()).toMatchObject({ at: 'reviewing', before: { in: { value: 200_000n * 10n ** 18n } } })
    expect(kinds(page)).toEqual(['approve'])
    chain.automine = true
    page.review.send()
    await pass(page)
    expect(kinds(page)).toEqual(['approve', 'swap'])
  })
})

describe('a host hears', () => {
  test.each<[string, WorldOptions, Form, (page: World) => void, string[]]>([
    ['of a swap', {}, {}, () => {}, ['asked', 'swapped', 'confirmed with hash']],
    ['of a batch', { batches: true }, {}, () => {}, ['asked', 'swapped as a batch', 'confirmed with hash']],
    ['of a refused approval', { wallet: ['reject'] }, {}, () => {}, ['SEND_REJECTED']],
    ['of a refused swap', { wallet: ['approve', 'reject'] }, {}, () => {}, ['asked', 'SEND_REJECTED']],
    [
      'of a lost answer',
      { wallet: ['lose-unsent'] },
      { sell: 'native', buy: dai, amount: '0.5' },
      () => {},
      ['asked', 'SEND_UNKNOWN'],
    ],
    [
      'of what is not safe',
      {},
      {},
      ({ state }) => (state.build = answer => changeAct(answer, { to: router })),
      ['SWAP_UNSAFE'],
    ],
    [
      'of no route',
      {},
      {},
      ({ state }) =>
        (state.fails = createError('HTTP_STATUS', { context: { status: 409, refusal: 'CONVERT_FAILED' } })),
      ['SWAP_NO_ROUTE'],
    ],
  ])('%s', async (_what, options, form, change_, expected) => {
    const page = await reviewed(options, form)
    const events = heard(page)
    change_(page)
    page.review.send()
    await pass(page, 15_000)
    expect(events).toEqual(expected)
  })
})

describe('T73 at most one swap', () => {
  test('pressed twice', async () => {
    const page = await reviewed()
    page.review.send()
    page.review.send()
    await pass(page)
    page.review.send()
    await pass(page)
    expect(swaps(page)).toHaveLength(1)
  })

  test('whose answer was lost stays unknown until the chain says, and is not asked for again', async () => {
    const page = await pressed({ wallet: ['lose'] }, { sell: 'native', buy: dai, amount: '0.5' })
    // The node has it: found by its nonce and its call.
    await pass(page)
    expect(page.at()).toMatchObject({ at: 'done' })
    expect(swaps(page)).toHaveLength(1)
  })

  test('whose answer was lost and which no node has is unknown; the same pressed again takes the same nonce', async () => {
    const page = await pressed({ wallet: ['lose-unsent'] }, { sell: 'native', buy: dai, amount: '0.5' })
    expect(page.at()).toMatchObject({ at: 'unknown' })
    page.flow.type('sell', '0.5')
    page.clock.advance(500)
    await settled()
    page.review.begin(page.flow.review())
    await settled()
    page.review.send()
    await pass(page)
    expect(page.chain.sent.map(({ nonce }) => nonce)).toEqual([0])
    expect(entries(page)).toMatchObject([{ status: 'confirmed', digests: { length: 1 } }])
  })

  test('T73 in two tabs: the second is refused while the first goes on', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const store = createMemoryStorage()
    const held = new Map<string, Promise<unknown>>()
    const locks = sharedLocks(held)
    const one = await pressed({ chain, store, locks })
    const two = await reviewed({ chain, store, locks })
    two.review.send()
    await settled()
    expect(two.at()).toMatchObject({ at: 'refused', failure: 'busy' })
    chain.mine()
    chain.automine = true
    await pass(one)
    expect(one.at()).toMatchObject({ at: 'done' })
    expect(swaps(one)).toHaveLength(1)
  })

  test('T73, T124 after a reload between approval and swap: nothing by itself, and the allowance is offered', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const store = createMemoryStorage()
    const before = await pressed({ chain, store })
    before.end()
    chain.mine()
    chain.automine = true
    const page = await open({ chain, store, clock: before.clock })
    await pass(page)
    expect(kinds(page)).toEqual([])
    await page.allowances.refresh()
    const [left] = page.allowances.open.getState()
    expect(left).toMatchObject({ amount: { value: 100n * 10n ** 18n } })
    // Going on with it needs no second approval.
    page.review.begin(page.flow.review())
    await settled()
    page.review.send()
    await pass(page)
    expect(kinds(page)).toEqual(['swap'])
    expect(swaps(page)).toHaveLength(1)
    await page.allowances.refresh()
    expect(page.allowances.open.getState()).toEqual([])
  })

  test('cancelled while the wallet asks: the late answer is stored, and the form begins anew', async () => {
    let answer = (_: 'approve') => {}
    const answered = new Promise<'approve'>(resolve => {
      answer = resolve
    })
    const page = await pressed(
      { wallet: [async send => answered.then(() => send())] },
      { sell: 'native', buy: dai, amount: '0.5' },
    )
    expect(page.at()).toMatchObject({ at: 'asking' })
    page.review.cancel()
    expect(page.at()).toEqual({ at: 'idle' })
    // Another press meanwhile is refused.
    page.review.begin(page.flow.review())
    await settled()
    page.review.send()
    await settled()
    expect(page.at()).toMatchObject({ at: 'refused', failure: 'busy' })
    answer('approve')
    await settled()
    expect(entries(page)).toMatchObject([{ kind: 'swap', from: owner, status: 'pending' }])
    expect(page.flow.form.getState().typed).toBe('')
    expect(swaps(page)).toHaveLength(1)
  })
})

function approvalEntry(at: number): ApprovalEntry {
  return {
    kind: 'approval',
    id: 'forged',
    from: owner,
    caipNetworkId: network.caipNetworkId,
    at,
    status: 'confirmed',
    asset: { symbol: 'DAI', decimals: 18, address: dai },
    amount: '100',
    spender: router,
  }
}

/** Locks that two pages share, as those of one origin do. */
function sharedLocks(held: Map<string, Promise<unknown>>) {
  const keep = <T>(name: string, run: () => Promise<T>) => {
    const running = run()
    const over = running.then(
      () => void held.delete(name),
      () => void held.delete(name),
    )
    held.set(name, over)
    return running
  }
  return {
    async inTurn<T>(name: string, run: () => Promise<T>) {
      for (let before = held.get(name); before; before = held.get(name)) await before
      return keep(name, run)
    },
    async alone<T>(name: string, run: () => Promise<T>) {
      if (held.has(name)) throw createError('SEND_BUSY')
      return keep(name, run)
    },
    isHeld: async (name: string) => held.has(name),
  }
}
