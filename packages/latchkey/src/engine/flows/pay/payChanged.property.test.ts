/** Whatever services say differently at the press, no wallet is asked (T135). */
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { WirePayment } from '../../../contract/payments.ts'
import { createPayWorld, inDai, type PayWorld, paymentId, reference } from '../../fixtures/payWorld.ts'
import { dai, network, other, settled } from '../../fixtures/swapWorld.ts'

const worlds: PayWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(each => `0x${Buffer.from(each).toString('hex')}`)
const decimal = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String)
const word = fc.string({ minLength: 1, maxLength: 12 })
const place = fc.constantFrom(network.caipNetworkId, other.caipNetworkId)

/** Another value for one member of what is accepted. */
const changedWay: fc.Arbitrary<Partial<WirePayment['accepts'][number]>> = fc.oneof(
  fc.record({ amount: decimal }),
  fc.record({ recipient: fc.tuple(place, hex(20)).map(([at, to]) => `${at}:${to}` as const) }),
  fc.record({ asset: fc.tuple(place, hex(20)).map(([at, token]) => `${at}/erc20:${token}` as const) }),
  fc.record({ decimals: fc.integer({ min: 0, max: 36 }) }),
  fc.record({ symbol: word }),
)

/** Another value for one member of a payment, but for what it has come to. */
const changed: fc.Arbitrary<Partial<WirePayment>> = fc.oneof(
  { arbitrary: changedWay.map(way => ({ accepts: [{ ...inDai, ...way }] })), weight: 4 },
  changedWay.map(way => ({ accepts: [inDai, { ...inDai, ...way }] })),
  fc.record({ reference: hex(32) }),
  fc.record({ description: fc.option(word) }),
  fc.record({ referenceId: word }),
  fc.record({ expiresAt: fc.option(fc.nat()) }),
  fc.record({ createdAt: fc.nat() }),
  fc.record({ id: word }),
  fc.record({
    fiat: fc.record({
      currency: fc.constantFrom('USD', 'EUR'),
      value: decimal,
      lockedUntil: fc.constant(null),
    }),
  }),
)

test('T135 any member that differs at the press asks no wallet, and stores nothing', async () => {
  await fc.assert(
    fc.asyncProperty(changed, async change => {
      const world = createPayWorld()
      worlds.push(world)
      const before = world.services.payment
      fc.pre(JSON.stringify({ ...before, ...change }) !== JSON.stringify(before))
      const flow = world.open()
      const leave = flow.enter()
      await flow.begin({ paymentId })
      await settled()
      flow.choose(`token ${inDai.asset}`)
      await settled()
      expect(flow.state.getState().at).toBe('reviewing')
      world.services.payment = { ...before, ...change }
      await flow.pay()
      await settled()
      expect(flow.state.getState()).toMatchObject({ at: 'reviewing' })
      expect(flow.state.getState()).toHaveProperty('failure')
      expect([world.requests, world.money.transfers, world.journal.machine.getState()]).toEqual([[], [], []])
      leave()
    }),
    { numRuns: 60 },
  )
})

test('the same payment once more is paid to whom it names', async () => {
  const world = createPayWorld()
  worlds.push(world)
  const flow = world.open()
  flow.enter()
  await flow.begin({ paymentId })
  await settled()
  flow.choose(`token ${inDai.asset}`)
  await settled()
  world.services.payment = structuredClone(world.services.payment)
  await flow.pay()
  await settled()
  expect(world.money.transfers).toMatchObject([{ asset: { address: dai }, reference }])
})
