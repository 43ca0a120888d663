import {
  getPayment,
  postPayment,
  postPaymentTransaction,
  type WireOwnPayment,
  type WirePayment,
} from 'latchkey/services'
import { encodeFunctionData, type Hex, parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import {
  caip,
  type DevPayments,
  dai,
  ether,
  merchant,
  network,
  openDevPayments,
  order,
  payer,
  transferCall,
  usdc,
} from './payments.fixture.ts'

let dev: DevPayments
const time = { shift: 0 }
beforeAll(async () => {
  dev = await openDevPayments({ PAYMENTS_POLL_MS: '50' }, { now: () => Date.now() + time.shift })
})
afterAll(() => dev.close())

const price = parseUnits('19.99', 6)
const router = parseAbi([
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable',
])
const batch = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3Value(Call[] calls) payable returns (Result[])',
])
const make = async (more?: object): Promise<WireOwnPayment> =>
  (await dev.ask(postPayment, { body: order(more) })).payment
const read = async ({ id }: { id: string }): Promise<WirePayment> =>
  (await dev.ask(getPayment, { params: { payment: id } })).payment
const hand = async (
  { id }: { id: string },
  hash: string,
  caipNetworkId: string = network,
): Promise<WirePayment> =>
  (await dev.ask(postPaymentTransaction, { params: { payment: id }, body: { caipNetworkId, hash } })).payment
/** The watch's next look, when what is unfinished is due. */
const watch = async () => {
  time.shift += 100
  await dev.watch()
}
const payUsdc = (units: bigint, reference?: string) =>
  dev.pay({ to: devContracts.usdc, data: transferCall(merchant, units, reference) })

describe('a transaction that is handed in', () => {
  it('pays at one block and settles when its block stays', async () => {
    const payment = await make()
    const hash = await payUsdc(price)
    expect(await hand(payment, hash)).toMatchObject({
      state: 'paid',
      transfers: [{ hash, asset: usdc, amount: '19.99', payer: caip(payer.address) }],
    })
    await dev.mine()
    await watch()
    expect((await read(payment)).state).toBe('settled')
  })

  it('waits for a block where it has none', async () => {
    const payment = await make()
    await dev.client.request({ method: 'evm_setAutomine' as never, params: [false] as never })
    const call = { to: devContracts.usdc, data: transferCall(merchant, price, payment.reference) }
    const hash = await dev.pay(call, { waits: false })
    expect(await hand(payment, hash)).toMatchObject({ state: 'seen', transfers: [] })
    await dev.client.request({ method: 'evm_setAutomine' as never, params: [true] as never })
    await dev.mine(2)
    await watch()
    expect((await read(payment)).state).toBe('settled')
  })

  it('is noted while no node knows it', async () => {
    const payment = await make()
    expect((await hand(payment, `0x${'ab'.repeat(32)}`)).state).toBe('open')
  })

  it('counts what came below, above, and together', async () => {
    const payment = await make()
    expect(await hand(payment, await payUsdc(price - 1n))).toMatchObject({
      state: 'underpaid',
      transfers: [{ amount: '19.989999' }],
    })
    expect((await hand(payment, await payUsdc(1n))).state).toBe('paid')
    await hand(payment, await payUsdc(5n))
    await dev.mine(2)
    await watch()
    const { state, transfers } = await read(payment)
    expect([state, transfers.length]).toEqual(['overpaid', 3])
  })

  it('T129: counts each transfer once over all payments', async () => {
    const [one, two] = [await make(), await make()]
    const hash = await payUsdc(price)
    const states = await Promise.all([one, two].map(payment => hand(payment, hash)))
    expect(states.map(({ state }) => state).sort()).toEqual(['open', 'paid'])
    expect((await hand(one, hash)).transfers.length + (await hand(two, hash)).transfers.length).toBe(1)
  })

  it('T129: is for the payment that it names, whichever asks first', async () => {
    const [mine, other] = [await make(), await make()]
    const hash = await payUsdc(price, mine.reference)
    expect((await hand(other, hash)).state).toBe('open')
    expect((await hand(mine, hash)).state).toBe('paid')
  })

  it('T129: is not older than the payment, not another asset, not to another account, and did not fail', async () => {
    const before = await payUsdc(price)
    await dev.mine(2)
    // The newest block is remembered for some seconds.
    await dev.client.request({ method: 'anvil_mine' as never, params: ['0x1'] as never })
    const hashes = [
      await dev.pay({ to: devContracts.dai, data: transferCall(merchant, price) }),
      await dev.pay({ to: devContracts.usdc, data: transferCall(devContracts.weth, price) }),
      await dev.pay({ to: devContracts.usdc, data: transferCall(merchant, 10n ** 30n) }),
      await dev.pay({ to: merchant, value: price }),
    ]
    const payment = await make()
    for (const hash of hashes) expect((await hand(payment, hash)).state).toBe('open')
    expect(before).toMatch(/^0x/)
    const refused = { params: { payment: payment.id } }
    for (const body of [
      { caipNetworkId: 'eip155:1', hash: before },
      { caipNetworkId: network, hash: '0x12' },
      { caipNetworkId: network, hash: payer.address },
    ])
      expect(await dev.refusal(postPaymentTransaction, { ...refused, body })).toBe('REQUEST_INVALID')
  })

  it('pays by a swap straight to the merchant', async () => {
    const payment = await make()
    const data = encodeFunctionData({
      abi: router,
      functionName: 'swapETHForExactTokens',
      args: [price, [devContracts.weth, devContracts.usdc], merchant, 2n ** 40n],
    })
    const hash = await dev.pay({
      to: devContracts.swapRouter,
      data: `${data}${payment.reference.slice(2)}` as Hex,
      value: parseEther('0.1'),
    })
    expect(await hand(payment, hash)).toMatchObject({
      state: 'paid',
      transfers: [{ amount: '19.99', payer: caip(payer.address) }],
    })
  })

  it('takes any of the ways, exact to the last digit', async () => {
    const accepts = [
      { asset: ether, amount: '0.000000000000000001', recipient: caip(merchant) },
      { asset: dai, amount: '1.000000000000000001', recipient: caip(merchant) },
    ]
    const [one, two] = [await make({ accepts }), await make({ accepts })]
    expect((await hand(one, await dev.pay({ to: merchant, value: 1n }))).state).toBe('paid')
    const units = parseUnits('1.000000000000000001', 18)
    const hash = await dev.pay({ to: devContracts.dai, data: transferCall(merchant, units - 1n) })
    expect((await hand(two, hash)).state).toBe('underpaid')
  })
})

describe('the watch', () => {
  it('finds a payment whose page is gone by its reference, in tokens and in ether', async () => {
    const accepts = [
      { asset: usdc, amount: '3', recipient: caip(merchant) },
      { asset: ether, amount: '0.5', recipient: caip(merchant) },
    ]
    const [tokens, coins, two] = [await make({ accepts }), await make({ accepts }), await make({ accepts })]
    await payUsdc(parseUnits('3', 6), tokens.reference)
    await dev.pay({ to: merchant, value: parseEther('0.5'), data: coins.reference as Hex })
    await watch()
    expect([await read(tokens), await read(coins), await read(two)].map(({ state }) => state)).toEqual([
      'settled',
      'paid',
      'open',
    ])
  })

  it('finds ether that a contract passed on, as a wallet’s batch does', async () => {
    const accepts = [{ asset: ether, amount: '0.25', recipient: caip(merchant) }]
    const payment = await make({ accepts })
    const value = parseEther('0.25')
    const data = encodeFunctionData({
      abi: batch,
      functionName: 'aggregate3Value',
      args: [[{ target: merchant, allowFailure: false, value, callData: payment.reference as Hex }]],
    })
    await dev.pay({ to: devContracts.multicall3, data, value })
    await watch()
    expect(await read(payment)).toMatchObject({
      state: 'paid',
      transfers: [{ asset: ether, amount: '0.25', payer: caip(payer.address) }],
    })
  })

  it('finds one that names none by the exact amount, where it can only be for one', async () => {
    const exact = { accepts: [{ asset: usdc, amount: '7.000013', recipient: caip(merchant) }] }
    const payment = await make(exact)
    await payUsdc(7_000_013n)
    await watch()
    expect((await read(payment)).state).toBe('paid')
    const twins = [await make(exact), await make(exact)]
    await payUsdc(7_000_013n)
    await watch()
    for (const twin of twins) expect((await read(twin)).state).toBe('open')
  })

  it('counts any amount at a receiver that one payment has for itself', async () => {
    const own = devAccounts[6]?.address ?? expect.unreachable()
    const payment = await make({ accepts: [{ asset: usdc, amount: '20', recipient: caip(own) }] })
    await dev.pay({ to: devContracts.usdc, data: transferCall(own, 19_500_000n) })
    await watch()
    expect(await read(payment)).toMatchObject({ state: 'underpaid', transfers: [{ amount: '19.5' }] })
    await dev.pay({ to: devContracts.usdc, data: transferCall(own, 500_000n) })
    await dev.mine()
    await watch()
    await watch()
    expect((await read(payment)).state).toBe('settled')
  })

  it('takes the transaction by which an exchange’s order paid it', async () => {
    const [payment, twin] = [await make(), await make()]
    const hash = await payUsdc(price)
    const { compose, write } = dev.app.store
    await write([
      compose
        .insertInto('money_orders')
        .values({
          id: 'order-of-a-payment',
          project_id: 'latchkey-dev',
          idempotency_key: 'key',
          request_digest: '',
          kind: 'exchange',
          provider: 'meld',
          provider_name: 'Exchange',
          customer: 'c',
          asset: usdc,
          recipient: merchant,
          credited_amount: '19.99',
          state: 'confirmed',
          told_state: 'sent',
          told_at: 1,
          hash,
          payment_id: payment.id,
          url_ends_at: 1,
          opening_until: 1,
          created_at: 1,
          updated_at: Date.now(),
          expires_at: 1,
          asked_at: 1,
        })
        .compile(),
      compose
        .insertInto('order_credits')
        .values({ network, hash, place: 0, order_id: 'order-of-a-payment' })
        .compile(),
    ])
    await watch()
    expect([(await read(payment)).state, (await read(twin)).state]).toEqual(['paid', 'open'])
    await watch()
  })

  it('ends what nothing came for, and tells late money apart', async () => {
    const hour = 3_600_000
    time.shift = -hour
    const payment = await make({ expiresIn: 60 })
    time.shift = 0
    await watch()
    expect((await read(payment)).state).toBe('expired')
    await payUsdc(price, payment.reference)
    await watch()
    expect((await read(payment)).state).toBe('seen')
    await dev.mine()
    await watch()
    expect((await read(payment)).state).toBe('paid_late')
  })

  it('takes back what a reorganization took away', async () => {
    const payment = await make()
    const snapshot = await dev.client.request({ method: 'evm_snapshot' as never })
    const hash = await payUsdc(price, payment.reference)
    await watch()
    expect((await read(payment)).state).toBe('paid')
    await dev.client.request({ method: 'evm_revert' as never, params: [snapshot] as never })
    await watch()
    expect(await read(payment)).toMatchObject({ state: 'open', transfers: [] })
    const again = await payUsdc(price, payment.reference)
    await dev.mine()
    await watch()
    await watch()
    expect(await read(payment)).toMatchObject({ state: 'settled', transfers: [{ hash: again }] })
    expect(hash).toMatch(/^0x/)
  })
})
