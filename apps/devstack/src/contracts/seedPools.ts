import {
  type Address,
  encodeFunctionData,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem'
import { devContracts } from './contractPlan.ts'
import type { ChainClient } from './createChainClient.ts'
import { type Call, sendAll } from './sendAll.ts'

interface Pool {
  readonly token: Address
  readonly amount: bigint
  readonly ether: bigint
}

/** One ether is 2,500 dollars in both, deep enough that trying out a swap barely moves the price. */
const pools: readonly Pool[] = [
  { token: devContracts.usdc, amount: parseUnits('2500000', 6), ether: parseEther('1000') },
  { token: devContracts.dai, amount: parseUnits('1000000', 18), ether: parseEther('400') },
]

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline) payable returns (uint256, uint256, uint256)',
])

/**
 * Fills the pools of the local exchange that do not exist yet; the others keep the price that trades gave them.
 * @throws Error when the chain refuses.
 */
export async function seedPools(client: ChainClient): Promise<void> {
  const operator = client.account.address
  const made = await Promise.all(
    pools.map(({ token }) =>
      client.readContract({
        address: devContracts.swapFactory,
        abi,
        functionName: 'getPair',
        args: [token, devContracts.weth],
      }),
    ),
  )
  const missing = pools.filter((_, index) => made[index] === zeroAddress)
  // The amounts of gas are given, because the node would estimate them before the approval is in a block.
  const calls = missing.flatMap(({ token, amount, ether }): Call[] => [
    {
      to: token,
      data: encodeFunctionData({ abi, functionName: 'mint', args: [operator, amount] }),
      gas: 100_000n,
    },
    {
      to: token,
      data: encodeFunctionData({ abi, functionName: 'approve', args: [devContracts.swapRouter, amount] }),
      gas: 100_000n,
    },
    {
      to: devContracts.swapRouter,
      data: encodeFunctionData({
        abi,
        functionName: 'addLiquidityETH',
        args: [token, amount, amount, ether, operator, maxUint256],
      }),
      value: ether,
      gas: 5_000_000n,
    },
  ])
  await sendAll(client, calls)
}
