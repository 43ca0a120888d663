/** At most one payment, of exactly what was asked for, and to no one else: scripted chain, services and wallet (T61, T73, T135). */
import { afterEach, describe, expect, test } from 'vitest'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { PaymentEntry } from '../../../contract/journal.ts'
import type { WirePayment } from '../../../contract/payments.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import {
  createPayWorld,
  inDai,
  merchant,
  type PayWorld,
  paymentId,
  reference,
} from '../../fixtures/payWorld.ts'
import { createFakeChain, dai, me, network, other, router, settled } from '../../fixtures/swapWorld.ts'
import type { PayFlow, PayOptions, PayState } from './payFlow.ts'

const worlds: PayWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

type Options = Parameters<typeof createPayWorld>[0]

async function begun(options: Options = {}, wanted: PayOptions = { paymentId }) {
  const world = createPayWorld(options)
  worlds.push(world)
  const flow = world.open()
  flow.enter()
  await flow.begin(wanted)
  await settled()
  return { ...world, flow, at: () => flow.state.getState() }
}

type Page = Awaited<ReturnType<typeof begun>>

const keyOf = (flow: PayFlow, kind: string) => {
  const state = flow.state.getState()
  return state.at === 'choosing' ? (state.ways.find(way => way.kind === kind)?.key ?? '') : ''
}

async function chosen(options: Options = {}, kind = 'token', wanted?: PayOptions) {
  const page = await begun(options, wanted)
  page.flow.choose(keyOf(page.flow, kind))
  await settled()
  return page
}

async function paid(options: Options = {}, kind = 'token', wanted?: PayOptions) {
  const page = await chosen(options, kind, wanted)
  await page.flow.pay()
  await settled()
  return page
}

const kindsOf = (state: PayState) => (state.at === 'choosing' ? state.ways.map(({ kind }) => kind) : state.at)
const payments = ({ journal }: Pick<Page, 'journal'>) =>
  journal.machine.getState().filter((entry): entry is PaymentEntry => entry.kind === 'payment')

describe('a payment of the services', () => {
  test('is shown with the ways to pay it, and paid by a transfer that carries its reference', async () => {
    const page = await begun()
    expect(page.at()).toMatchObject({
      at: 'choosing',
      connected: true,
      loading: false,
      shown: { verified: true, description: 'A print', accepts: [inDai], currency: 'USD' },
    })
    expect(kindsOf(page.at())).toEqual(['token', 'swap', 'qr'])
    page.flow.choose(keyOf(page.flow, 'token'))
    await settled()
    expect(page.at()).toMatchObject({
      at: 'reviewing',
      simulation: { at: 'works' },
      fee: { most: { value: 10n } },
    })
    expect(page.requests).toEqual([])
    await page.flow.pay()
    await settled()
    expect(page.money.transfers).toMatchObject([
      { to: merchant, asset: { address: dai }, amount: { value: 10n ** 19n, decimals: 18 }, reference },
    ])
    expect(page.at()).toMatchObject({ at: 'done' })
    await page.pass(3_000)
    const [sent] = page.chain.sent
    expect(page.services.told).toEqual([{ caipNetworkId: network.caipNetworkId, hash: sent?.hash }])
    expect(payments(page)).toMatchObject([{ paymentId, recipient: merchant, told: true, reference }])
    expect(page.events).toEqual(['asked', 'paid', 'confirmed'])
    expect(page.flow.result()).toEqual({ status: 'paid', paymentId, verified: true, txHash: sent?.hash })
    page.services.payment = { ...page.services.payment, state: 'settled' }
    await page.pass(6_000)
    expect(page.at()).toMatchObject({
      at: 'done',
      state: 'settled',
      receipt: { receipt: { state: 'settled' } },
    })
    expect(page.flow.result()).toMatchObject({
      status: 'settled',
      receipt: { receipt: { payment: paymentId } },
    })
  })

  test('that is not known is a failure with its code, and no exception', async () => {
    const page = await begun({ payment: { id: 'pay_other_other_other' } })
    expect(page.at()).toEqual({ at: 'failed', failure: 'unknown-payment' })
    expect(page.flow.result()).toEqual({
      status: 'failed',
      code: 'PAYMENT_INVALID',
      paymentId,
      verified: true,
    })
  })

  test.each<[string, Partial<WirePayment>]>([
    ['another receiver', { accepts: [{ ...inDai, recipient: `${network.caipNetworkId}:${dai}` }] }],
    ['another amount', { accepts: [{ ...inDai, amount: '11' }] }],
    ['another token', { accepts: [{ ...inDai, asset: `${network.caipNetworkId}/slip44:60` }] }],
    ['one more way', { accepts: [inDai, inDai] }],
    ['another reference', { reference: `0x${'00'.repeat(32)}` }],
  ])('T135 of services that say %s at the press asks no wallet', async (_what, change) => {
    const page = await chosen()
    page.services.payment = { ...page.services.payment, ...change }
    await page.flow.pay()
    await settled()
    expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'unsafe' })
    expect([page.requests, payments(page)]).toEqual([[], []])
    expect(page.flow.result()).toMatchObject({ status: 'failed', code: 'PAYMENT_UNSAFE' })
  })

  test('T135 whose token has other decimals than the services say is not shown to be paid', async () => {
    const page = await begun({ payment: { accepts: [{ ...inDai, decimals: 6 }] } })
    expect(page.at()).toEqual({ at: 'failed', failure: 'unsafe' })
  })

  test.each<[WirePayment['state'], string]>([
    ['paid', 'paid'],
    ['settled', 'settled'],
    ['seen', 'pending'],
    ['expired', 'expired'],
    ['overpaid', 'settled'],
  ])('that is %s meanwhile is said to be, and no wallet is asked', async (state, status) => {
    const page = await chosen()
    page.services.payment = { ...page.services.payment, state }
    await page.flow.pay()
    await settled()
    expect(page.at()).toMatchObject({ at: 'done', state })
    expect(page.flow.result().status).toBe(status)
    expect([page.requests, page.events]).toEqual([[], []])
  })

  test('that cannot be read at the press is not paid', async () => {
    const page = await chosen()
    page.services.fails.set('{payment}', new TypeError('network'))
    await page.flow.pay()
    await settled()
    expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'offline' })
    expect(page.requests).toEqual([])
  })

  test('T61 ends its review when another network becomes active', async () => {
    const page = await chosen()
    page.move()
    await settled()
    expect(page.at()).toMatchObject({ at: 'choosing', failure: 'moved' })
    expect(page.flow.result().status).toBe('cancelled')
  })

  test('T73 pressed twice asks once', async () => {
    const page = await chosen()
    await Promise.all([page.flow.pay(), page.flow.pay()])
    await settled()
    expect(page.requests).toHaveLength(1)
  })

  test('T73 of two tabs one asks, and both say that it was sent', async () => {
    const page = await chosen()
    const tab = page.open()
    await tab.begin({ paymentId })
    tab.choose(keyOf(tab, 'token'))
    await settled()
    await Promise.all([page.flow.pay(), tab.pay()])
    await page.pass(2_000)
    expect(page.requests).toHaveLength(1)
    expect([page.at().at, tab.state.getState().at]).toEqual(['done', 'done'])
  })

  test('T73 whose answer was lost goes on after a reload, and is not asked for again', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const store = createMemoryStorage()
    const first = await chosen({
      ...{ chain, store },
      wallet: [
        send => {
          send()
          return new Promise(() => undefined)
        },
      ],
    })
    void first.flow.pay()
    await settled()
    first.end()
    const page = await begun({ chain, store })
    expect(page.at()).toMatchObject({ at: 'done', state: 'seen' })
    chain.mine()
    await page.pass(6_000)
    expect(page.at()).toMatchObject({ at: 'done', state: 'paid', hash: chain.sent[0]?.hash })
    expect(page.requests).toEqual([])
    expect(page.services.told).toHaveLength(1)
  })

  test('whose wallet says no goes back to its review, and can be paid', async () => {
    const page = await paid({ wallet: ['reject', 'approve'] })
    expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'rejected' })
    expect(page.flow.result()).toEqual({ status: 'cancelled', paymentId, verified: true })
    expect(page.events).toEqual(['asked', 'SEND_REJECTED'])
    await page.flow.pay()
    await settled()
    expect(page.at()).toMatchObject({ at: 'done' })
  })

  test('the services hear of it until they took it, also from a page that was opened since', async () => {
    const store = createMemoryStorage()
    const chain = createFakeChain()
    const first = await begun({ store, chain })
    first.services.fails.set('transactions', new TypeError('network'))
    first.flow.choose(keyOf(first.flow, 'token'))
    await settled()
    await first.flow.pay()
    await first.pass(3_000)
    expect(first.services.told).toEqual([])
    first.end()
    const page = await begun({ store, chain })
    await page.pass(1_000)
    expect(page.services.told).toHaveLength(1)
    expect(payments(page)).toMatchObject([{ told: true }])
  })

  test('whose transaction failed can be paid again', async () => {
    const chain = createFakeChain()
    chain.automine = false
    const page = await paid({ chain })
    chain.mine('failed')
    await page.pass(6_000)
    expect(page.at()).toMatchObject({ at: 'done', state: 'failed' })
    expect(page.flow.result()).toMatchObject({ status: 'failed', code: 'SEND_FAILED' })
    page.flow.retry()
    expect(page.at()).toMatchObject({ at: 'choosing' })
  })

  test('carries no reference where the token does not take it', async () => {
    const page = await begun()
    page.money.quote = ({ reference: carried }) => ({
      fee: { most: { value: 10n, decimals: 18 }, details: {} },
      simulation: carried === undefined ? { at: 'works' } : { at: 'fails' },
    })
    page.flow.choose(keyOf(page.flow, 'token'))
    await settled()
    await page.flow.pay()
    await settled()
    expect(page.money.transfers[0]).not.toHaveProperty('reference')
  })

  test('has a code for another wallet, which is watched until the services see money', async () => {
    const page = await chosen({}, 'qr')
    expect(page.at()).toMatchObject({ at: 'watching', uri: `test:${merchant}?${10n ** 19n}&ref` })
    expect(page.flow.result().status).toBe('cancelled')
    page.services.payment = {
      ...page.services.payment,
      state: 'paid',
      transfers: [
        {
          hash: '0x01',
          asset: inDai.asset,
          amount: '10',
          payer: inDai.recipient,
          block: '1',
          at: 0,
        },
      ],
    }
    await page.pass(5_000)
    expect(page.at()).toMatchObject({ at: 'done', state: 'paid', hash: '0x01' })
  })
})

describe('a wish of the page alone', () => {
  const wish = { recipient: merchant, asset: inDai.asset, amount: '2.5' } as const

  test('takes symbol and decimals from the token, and is not verified', async () => {
    const page = await begun({}, wish)
    expect(page.at()).toMatchObject({
      at: 'choosing',
      shown: { verified: false, accepts: [{ symbol: 'DAI', decimals: 18, amount: '2.5' }] },
    })
    expect(kindsOf(page.at())).toEqual(['token', 'swap'])
  })

  test('is paid once, and paid again only when it is wished for again', async () => {
    const page = await paid({}, 'token', wish)
    await page.pass(3_000)
    expect(page.flow.result()).toEqual({ status: 'paid', verified: false, txHash: page.chain.sent[0]?.hash })
    expect(page.money.transfers).toMatchObject([{ amount: { value: 25n * 10n ** 17n } }])
    expect(page.services.told).toEqual([])
    await page.flow.begin({ ...wish })
    expect(page.at()).toMatchObject({ at: 'choosing' })
  })

  test('with more decimals than the token has is not paid', async () => {
    const page = await begun({}, { ...wish, amount: '0.0000000000000000001' })
    expect(page.at()).toMatchObject({ at: 'failed' })
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'pay_0123456789abcdef'],
    ['a short id', { paymentId: 'x' }],
    ['an id beside a receiver', { paymentId, ...wish }],
    ['no receiver', { ...wish, recipient: '0x1' }],
    ['a receiver elsewhere', { ...wish, recipient: `${other.caipNetworkId}:${merchant}` }],
    ['no asset', { ...wish, asset: 'DAI' }],
    ['an asset that is no address', { ...wish, asset: `${network.caipNetworkId}/erc20:dai` }],
    ['a network that the host does not list', { ...wish, asset: `eip155:7/erc20:${dai}` }],
    ['an amount of nothing', { ...wish, amount: '0.00' }],
    ['a negative amount', { ...wish, amount: '-1' }],
    ['an amount with an exponent', { ...wish, amount: '1e3' }],
    ['a number', { ...wish, amount: 2.5 }],
    ['too long words', { ...wish, description: 'x'.repeat(201) }],
  ])('of %s is refused as the author’s mistake', async (_what, given) => {
    const world = createPayWorld()
    worlds.push(world)
    const cause = await world
      .open()
      .begin(given as never)
      .catch((error: unknown) => error)
    expect(isLatchkeyError(cause, 'PAYMENT_INVALID')).toBe(true)
  })
})

describe('swap and pay', () => {
  const inEther = {
    ...inDai,
    asset: `${network.caipNetworkId}/slip44:60`,
    amount: '0.05',
    symbol: 'ETH',
  } as const
  const ether = { payment: { accepts: [inEther] } }

  /** The services build a swap whose receiver is the merchant; `change` is what a hostile one does to it. */
  function toMerchant(page: Page, change: (act: Record<string, string>) => object = act => act) {
    page.state.build = answer => {
      const { tx, quote } = answer as { tx: { data: string }; quote: object }
      const act = JSON.parse(Buffer.from(tx.data.slice(2), 'hex').toString())
      const data = `0x${Buffer.from(JSON.stringify(change({ ...act, to: merchant }))).toString('hex')}`
      return { tx: { ...tx, data }, quote }
    }
    page.state.check = async (built, terms) => {
      const act = JSON.parse(Buffer.from((built.call.data ?? '').slice(2), 'hex').toString())
      const unsafe = (reason: string) => createError('SWAP_UNSAFE', { context: { reason } })
      if (act.to !== terms.recipient) throw unsafe('recipient')
      if (BigInt(act.in) < terms.least.value) throw unsafe('least')
      if (BigInt(act.out) > terms.most.value) throw unsafe('most')
      return { shape: 'v2', most: BigInt(act.out), least: BigInt(act.in) }
    }
    page.state.rate = 1n
  }

  async function swapped(change?: (act: Record<string, string>) => object, options: Options = {}) {
    const page = await begun({ ...ether, ...options })
    toMerchant(page, change)
    page.flow.choose(keyOf(page.flow, 'swap'))
    await settled()
    return page
  }

  test('is an exact output that the merchant receives, approved exactly', async () => {
    const page = await swapped()
    expect(page.at()).toMatchObject({
      at: 'reviewing',
      steps: ['approve', 'pay'],
      quote: { exact: 'out', in: { value: 5n * 10n ** 16n } },
    })
    expect(page.asked.find(({ path }) => path === 'build-transaction')?.values.body).toMatchObject({
      exact: 'out',
      amount: `${5n * 10n ** 16n}`,
      recipient: `${network.caipNetworkId}:${merchant}`,
    })
    const paying = page.flow.pay()
    await page.pass(6_000)
    await paying
    expect(page.requests.map(acts => acts.map(({ does }) => does).join('+'))).toEqual(['approve', 'swap'])
    expect(page.requests[0]?.[0]).toMatchObject({ token: dai, amount: page.requests[1]?.[0]?.out })
    expect(payments(page)).toMatchObject([
      { paymentId, recipient: merchant, in: { amount: '0.05' }, allowance: { spender: router } },
    ])
    expect(page.at()).toMatchObject({ at: 'done', state: 'paid' })
    expect(page.services.told).toHaveLength(1)
  })

  test('goes as one batch where the wallet takes it, and what is left of the approval is revoked in it', async () => {
    const page = await swapped(undefined, { batches: true })
    await page.flow.pay()
    await page.pass(4_000)
    expect(page.requests.map(acts => acts.map(({ does }) => does).join('+'))).toEqual([
      'approve+swap+approve',
    ])
    expect(page.requests[0]?.[2]).toMatchObject({ amount: '0' })
  })

  test('T70 declined after its approval, what is left allowed is offered for revoking', async () => {
    const page = await swapped(undefined, { wallet: ['approve', 'reject'] })
    const paying = page.flow.pay()
    await page.pass(6_000)
    await paying
    expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'rejected' })
    expect(page.flow.allowances.open.getState()).toEqual([])
    await page.flow.allowances.refresh()
    const [left] = page.flow.allowances.open.getState()
    expect(left).toMatchObject({ spender: router, token: { address: dai } })
    await page.flow.allowances.revoke(left as never)
    expect(page.requests.at(-1)).toEqual([{ does: 'approve', token: dai, spender: router, amount: '0' }])
    expect(page.flow.allowances.open.getState()).toEqual([])
  })

  test('T70 what a payment has not used is offered once it is mined, not while it is under way', async () => {
    const page = await swapped()
    const { allowances } = page.flow
    const open = () => allowances.open.getState()
    const paying = page.flow.pay()
    await page.pass(6_000)
    await paying
    page.chain.allowances.set(`${dai} ${router}`, 7n)
    await page.journal.change(
      payments(page)[0]?.id as string,
      now => ({ ...now, status: 'pending' }) as never,
    )
    await allowances.refresh()
    expect(open()).toEqual([])
    await page.journal.change(
      payments(page)[0]?.id as string,
      now => ({ ...now, status: 'confirmed' }) as never,
    )
    await allowances.refresh()
    expect(open()).toMatchObject([{ spender: router, amount: { value: 7n } }])
  })

  test.each<[string, (act: Record<string, string>) => object]>([
    ['another receiver', act => ({ ...act, to: me })],
    ['less for the merchant', act => ({ ...act, in: '1' })],
    ['more that leaves', act => ({ ...act, out: `${10n ** 30n}` })],
  ])('T135 with %s is not shown to be paid, and no wallet is asked', async (_what, change) => {
    const page = await swapped(change)
    expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'unsafe' })
    await page.flow.pay()
    await settled()
    expect([page.requests, payments(page)]).toEqual([[], []])
  })

  test('T61 is not paid after an approval when the visitor has moved meanwhile', async () => {
    const page = await swapped()
    page.chain.automine = false
    const paying = page.flow.pay()
    await settled()
    page.move()
    page.move(network.caipNetworkId)
    page.chain.mine()
    await page.pass(6_000)
    await paying
    expect(page.requests.map(acts => acts[0]?.does)).toEqual(['approve'])
    expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'moved' })
  })

  test('that was paid by another during the approval is said to be, and not paid again', async () => {
    const page = await swapped()
    page.chain.automine = false
    const paying = page.flow.pay()
    await settled()
    page.services.payment = { ...page.services.payment, state: 'paid' }
    page.chain.mine()
    await page.pass(6_000)
    await paying
    expect(page.requests.map(acts => acts[0]?.does)).toEqual(['approve'])
    expect(page.at()).toMatchObject({ at: 'done', state: 'paid' })
  })
})

describe('ways', () => {
  test('leave out a token that does not suffice after the fee', async () => {
    const page = await begun({
      payment: {
        accepts: [{ ...inDai, asset: `${network.caipNetworkId}/slip44:60`, amount: '1', symbol: 'ETH' }],
      },
    })
    // One ether is all there is, and the fee comes on top.
    expect(kindsOf(page.at())).toEqual(['qr'])
  })

  test('lead to another network that the payment accepts', async () => {
    const there = {
      ...inDai,
      asset: `${other.caipNetworkId}/erc20:${dai}`,
      recipient: `${other.caipNetworkId}:${merchant}`,
    } as const
    const page = await begun({ payment: { accepts: [there] } })
    expect(kindsOf(page.at())).toEqual(['network', 'qr'])
    page.flow.choose(keyOf(page.flow, 'network'))
    await settled()
    expect(page.reached).toEqual([other.caipNetworkId])
  })
})
