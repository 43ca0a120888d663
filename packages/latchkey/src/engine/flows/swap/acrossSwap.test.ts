/** To another network: the real decoder compares what LI.FI's shape of call would do, and the journal has what became of it. */
import { encodeFunctionData, type Hex, pad, parseAbi, zeroAddress, zeroHash } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { checkSwap } from '../../../chains/evm/swap/checkSwap.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import {
  createFakeChain,
  createWorld,
  dai,
  me,
  native,
  network,
  other,
  router,
  settled,
  type World,
  type WorldOptions,
} from '../../fixtures/swapWorld.ts'
import { createSwaps } from './createSwaps.ts'

const there = other.caipNetworkId
const stranger = '0x66666666666666666666666666666666666666a6'
const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

/** `AcrossFacetV4.sol` and `ILiFi.sol` of lifinance/contracts. */
const abi = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Across { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(Bridge, Across) payable',
])

interface Call {
  readonly destination: bigint
  readonly receiver: string
  readonly refund: string
  readonly out: bigint
  readonly least: bigint
  readonly token: string
}

function encode({ destination, receiver, refund, out, least, token }: Call): Hex {
  const [to, back] = [receiver.toLowerCase() as Hex, refund.toLowerCase() as Hex]
  return encodeFunctionData({
    abi,
    functionName: 'startBridgeTokensViaAcrossV4',
    args: [
      {
        transactionId: zeroHash,
        bridge: 'across',
        integrator: 'latchkey',
        referrer: zeroAddress,
        sendingAssetId: zeroAddress,
        receiver: to,
        minAmount: out,
        destinationChainId: destination,
        hasSourceSwaps: false,
        hasDestinationCall: false,
      },
      {
        receiverAddress: pad(to),
        refundAddress: pad(back),
        sendingAssetId: zeroHash,
        receivingAssetId: pad(token as Hex),
        outputAmount: least,
        outputAmountMultiplier: 10n ** 18n,
        exclusiveRelayer: zeroHash,
        quoteTimestamp: 1,
        fillDeadline: 2,
        exclusivityParameter: 0,
        message: '0x',
      },
    ],
  })
}

/** Half an ether for DAI of the other network, quoted. */
async function open(change: (call: Call) => Partial<Call> = () => ({}), options: WorldOptions = {}) {
  const world = createWorld(options)
  worlds.push(world)
  const { state } = world
  state.crossing = [network.caipNetworkId, there]
  state.check = async (...asked) => checkSwap(...asked)
  state.contracts = [
    { network: network.caipNetworkId, provider: 'lifi', shape: 'lifi', address: router, spender: true },
  ]
  state.build = answer => {
    const { tx, quote } = answer as {
      tx: { data: string; value: string }
      quote: { maximum: string; minimum: string }
    }
    const good: Call = {
      ...{ destination: 5n, receiver: me, refund: me, token: dai },
      ...{ out: BigInt(quote.maximum), least: BigInt(quote.minimum) },
    }
    const call = { ...good, ...change(good) }
    return { quote, tx: { ...tx, data: encode(call), value: `${call.out}` } }
  }
  const swaps = createSwaps(world.engine)
  const { flow, review } = swaps
  flow.enter()
  await settled()
  flow.lookAt(there)
  await settled()
  const bought = flow.tokens.getState().there?.tokens.find(({ address }) => address === dai)
  if (bought) flow.choose('buy', bought)
  flow.type('sell', '0.5')
  world.clock.advance(500)
  await settled()
  return { ...world, ...swaps, at: () => review.progress.getState() }
}

async function reviewed(...given: Parameters<typeof open>) {
  const page = await open(...given)
  page.review.begin(page.flow.review())
  await settled()
  return page
}

async function sent(options: WorldOptions = {}) {
  const page = await reviewed(undefined, options)
  page.review.send()
  await settled()
  return page
}

const entryOf = async ({ journal }: World) =>
  (await journal.refresh()).find(each => each.kind === 'swap') as Extract<
    Awaited<ReturnType<World['journal']['refresh']>>[number],
    { kind: 'swap' }
  >
const asksOf = ({ asked }: World, path: string) => asked.filter(each => each.path === path)
/** The journal looks for a receipt, and the services are asked what became of it. */
async function later({ clock }: World, ms = 10_000) {
  for (let done = 0; done < ms; done += 5_000) {
    clock.advance(5_000)
    await settled()
  }
}

describe('another network', () => {
  test('is offered where a provider goes there, with its own tokens', async () => {
    const page = await open()
    const { networks, there: away, tokens } = page.flow.tokens.getState()
    expect(networks).toEqual([there])
    expect(away?.tokens.map(({ key }) => key)).toContain(`${there}:native`)
    expect(tokens.every(({ caipNetworkId }) => caipNetworkId === undefined)).toBe(true)
    expect(asksOf(page, 'quotes').at(-1)?.values.query).toMatchObject({
      from: `${network.caipNetworkId}:${native}`,
      to: `${there}:${dai}`,
      exact: 'in',
    })
    expect(page.flow.form.getState().quotes).toMatchObject({ at: 'known', chosen: { seconds: 130 } })
  })

  test.each<[string, string[], WorldOptions]>([
    ['no provider goes anywhere', [], {}],
    ['none goes there', [network.caipNetworkId], {}],
    ['none starts here', [there], {}],
    ['the account is a contract', [network.caipNetworkId, there], { accountType: 'smartAccount' }],
  ])('is not offered where %s', async (_, crossing, options) => {
    const world = createWorld(options)
    worlds.push(world)
    world.state.crossing = crossing
    const { flow } = createSwaps(world.engine)
    flow.enter()
    await settled()
    flow.want({ fromToken: 'native', toToken: `${there}:${dai}`, amount: '1' })
    await settled()
    expect(flow.tokens.getState().networks).toEqual([])
    expect(flow.form.getState().buy).toBeUndefined()
  })

  test('can be asked for by the host, of the native currency too', async () => {
    for (const [token, key] of [
      [dai, `${there}:${dai}`],
      ['native', `${there}:native`],
    ]) {
      const page = await open()
      page.flow.want({ toToken: `${there}:${token}` })
      await settled()
      expect(page.flow.form.getState().buy).toMatchObject({ key, caipNetworkId: there })
    }
    const page = await open()
    page.flow.want({ toToken: `${network.caipNetworkId}:${dai}` })
    await settled()
    expect(page.flow.form.getState().buy?.key).toBe(dai)
    expect(() => page.flow.want({ toToken: `eip155:77:${dai}` })).toThrowError(
      expect.objectContaining({ code: 'TOKEN_REQUIRED' }),
    )
  })

  test('is neither sold from nor asked for by what arrives', async () => {
    const { flow } = await open()
    const before = flow.form.getState()
    flow.flip()
    flow.type('buy', '7')
    expect(flow.form.getState()).toEqual(before)
  })
})

describe('a swap there', () => {
  test('is reviewed, sent, and on its way until it arrived', async () => {
    const page = await reviewed()
    expect(page.at()).toMatchObject({ at: 'reviewing', buy: { caipNetworkId: there } })
    page.review.send()
    await settled()
    await later(page)
    expect(await entryOf(page)).toMatchObject({
      ...{ status: 'confirmed', toNetworkId: there, provider: 'lifi' },
      arrival: { state: 'waiting' },
    })
    expect((await entryOf(page)).legs).not.toHaveProperty('in')
    page.state.came = 998_000_000_000_000_000_000n
    page.state.status = {
      status: 'done',
      received: { amount: '997', asset: `${there}:${dai}`, hash: `0x${'bb'.repeat(32)}` },
    }
    await later(page)
    const { arrival, legs } = await entryOf(page)
    expect(arrival).toMatchObject({ state: 'done', hash: `0x${'bb'.repeat(32)}` })
    // The network's own word, not the services'.
    expect(legs?.in).toMatchObject({ amount: '998' })
    const count = asksOf(page, 'status').length
    await later(page, 60_000)
    expect(asksOf(page, 'status').length).toBe(count)
    expect(page.requests.length).toBe(1)
  })

  test.each<[string, (call: Call) => Partial<Call>]>([
    ['another network', () => ({ destination: 7n })],
    ['another receiver', () => ({ receiver: stranger })],
    ['refunds to another account', () => ({ refund: stranger })],
    ['less', ({ least }) => ({ least: least - 1n })],
    ['another token', () => ({ token: stranger })],
    ['more leaving', ({ out }) => ({ out: out + 1n })],
  ])('T70: is refused with %s', async (_, change) => {
    const page = await reviewed(change)
    expect(page.at()).toMatchObject({ at: 'refused', failure: 'unsafe' })
    expect(page.requests).toEqual([])
  })

  test.each([
    [18, 'reviewing'],
    [24, 'refused'],
  ])('T74: with a token that says there that it has %i decimals is %s', async (decimals, at) => {
    const page = await open()
    page.state.decimalsThere = decimals
    page.review.begin(page.flow.review())
    await settled()
    expect(page.at().at).toBe(at)
  })

  const hash = `0x${'bb'.repeat(32)}`
  test.each<[string, unknown, object]>([
    ['waiting', null, { state: 'waiting' }],
    ['unknown', null, { state: 'unknown' }],
    ['failed', null, { state: 'failed' }],
    ['partial', { amount: '5', asset: `${there}:${stranger}`, hash }, { state: 'partial', hash }],
    [
      'refunded',
      { amount: '5', asset: `${network.caipNetworkId}:${native}`, hash },
      { state: 'refunded', hash },
    ],
    // It is the token that was agreed, or it is not done.
    ['done', { amount: '5', asset: `${there}:${stranger}`, hash }, { state: 'partial', hash }],
    ['done', { amount: '5', asset: `${network.caipNetworkId}:${dai}`, hash }, { state: 'partial', hash }],
  ])('that the services call %s with %j is stored as %j', async (status, received, arrival) => {
    const page = await sent()
    page.state.status = { status, received }
    await later(page)
    const entry = await entryOf(page)
    expect(entry.arrival).toEqual(arrival)
    expect(entry.legs).not.toHaveProperty('in')
  })

  test('whose network does not tell has the services’ word, marked as theirs', async () => {
    const page = await sent()
    page.state.status = { status: 'done', received: { amount: '5', asset: `${there}:${dai}`, hash: null } }
    await later(page)
    const entry = await entryOf(page)
    expect(entry.arrival).toMatchObject({
      state: 'done',
      told: { asset: { symbol: 'DAI' }, amount: '0.000000000000000005' },
    })
    expect(entry.legs).not.toHaveProperty('in')
  })

  test('is asked about less and less often, and again after a reload', async () => {
    const [chain, store] = [createFakeChain(), createMemoryStorage()]
    const page = await sent({ chain, store })
    await later(page)
    const { id } = await entryOf(page)
    const before = asksOf(page, 'status').length
    await later(page, 60_000)
    expect(asksOf(page, 'status').length - before).toBe(6)
    await later(page, 300_000)
    const slow = asksOf(page, 'status').length
    await later(page, 60_000)
    expect(asksOf(page, 'status').length - slow).toBe(2)
    page.end()
    const again = createWorld({ chain, store, clock: page.clock })
    worlds.push(again)
    again.state.status = { status: 'refunded', received: null }
    const { flow, review } = createSwaps(again.engine)
    review.begin(flow.follow(id))
    await settled()
    await later(again)
    expect((await entryOf(again)).arrival).toEqual({ state: 'refunded' })
    expect(review.progress.getState()).toMatchObject({ at: 'done', arrival: { state: 'refunded' } })
  })

  test('that the services know no longer is left as it was', async () => {
    const page = await sent()
    page.state.status = { status: 'unknown', received: null }
    await later(page)
    page.state.fails = createError('APKT009', { context: { refusal: 'QUOTE_ENDED' } })
    await later(page, 20_000)
    const count = asksOf(page, 'status').length
    await later(page, 60_000)
    expect(asksOf(page, 'status').length).toBe(count)
    expect((await entryOf(page)).arrival).toEqual({ state: 'unknown' })
  })
})
