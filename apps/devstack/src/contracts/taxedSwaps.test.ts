import {
  type Abi,
  type Address,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pairArtifact from '../../contracts/artifacts/DevSwapPair.json' with { type: 'json' }
import routerArtifact from '../../contracts/artifacts/DevSwapRouter.json' with { type: 'json' }
import { devAccounts, operator } from '../chains/devAccounts.ts'
import { type Chain, startChain } from '../chains/startChain.ts'
import { devContracts } from './contractPlan.ts'
import { type ChainClient, createChainClient } from './createChainClient.ts'
import { deployContracts } from './deployContracts.ts'

const { weth, dai, tax, swapFactory, swapRouter } = devContracts
const seller = devAccounts[0]?.address ?? operator.address
const reader: Address = '0x00000000000000000000000000000000000a11ce'
const never = maxUint256
const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])
/** What a pool refuses comes through the router. */
const router = {
  address: swapRouter,
  abi: [...routerArtifact.abi, ...pairArtifact.abi.filter(({ type }) => type === 'error')] as Abi,
}

let chain: Chain
let client: ChainClient

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = createChainClient(chain)
  await send({ address: tax, abi: erc20Abi, functionName: 'approve', args: [swapRouter, never] })
})
afterAll(() => chain.stop())

interface Write {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

async function send(call: Write, value = 0n): Promise<void> {
  const data = encodeFunctionData(call)
  const hash = await client.sendUnsignedTransaction({ from: seller, to: call.address, data, value })
  expect((await client.waitForTransactionReceipt({ checkReplacement: false, hash })).status).toBe('success')
}

const balance = (token: Address, owner: Address) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

/** Reserves as [of the token, of wrapped ether]. */
async function reserves(token: Address): Promise<readonly [bigint, bigint]> {
  const getPair = { address: swapFactory, abi: factoryAbi, functionName: 'getPair' } as const
  const address = await client.readContract({ ...getPair, args: [weth, token] })
  const [held0, held1] = await client.readContract({ address, abi: pairAbi, functionName: 'getReserves' })
  return BigInt(token) < BigInt(weth) ? [held0, held1] : [held1, held0]
}

const amountOut = (amount: bigint, held: bigint, wanted: bigint) =>
  (amount * 997n * wanted) / (held * 1_000n + amount * 997n)

describe('a token that is taxed', () => {
  const amount = parseUnits('1000', 18)
  const arrives = (sent: bigint) => sent - sent / 100n
  const swap = (functionName: string, args: readonly unknown[], value = 0n) =>
    send({ ...router, functionName, args }, value)
  const simulated = (functionName: string, args: readonly unknown[], value = 0n) =>
    expect(client.simulateContract({ ...router, functionName, args, value, account: seller })).rejects

  test('is sold for what arrived, to the wei', async () => {
    const [held, ether] = await reserves(tax)
    const expected = amountOut(arrives(amount), held, ether)
    const before = await client.getBalance({ address: reader })
    const args = [amount, expected, [tax, weth], reader, never]
    await swap('swapExactTokensForETHSupportingFeeOnTransferTokens', args)
    expect((await client.getBalance({ address: reader })) - before).toBe(expected)
    expect(await client.getBalance({ address: swapRouter })).toBe(0n)
  })

  test('is bought at a minimum that counts what arrives', async () => {
    const value = parseEther('0.1')
    const [held, ether] = await reserves(tax)
    const paid = amountOut(value, ether, held)
    const before = await balance(tax, reader)
    const name = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
    const args = [paid, [weth, tax], reader, never]
    await simulated(name, args, value).toThrow('InsufficientOutputAmount')
    await swap(name, [arrives(paid), [weth, tax], reader, never], value)
    expect((await balance(tax, reader)) - before).toBe(arrives(paid))
  })

  test('goes over several pools', async () => {
    const [held, ether] = await reserves(tax)
    const [dais, ether2] = await reserves(dai)
    const expected = amountOut(amountOut(arrives(amount), held, ether), ether2, dais)
    const before = await balance(dai, reader)
    const args = [amount, expected, [tax, weth, dai], reader, never]
    await swap('swapExactTokensForTokensSupportingFeeOnTransferTokens', args)
    expect((await balance(dai, reader)) - before).toBe(expected)
  })

  test.each([
    ['swapExactTokensForTokens', [amount, 0n, [tax, weth], reader, never]],
    ['swapTokensForExactTokens', [10n ** 15n, never, [tax, weth], reader, never]],
    ['swapExactTokensForETH', [amount, 0n, [tax, weth], reader, never]],
    ['swapTokensForExactETH', [10n ** 15n, never, [tax, weth], reader, never]],
  ] as const)('is refused by %s', async (functionName, args) => {
    await simulated(functionName, args).toThrow('ProductFell')
  })

  test.each([
    ['swapExactTokensForTokensSupportingFeeOnTransferTokens', [1n, 0n, [tax], reader, never], 'InvalidPath'],
    ['swapExactTokensForTokensSupportingFeeOnTransferTokens', [1n, 0n, [tax, weth], reader, 1n], 'Expired'],
    [
      'swapExactTokensForETHSupportingFeeOnTransferTokens',
      [1n, 0n, [tax, dai], reader, never],
      'InvalidPath',
    ],
    [
      'swapExactTokensForETHSupportingFeeOnTransferTokens',
      [amount, never, [tax, weth], reader, never],
      'InsufficientOutputAmount',
    ],
    ['swapExactETHForTokensSupportingFeeOnTransferTokens', [0n, [tax, weth], reader, never], 'InvalidPath'],
  ] as const)('%s refuses: %#', async (functionName, args, reason) => {
    await simulated(functionName, args).toThrow(reason)
  })
})
