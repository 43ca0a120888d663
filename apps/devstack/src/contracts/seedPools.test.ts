import {
  type Abi,
  type Address,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  parseEventLogs,
  parseUnits,
  toFunctionSelector,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pairArtifact from '../../contracts/artifacts/DevSwapPair.json' with { type: 'json' }
import routerArtifact from '../../contracts/artifacts/DevSwapRouter.json' with { type: 'json' }
import { operator } from '../chains/devAccounts.ts'
import { type Chain, startChain } from '../chains/startChain.ts'
import { devContracts } from './contractPlan.ts'
import { type ChainClient, createChainClient } from './createChainClient.ts'
import { deployContracts } from './deployContracts.ts'

const { weth, usdc, dai, tether, tax, thin, swapFactory, swapRouter } = devContracts
const reader: Address = '0x00000000000000000000000000000000000a11ce'
const never = maxUint256

/** What programs made for v2 exchanges call. */
const pairAbi = parseAbi([
  'function factory() view returns (address)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
  'function mint(address to) returns (uint256)',
  'function burn(address to) returns (uint256, uint256)',
  'function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)',
  'function skim(address to)',
  'function sync()',
  'function MINIMUM_LIQUIDITY() view returns (uint256)',
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])
const routerAbi = parseAbi([
  'function factory() view returns (address)',
  'function WETH() view returns (address)',
  'function quote(uint256 amountA, uint256 reserveA, uint256 reserveB) pure returns (uint256)',
  'function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) pure returns (uint256)',
  'function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) pure returns (uint256)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[])',
  'function addLiquidity(address, address, uint256, uint256, uint256, uint256, address, uint256) returns (uint256, uint256, uint256)',
  'function addLiquidityETH(address, uint256, uint256, uint256, address, uint256) payable returns (uint256, uint256, uint256)',
  'function removeLiquidity(address, address, uint256, uint256, uint256, address, uint256) returns (uint256, uint256)',
  'function removeLiquidityETH(address, uint256, uint256, uint256, address, uint256) returns (uint256, uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[])',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const factoryAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function allPairsLength() view returns (uint256)',
  'function createPair(address, address) returns (address)',
])
const router = { address: swapRouter, abi: [...routerAbi, ...(routerArtifact.abi as Abi)] } as const

let chain: Chain
let client: ChainClient

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = createChainClient(chain)
  for (const address of [usdc, dai]) {
    const token = { address, abi: [...erc20Abi, ...mintAbi] } as const
    const [own, all] = [[operator.address, parseUnits('10000', 18)] as const, [swapRouter, never] as const]
    await mined(await client.writeContract({ ...token, functionName: 'mint', args: own }))
    await mined(await client.writeContract({ ...token, functionName: 'approve', args: all }))
  }
})
afterAll(() => chain.stop())

async function mined(hash: Hex) {
  const receipt = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
  expect(receipt.status).toBe('success')
  return receipt
}

const pairOf = (token: Address, other: Address = weth) =>
  client.readContract({
    address: swapFactory,
    abi: factoryAbi,
    functionName: 'getPair',
    args: [other, token],
  })

/** Reserves as [of the token, of the other one]. */
async function reserves(token: Address, other: Address = weth): Promise<readonly [bigint, bigint]> {
  const pair = { address: await pairOf(token, other), abi: pairAbi } as const
  const [held0, held1] = await client.readContract({ ...pair, functionName: 'getReserves' })
  return BigInt(token) < BigInt(other) ? [held0, held1] : [held1, held0]
}

const balance = (token: Address, owner: Address) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

const amountOut = (amount: bigint, held: bigint, wanted: bigint) =>
  (amount * 997n * wanted) / (held * 1_000n + amount * 997n)

describe('the local exchange', () => {
  test('one ether is 2,500 dollars in all pools, and one of them is thin', async () => {
    expect(await reserves(usdc)).toEqual([parseUnits('2500000', 6), parseEther('1000')])
    expect(await reserves(dai)).toEqual([parseUnits('1000000', 18), parseEther('400')])
    expect(await reserves(tether)).toEqual([parseUnits('1000000', 6), parseEther('400')])
    expect(await reserves(tax)).toEqual([parseUnits('1000000', 18), parseEther('400')])
    expect(await reserves(thin)).toEqual([parseUnits('2500', 18), parseEther('1')])
    expect(await reserves(usdc, dai)).toEqual([parseUnits('200000', 6), parseUnits('200000', 18)])
    const pools = { address: swapFactory, abi: factoryAbi } as const
    expect(await client.readContract({ ...pools, functionName: 'allPairsLength' })).toBe(6n)
  })

  test('pools and router have the functions and events of v2 exchanges', () => {
    for (const [ours, known] of [
      [pairArtifact.abi as Abi, pairAbi as Abi],
      [routerArtifact.abi as Abi, routerAbi as Abi],
    ] as const) {
      const selectors = new Set(
        ours.flatMap(item => (item.type === 'function' ? [toFunctionSelector(item)] : [])),
      )
      for (const item of known)
        if (item.type === 'function') expect(selectors).toContain(toFunctionSelector(item))
    }
  })

  test('ether for dollars pays the formula’s amount, and the pool says so', async () => {
    const [dollars, ether] = await reserves(usdc)
    const expected = amountOut(parseEther('1'), ether, dollars)
    const receipt = await mined(
      await client.writeContract({
        ...router,
        functionName: 'swapExactETHForTokens',
        args: [expected, [weth, usdc], reader, never],
        value: parseEther('1'),
      }),
    )
    expect(await balance(usdc, reader)).toBe(expected)
    expect(await reserves(usdc)).toEqual([dollars - expected, ether + parseEther('1')])
    const events = parseEventLogs({ abi: pairAbi, logs: receipt.logs }).map(({ eventName }) => eventName)
    expect(events).toEqual(['Sync', 'Swap'])
  })

  test('a path over two pools trades dollars for dai', async () => {
    const amount = parseUnits('1000', 6)
    const [dollars, ether] = await reserves(usdc)
    const [dais, ether2] = await reserves(dai)
    const expected = amountOut(amountOut(amount, dollars, ether), ether2, dais)
    const args = [amount, expected, [usdc, weth, dai], reader, never] as const
    await mined(await client.writeContract({ ...router, functionName: 'swapExactTokensForTokens', args }))
    expect(await balance(dai, reader)).toBe(expected)
  })

  test('between dollars and dai the direct way is better for small amounts, and worse for large ones', async () => {
    const quoted = async (amount: string, path: readonly Address[]) =>
      (
        (await client.readContract({
          ...router,
          functionName: 'getAmountsOut',
          args: [parseUnits(amount, 6), path],
        })) as bigint[]
      ).at(-1) ?? 0n
    expect(await quoted('100', [usdc, dai])).toBeGreaterThan(await quoted('100', [usdc, weth, dai]))
    expect(await quoted('9000', [usdc, dai])).toBeLessThan(await quoted('9000', [usdc, weth, dai]))
  })

  test('the thin pool moves by a swap, and does not pay out more than it has', async () => {
    const [held, ether] = await reserves(thin)
    const out = amountOut(ether / 2n, ether, held)
    // At the pool's own price it would be half of what is held.
    expect(Number(out) / Number(held / 2n)).toBeLessThan(0.7)
    const call = client.simulateContract({
      ...router,
      functionName: 'swapETHForExactTokens',
      args: [held, [weth, thin], reader, never],
      value: parseEther('100'),
    })
    await expect(call).rejects.toThrow('InsufficientLiquidity')
  })

  test('exact payouts take no more than they need, and give ether back', async () => {
    const wanted = parseUnits('250', 6)
    const before = await balance(usdc, reader)
    const [needed = 0n] = (await client.readContract({
      ...router,
      functionName: 'getAmountsIn',
      args: [wanted, [weth, usdc]],
    })) as bigint[]
    const held = await reserves(usdc)
    const args = [wanted, [weth, usdc], reader, never] as const
    const value = parseEther('5')
    await mined(await client.writeContract({ ...router, functionName: 'swapETHForExactTokens', args, value }))
    expect((await balance(usdc, reader)) - before).toBe(wanted)
    expect((await reserves(usdc))[1] - held[1]).toBe(needed)
    expect(await client.getBalance({ address: swapRouter })).toBe(0n)
  })

  test('tokens for ether pay out ether', async () => {
    const args = [parseEther('0.5'), never, [dai, weth], reader, never] as const
    await mined(await client.writeContract({ ...router, functionName: 'swapTokensForExactETH', args }))
    expect(await client.getBalance({ address: reader })).toBe(parseEther('0.5'))
    const all = [parseUnits('100', 18), 1n, [dai, weth], reader, never] as const
    await mined(await client.writeContract({ ...router, functionName: 'swapExactTokensForETH', args: all }))
    expect(await client.getBalance({ address: reader })).toBeGreaterThan(parseEther('0.5'))
  })

  test('liquidity comes back as it was put in, less nothing but rounding', async () => {
    const pair = await pairOf(usdc)
    const shares = await balance(pair, operator.address)
    const before = await reserves(usdc)
    const half = shares / 2n
    const approve = {
      address: pair,
      abi: erc20Abi,
      functionName: 'approve',
      args: [swapRouter, half],
    } as const
    await mined(await client.writeContract(approve))
    const args = [usdc, half, 0n, 0n, operator.address, never] as const
    await mined(await client.writeContract({ ...router, functionName: 'removeLiquidityETH', args }))
    const after = await reserves(usdc)
    for (const side of [0, 1] as const) {
      expect(Number(after[side]) / Number(before[side])).toBeCloseTo(0.5, 9)
    }
    const back = [usdc, before[0] - after[0], 0n, 0n, operator.address, never] as const
    const value = before[1] - after[1]
    await mined(await client.writeContract({ ...router, functionName: 'addLiquidityETH', args: back, value }))
    const whole = await reserves(usdc)
    expect(Number(whole[0]) / Number(before[0])).toBeCloseTo(1, 9)
  })

  test.each([
    [
      'too little comes out',
      'swapExactETHForTokens',
      [maxUint256, [weth, usdc], reader, never],
      'InsufficientOutputAmount',
    ],
    ['the deadline has passed', 'swapExactETHForTokens', [0n, [weth, usdc], reader, 1n], 'Expired'],
    ['there is no pool', 'swapExactETHForTokens', [0n, [weth, swapRouter], reader, never], 'NoPair'],
    [
      'the path does not begin with ether',
      'swapExactETHForTokens',
      [0n, [usdc, weth], reader, never],
      'InvalidPath',
    ],
  ] as const)('refuses when %s', async (_when, functionName, args, reason) => {
    const call = client.simulateContract({ ...router, functionName, args, value: 1_000_000_000n })
    await expect(call).rejects.toThrow(reason)
  })

  test('a payout that is not paid for is refused by the pool itself', async () => {
    const pair = { address: await pairOf(usdc), abi: pairArtifact.abi as Abi }
    const take = (args: readonly unknown[]) =>
      client.simulateContract({ ...pair, functionName: 'swap', args, account: operator.address })
    await expect(take([1n, 0n, reader, '0x'])).rejects.toThrow('InsufficientInputAmount')
    await expect(take([0n, 0n, reader, '0x'])).rejects.toThrow('InsufficientOutputAmount')
    await expect(take([never, 0n, reader, '0x'])).rejects.toThrow('InsufficientLiquidity')
  })

  test('a second start leaves the pools alone, and no allowance is left', async () => {
    const before = await reserves(usdc)
    expect(await deployContracts(chain)).toEqual([])
    expect(await reserves(usdc)).toEqual(before)
    const allowance = { address: weth, abi: erc20Abi, functionName: 'allowance' } as const
    expect(await client.readContract({ ...allowance, args: [operator.address, swapRouter] })).toBe(0n)
  })
})
