/** Swapping against a real chain: what it would do, what it did, and what is left allowed. */
import { createSimulatedWallet } from '@latchkey/testing'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RpcRequest } from '../../../contract/adapter.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { SentAsset, WalletCall } from '../../../contract/send.ts'
import type { Swapping, SwapTerms } from '../../../contract/swap.ts'
import { type SwapChain, startSwapChain } from '../../conformance/startSwapChain.ts'
import { createEvmAdapter } from '../createEvmAdapter.ts'

const abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[])',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 out, uint256 most, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline) payable',
  'function swapETHForExactTokens(uint256 out, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 least, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 least, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 least, address[] path, address to, uint256 deadline) payable',
  'function transferFrom(address from, address to, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function ownerOf(uint256 id) view returns (address)',
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call[] calls) payable',
])
const never = new AbortController().signal
const later = 10n ** 11n
const someone: Address = '0x00000000000000000000000000000000000000AA'
const ether = { symbol: 'ETH', decimals: 18 }

let chain: SwapChain
let swapping: Swapping
let me: Address
let snapshot: Hex
let usdc: SentAsset & { address: Address }
let dai: typeof usdc
let weth: typeof usdc
let router: Address

beforeAll(async () => {
  chain = await startSwapChain({ chainId: 31_337 })
  me = chain.account.address
  usdc = { address: chain.at('usdc'), symbol: 'USDC', decimals: 6 }
  dai = { address: chain.at('dai'), symbol: 'DAI', decimals: 18 }
  weth = { address: chain.at('weth'), symbol: 'WETH', decimals: 18 }
  router = chain.at('swapRouter')
  const loaded = await createEvmAdapter().swapping?.()
  if (!loaded) throw new Error('eip155 swaps')
  swapping = loaded
  snapshot = await chain.client.snapshot()
}, 60_000)
afterAll(() => chain?.node.stop())
beforeEach(async () => {
  await chain.client.revert({ id: snapshot })
  snapshot = await chain.client.snapshot()
})

function terms(sell: SentAsset, most: bigint, buy: SentAsset, least: bigint): SwapTerms {
  const from = toCaipAddress(chain.network.caipNetworkId, me)
  return {
    from,
    network: chain.network,
    sell,
    buy,
    most: { value: most, decimals: sell.decimals },
    least: { value: least, decimals: buy.decimals },
  }
}

type Names = (typeof abi)[number] extends infer Item
  ? Item extends { name: infer Name }
    ? Name
    : never
  : never

/** A call of the router's, or of another contract's. */
function call(functionName: Names, args: readonly unknown[], value = 0n, to: string = router): WalletCall {
  const data = encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  return { to, data, value }
}

async function out(amount: bigint, ...path: Address[]): Promise<bigint> {
  const args = [amount, path] as const
  const amounts = await chain.client.readContract({
    address: router,
    abi,
    functionName: 'getAmountsOut',
    args,
  })
  return amounts.at(-1) ?? 0n
}

const approve = (token: SentAsset, amount: bigint, spender: string = router) =>
  swapping.approval({ token: token.address ?? '', spender, amount })
const allowance = (token: SentAsset, spender: string = router, rpc: RpcRequest = chain.rpc) =>
  swapping.allowance(rpc, { from: terms(usdc, 0n, dai, 0n).from, token: token.address ?? '', spender })
const held = (token: SentAsset, owner: Address = me) =>
  token.address === undefined
    ? chain.client.getBalance({ address: owner })
    : chain.client.readContract({
        address: token.address as Address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner],
      })
const forecast = (calls: readonly WalletCall[], agreed: SwapTerms, spender?: string, rpc = chain.rpc) =>
  swapping.forecast(rpc, { calls, terms: agreed, ...(spender && { spender }) }, never)

/** The chain without some of its methods. */
const without =
  (...methods: string[]): RpcRequest =>
  (method, params, signal) =>
    methods.includes(method)
      ? Promise.reject(new Error('the method does not exist'))
      : chain.rpc(method, params, signal)

/** What an account has more afterwards; of the native currency without the fees. */
async function gained(asset: SentAsset, run: () => Promise<readonly Hex[]>): Promise<bigint> {
  const before = await held(asset)
  const hashes = await run()
  let fees = 0n
  for (const hash of asset.address === undefined ? hashes : []) {
    const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash })
    fees += gasUsed * effectiveGasPrice
  }
  return (await held(asset)) - before + fees
}

describe('a token for a token', () => {
  const amount = parseUnits('1000', 6)

  test('is foreseen with its approval before there is one, done, and leaves nothing allowed', async () => {
    const path = [usdc.address, weth.address, dai.address]
    const expected = await out(amount, ...(path as Address[]))
    const agreed = terms(usdc, amount, dai, (expected * 99n) / 100n)
    const calls = [
      approve(usdc, amount),
      call('swapExactTokensForTokens', [amount, agreed.least.value, path, me, later]),
    ]
    const { fee, simulation, ...rest } = await forecast(calls, agreed, router)
    expect(rest).toEqual({})
    expect(simulation).toEqual({
      at: 'works',
      changes: [
        { asset: usdc, change: -amount },
        { asset: dai, change: expected },
      ],
    })
    const hashes: Hex[] = []
    const [got, paid] = await Promise.all([held(dai), held(usdc)])
    hashes.push(await chain.send(calls[0] as WalletCall))
    expect(await allowance(usdc)).toBe(amount)
    hashes.push(await chain.send(calls[1] as WalletCall))
    expect(await allowance(usdc)).toBe(0n)
    expect((await held(dai)) - got).toBe(expected)
    expect(paid - (await held(usdc))).toBe(amount)
    const legs = { out: { value: amount, decimals: 6 }, in: { value: expected, decimals: 18 } }
    expect(await swapping.legs(chain.rpc, { hash: hashes[1] as Hex, terms: agreed })).toEqual(legs)
    expect(await swapping.legs(chain.rpc, { hash: hashes, terms: agreed })).toEqual(legs)
    let cost = 0n
    for (const hash of hashes) {
      const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash })
      cost += gasUsed * effectiveGasPrice
    }
    expect(fee?.most.value).toBeGreaterThan(cost)
    expect(fee?.likely?.value).toBeGreaterThan((cost * 8n) / 10n)
  })

  test('of an exact amount leaves an allowance behind, which is revoked with it', async () => {
    const path = [usdc.address, weth.address, dai.address] as const
    const wanted = parseEther('500')
    const most = parseUnits('600', 6)
    const agreed = terms(usdc, most, dai, wanted)
    const calls = [
      approve(usdc, most),
      call('swapTokensForExactTokens', [wanted, most, path, me, later]),
      approve(usdc, 0n),
    ]
    const { simulation } = await forecast(calls, agreed, router)
    expect(simulation).toMatchObject({
      at: 'works',
      changes: [{ asset: usdc }, { asset: dai, change: wanted }],
    })
    await chain.send(calls[0] as WalletCall)
    const paid = await gained(usdc, async () => [await chain.send(calls[1] as WalletCall)])
    expect(await allowance(usdc)).toBe(most + paid)
    await chain.send(calls[2] as WalletCall)
    expect(await allowance(usdc)).toBe(0n)
  })

  test.each([
    ['the price moved', () => [amount, 10n ** 30n, later] as const, 'price', 'InsufficientOutputAmount'],
    ['the deadline has passed', () => [amount, 1n, 1n] as const, 'expired', 'Expired'],
    ['there is too little', () => [10n ** 15n, 1n, later] as const, 'funds', 'ERC20InsufficientBalance'],
  ])('where %s says so', async (_name, given, failure, reason) => {
    const [most, least, deadline] = given()
    const path = [usdc.address, weth.address, dai.address]
    const calls = [approve(usdc, most), call('swapExactTokensForTokens', [most, least, path, me, deadline])]
    expect(await forecast(calls, terms(usdc, most, dai, least), router)).toEqual({
      fee: undefined,
      simulation: { at: 'fails', reason },
      failure,
    })
  })

  test('without its approval lacks the allowance', async () => {
    const path = [usdc.address, weth.address, dai.address]
    const calls = [call('swapExactTokensForTokens', [amount, 1n, path, me, later])]
    expect(await forecast(calls, terms(usdc, amount, dai, 1n), router)).toMatchObject({ failure: 'approval' })
  })

  test('cannot be foreseen by a node without eth_simulateV1, which is said and not guessed', async () => {
    const path = [usdc.address, weth.address, dai.address]
    const swap = call('swapExactTokensForTokens', [amount, 1n, path, me, later])
    const agreed = terms(usdc, amount, dai, 1n)
    const old = without('eth_simulateV1')
    const unknown = { fee: undefined, simulation: { at: 'unknown' } }
    expect(await forecast([approve(usdc, amount), swap], agreed, router, old)).toEqual(unknown)
    // One call can be tried: that it fails is known, that it works is not all there is to know.
    expect(await forecast([swap], agreed, router, old)).toMatchObject({ failure: 'approval' })
    await chain.send(approve(usdc, amount))
    const alone = await forecast([swap], agreed, router, old)
    expect(alone.simulation).toEqual({ at: 'unknown' })
    expect(alone.fee?.most.value).toBeGreaterThan(0n)
  })
})

describe('the network’s own currency', () => {
  const amount = parseEther('2')

  test.each(['a trace', 'balances'])('is given, and the legs are right by %s', async way => {
    const rpc = way === 'a trace' ? chain.rpc : without('debug_traceTransaction')
    const path = [weth.address, dai.address] as const
    const expected = await out(amount, ...path)
    const agreed = terms(ether, amount, dai, (expected * 99n) / 100n)
    const swap = call('swapExactETHForTokens', [agreed.least.value, path, me, later], amount)
    const { fee, simulation } = await forecast([swap], agreed)
    expect(simulation).toEqual({
      at: 'works',
      changes: [
        { asset: ether, change: -amount },
        { asset: dai, change: expected },
      ],
    })
    expect(fee?.most.value).toBeGreaterThan(0n)
    const got = await held(dai)
    const hash = await chain.send(swap)
    expect(await swapping.legs(rpc, { hash, terms: agreed })).toEqual({
      out: { value: amount, decimals: 18 },
      in: { value: (await held(dai)) - got, decimals: 18 },
    })
  })

  test.each(['a trace', 'balances'])('what comes back of it is not counted as paid, by %s', async way => {
    const rpc = way === 'a trace' ? chain.rpc : without('debug_traceTransaction')
    const path = [weth.address, dai.address] as const
    const wanted = parseEther('1000')
    const agreed = terms(ether, amount, dai, wanted)
    const swap = call('swapETHForExactTokens', [wanted, path, me, later], amount)
    const { simulation } = await forecast([swap], agreed)
    let hash: Hex = '0x'
    const change = await gained(ether, async () => {
      hash = await chain.send(swap)
      return [hash]
    })
    expect(-change).toBeLessThan(amount)
    expect(simulation).toMatchObject({ changes: [{ asset: ether, change }, { change: wanted }] })
    expect(await swapping.legs(rpc, { hash, terms: agreed })).toEqual({
      out: { value: -change, decimals: 18 },
      in: { value: wanted, decimals: 18 },
    })
  })

  test.each(['a trace', 'balances'])('is got, and the legs are right by %s', async way => {
    const rpc = way === 'a trace' ? chain.rpc : without('debug_traceTransaction')
    const path = [dai.address, weth.address] as const
    const sold = parseEther('1000')
    const expected = await out(sold, ...path)
    const agreed = terms(dai, sold, ether, expected)
    const swap = call('swapExactTokensForETH', [sold, expected, path, me, later])
    const { simulation } = await forecast([approve(dai, sold), swap], agreed, router)
    expect(simulation).toEqual({
      at: 'works',
      changes: [
        { asset: dai, change: -sold },
        { asset: ether, change: expected },
      ],
    })
    await chain.send(approve(dai, sold))
    const hash = await chain.send(swap)
    expect(await swapping.legs(rpc, { hash, terms: agreed })).toEqual({
      out: { value: sold, decimals: 18 },
      in: { value: expected, decimals: 18 },
    })
    // Neither a trace nor old balances: what came is not known, and not guessed.
    const poor = without('debug_traceTransaction', 'eth_getBalance')
    expect(await swapping.legs(poor, { hash, terms: agreed })).toEqual({ out: { value: sold, decimals: 18 } })
  })

  test.each(['a trace', 'balances'])('is got in the block of its approval, by %s', async way => {
    const rpc = way === 'a trace' ? chain.rpc : without('debug_traceTransaction')
    const path = [dai.address, weth.address] as const
    const sold = parseEther('1000')
    const expected = await out(sold, ...path)
    const agreed = terms(dai, sold, ether, expected)
    const swap = call('swapExactTokensForETH', [sold, expected, path, me, later])
    await chain.client.setAutomine(false)
    const hashes: Hex[] = []
    for (const { to, data } of [approve(dai, sold), swap])
      hashes.push(
        await chain.client.sendTransaction({ chain: null, gas: 300_000n, to: to as Hex, data: data as Hex }),
      )
    await chain.client.mine({ blocks: 1 })
    await chain.client.setAutomine(true)
    const told = { out: { value: sold, decimals: 18 }, in: { value: expected, decimals: 18 } }
    expect(await swapping.legs(rpc, { hash: hashes, terms: agreed })).toEqual(told)
    // One of them alone is not all that the account did in the block.
    const one = await swapping.legs(rpc, { hash: hashes[1] as Hex, terms: agreed })
    expect(one).toEqual(way === 'a trace' ? told : { out: told.out })
  })

  test('more than there is has no forecast but the reason', async () => {
    const huge = parseEther('1000000000')
    const swap = call('swapExactETHForTokens', [1n, [weth.address, dai.address], me, later], huge)
    const told = await forecast([swap], terms(ether, huge, dai, 1n))
    expect(told).toMatchObject({ fee: undefined, simulation: { at: 'fails' }, failure: 'funds' })
  })

  test('two of the account’s transactions in one block leave balances without a meaning', async () => {
    const path = [weth.address, dai.address]
    const agreed = terms(ether, amount, dai, 1n)
    const swap = call('swapExactETHForTokens', [1n, path, me, later], amount)
    await chain.client.setAutomine(false)
    const base = { chain: null, gas: 300_000n } as const
    const hash = await chain.client.sendTransaction({
      ...base,
      to: router,
      data: swap.data as Hex,
      value: amount,
    })
    await chain.client.sendTransaction({ ...base, to: someone, value: 1n })
    await chain.client.mine({ blocks: 1 })
    await chain.client.setAutomine(true)
    const { out: paid, in: got } = await swapping.legs(without('debug_traceTransaction'), {
      hash,
      terms: agreed,
    })
    expect(paid).toBeUndefined()
    expect(got?.value).toBeGreaterThan(0n)
    expect((await swapping.legs(chain.rpc, { hash, terms: agreed })).out?.value).toBe(amount)
  })
})

test('wrapping and unwrapping need no provider', async () => {
  const amount = parseEther('3')
  const { caipNetworkId: network } = chain.network
  const contracts = [
    { network, provider: 'wrapped', shape: 'wrapped', address: weth.address, spender: false } as const,
  ]
  for (const [sell, buy] of [
    [ether, weth],
    [weth, ether],
  ] as const) {
    const agreed = terms(sell, amount, buy, amount)
    const built = swapping.wrap(agreed, contracts)
    if (!built) throw new Error('they wrap')
    expect(await swapping.check(built, agreed, contracts)).toMatchObject({
      shape: 'wrapped',
      most: amount,
      least: amount,
    })
    const { simulation } = await forecast([built.call], agreed)
    expect(simulation).toEqual({
      at: 'works',
      changes: [
        { asset: sell, change: -amount },
        { asset: buy, change: amount },
      ],
    })
    let hash: Hex = '0x'
    expect(
      await gained(buy, async () => {
        hash = await chain.send(built.call)
        return [hash]
      }),
    ).toBe(amount)
    expect(await swapping.legs(chain.rpc, { hash, terms: agreed })).toEqual({
      out: { value: amount, decimals: 18 },
      in: { value: amount, decimals: 18 },
    })
  }
  expect(swapping.wrap(terms(dai, amount, usdc, amount), contracts)).toBeUndefined()
})

describe('T70 a contract that does something else', () => {
  const amount = parseUnits('100', 6)
  let hostile: Address

  /** Multicall3 makes any calls, with all that it may take. */
  const does = (...calls: WalletCall[]) =>
    call(
      'aggregate3',
      [calls.map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }))],
      0n,
      hostile,
    )
  const takes = (token: SentAsset, value: bigint, to: Address = someone) =>
    call('transferFrom', [me, to, value], 0n, token.address)
  const refused = (reason: string) => ({ code: 'SWAP_UNSAFE', context: { reason } })

  beforeEach(async () => {
    hostile = chain.at('multicall3')
    await chain.client.setBalance({ address: hostile, value: parseEther('5') })
  })

  test('takes another token that was once allowed', async () => {
    await chain.send(approve(dai, 7n, hostile))
    const calls = [approve(usdc, amount, hostile), does(takes(usdc, amount), takes(dai, 7n))]
    // What it gives does not make up for it.
    await expect(forecast(calls, terms(usdc, amount, ether, 0n), hostile)).rejects.toMatchObject(
      refused('other-asset'),
    )
  })

  test('takes more than was agreed', async () => {
    await chain.send(approve(usdc, amount + 1n, hostile))
    const calls = [does(takes(usdc, amount + 1n))]
    await expect(forecast(calls, terms(usdc, amount, ether, 0n), hostile)).rejects.toMatchObject(
      refused('loss'),
    )
  })

  test('gives less than was agreed', async () => {
    const calls = [approve(usdc, amount, hostile), does(takes(usdc, amount))]
    await expect(forecast(calls, terms(usdc, amount, dai, 1n), hostile)).rejects.toMatchObject(
      refused('gain'),
    )
    // To another receiver it was agreed upon, and there it is counted.
    const gift = { ...terms(usdc, amount, usdc, amount), recipient: someone }
    expect((await forecast(calls, gift, hostile)).simulation.at).toBe('works')
    await expect(
      forecast(calls, { ...gift, least: { value: amount + 1n, decimals: 6 } }, hostile),
    ).rejects.toMatchObject(refused('gain'))
  })

  test('takes a collectible', async () => {
    const collectibles = { address: chain.at('collectibles'), symbol: 'KEY', decimals: 0 }
    await chain.send(call('setApprovalForAll', [hostile, true], 0n, collectibles.address))
    let owned = 0n
    for (let id = 0n; id < 20n && owned === 0n; id++) {
      const owner = await chain.client
        .readContract({ address: collectibles.address, abi, functionName: 'ownerOf', args: [id] })
        .catch(() => undefined)
      if (owner === me) owned = id
    }
    expect(owned).toBeGreaterThan(0n)
    const calls = [approve(usdc, amount, hostile), does(takes(usdc, amount), takes(collectibles, owned))]
    await expect(forecast(calls, terms(usdc, amount, ether, 0n), hostile)).rejects.toMatchObject(
      refused('other-asset'),
    )
  })

  test.each([
    ['of the token to another spender', () => approve(usdc, 1n, someone)],
    ['of another token', () => approve(dai, 1n)],
    ['of more than was agreed', () => approve(usdc, amount + 1n)],
    ['of all collectibles', () => call('setApprovalForAll', [someone, true], 0n, chain.at('collectibles'))],
  ])('has an allowance beside the agreed one: %s', async (_name, more) => {
    const path = [usdc.address, weth.address, dai.address]
    const swap = call('swapExactTokensForTokens', [amount, 1n, path, me, later])
    await expect(
      forecast([approve(usdc, amount), swap, more()], terms(usdc, amount, dai, 1n), router),
    ).rejects.toMatchObject(refused('allowance'))
  })

  test('takes the network’s own currency beside the token', async () => {
    const calls = [{ to: someone, value: 5n }, approve(usdc, amount, hostile), does(takes(usdc, amount))]
    const agreed = terms(usdc, amount, ether, 1n)
    await expect(forecast(calls, agreed, hostile)).rejects.toMatchObject(refused('gain'))
  })
})

describe('tokens with habits', () => {
  const named = (name: string, decimals: number) => ({ address: chain.at(name), symbol: name, decimals })

  test('one that refuses a new allowance while there is one is foreseen with zero first', async () => {
    const tether = named('tether', 6)
    const amount = parseUnits('100', 6)
    const path = [tether.address, weth.address] as const
    const expected = await out(amount, ...path)
    const agreed = terms(tether, amount, ether, expected)
    const calls = [
      approve(tether, amount),
      call('swapExactTokensForETH', [amount, expected, path, me, later]),
    ]
    const fresh = await forecast(calls, agreed, router)
    expect(fresh).not.toHaveProperty('zeroFirst')
    expect(fresh.simulation.at).toBe('works')

    await chain.send(approve(tether, 5n))
    expect(await allowance(tether)).toBe(5n)
    const { zeroFirst, simulation, fee } = await forecast(calls, agreed, router)
    expect(zeroFirst).toBe(true)
    expect(simulation).toEqual(fresh.simulation)
    // The step before costs, too.
    expect(fee?.likely?.value).toBeGreaterThan(fresh.fee?.likely?.value ?? 0n)

    for (const step of [approve(tether, 0n), ...calls]) await chain.send(step)
    expect(await allowance(tether)).toBe(0n)
  })

  test('one that keeps a part of each transfer fails, or gives less than was agreed', async () => {
    const tax = named('tax', 18)
    const amount = parseEther('100')
    const path = [tax.address, weth.address] as const
    const expected = await out(amount, ...path)
    const plain = [approve(tax, amount), call('swapExactTokensForETH', [amount, 1n, path, me, later])]
    expect(await forecast(plain, terms(tax, amount, ether, 1n), router)).toMatchObject({ failure: 'tax' })

    const least = (expected * 98n) / 100n
    const agreed = terms(tax, amount, ether, least)
    const name = 'swapExactTokensForETHSupportingFeeOnTransferTokens'
    const swap = call(name, [amount, least, path, me, later])
    const { simulation } = await forecast([approve(tax, amount), swap], agreed, router)
    await chain.send(approve(tax, amount))
    let hash: Hex = '0x'
    const change = await gained(ether, async () => {
      hash = await chain.send(swap)
      return [hash]
    })
    expect(simulation).toMatchObject({
      changes: [
        { asset: tax, change: -amount },
        { asset: ether, change },
      ],
    })
    expect(await swapping.legs(chain.rpc, { hash, terms: agreed })).toMatchObject({
      out: { value: amount },
      in: { value: change },
    })

    const back = [weth.address, tax.address] as const
    const bought = await out(10n ** 15n, ...back)
    const buying = terms(ether, 10n ** 15n, tax, bought)
    const buy = call('swapExactETHForTokens', [bought, back, me, later], 10n ** 15n)
    await expect(forecast([buy], buying)).rejects.toMatchObject({
      code: 'SWAP_UNSAFE',
      context: { reason: 'gain' },
    })
    const careful = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
    const told = await forecast([call(careful, [bought, back, me, later], 10n ** 15n)], buying)
    expect(told).toMatchObject({ failure: 'price' })
  })
})

test('an allowance that no contract tells is an error, not zero', async () => {
  for (const address of [someone, chain.at('multicall3')]) {
    const asked = allowance({ address, symbol: 'X', decimals: 0 })
    await expect(asked).rejects.toMatchObject({ name: 'LatchkeyError' })
  }
  await expect(allowance({ address: someone, symbol: 'X', decimals: 0 })).rejects.toMatchObject({
    code: 'SWAP_FAILED',
    context: { reason: 'no-allowance' },
  })
})

test('EIP-5792 a wallet that promises all or none swaps in one transaction, and the legs are its own', async () => {
  const amount = parseUnits('250', 6)
  const path = [usdc.address, weth.address, dai.address] as const
  const agreed = terms(usdc, amount, dai, 1n)
  const calls = [approve(usdc, amount), call('swapExactTokensForTokens', [amount, 1n, path, me, later])]
  const wallet = createSimulatedWallet({
    name: 'Blue Wallet',
    rdns: 'com.example.blue',
    chains: [{ id: 31_337, rpcUrl: chain.node.rpcUrl }],
    connected: true,
    atomic: 'ready',
    memory: false,
    target: new EventTarget(),
  })
  const { sendCalls, callsStatus } = createEvmAdapter().abilities(wallet.provider)
  const order = {
    from: agreed.from,
    network: chain.network,
    signal: never,
    id: '0x1',
    asking: async () => undefined,
  }
  const expected = await out(amount, ...path)
  const sent = await sendCalls?.({ ...order, calls, atomic: true })
  await expect
    .poll(() => callsStatus?.(sent?.id ?? ''), { timeout: 5_000 })
    .toMatchObject({ status: 'confirmed' })
  const status = await callsStatus?.(sent?.id ?? '')
  expect(status?.hashes).toHaveLength(1)
  expect(await allowance(usdc)).toBe(0n)
  expect(await swapping.legs(chain.rpc, { hash: status?.hashes ?? [], terms: agreed })).toEqual({
    out: { value: amount, decimals: 6 },
    in: { value: expected, decimals: 18 },
  })
  wallet.stop()
})
