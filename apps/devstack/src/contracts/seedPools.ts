import { type Address, encodeFunctionData, parseAbi, parseEther, parseUnits, zeroAddress } from 'viem'
import pairArtifact from '../../contracts/artifacts/DevSwapPair.json' with { type: 'json' }
import { devContracts } from './contractPlan.ts'
import type { ChainClient } from './createChainClient.ts'
import { planContract } from './planContract.ts'
import { type Call, sendAll } from './sendAll.ts'

/** What a pool holds of one of its tokens, in base units. */
type Side = readonly [token: Address, amount: bigint]

const { weth, usdc, dai, tether, tax, thin } = devContracts

/**
 * One ether is 2,500 dollars wherever it is traded. All pools but the last are deep enough that trying out a swap barely moves the price;
 * the last is for swaps that move it, and for amounts that it does not have. Between dollars and dai there are two ways.
 */
const pools: readonly (readonly [Side, Side])[] = [
  [
    [usdc, parseUnits('2500000', 6)],
    [weth, parseEther('1000')],
  ],
  [
    [dai, parseUnits('1000000', 18)],
    [weth, parseEther('400')],
  ],
  [
    [usdc, parseUnits('200000', 6)],
    [dai, parseUnits('200000', 18)],
  ],
  [
    [tether, parseUnits('1000000', 6)],
    [weth, parseEther('400')],
  ],
  [
    [tax, parseUnits('1000000', 18)],
    [weth, parseEther('400')],
  ],
  [
    [thin, parseUnits('2500', 18)],
    [weth, parseEther('1')],
  ],
]

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function createPair(address tokenA, address tokenB) returns (address)',
])
const shareAbi = parseAbi(['function mint(address to) returns (uint256)'])

/**
 * Makes the pools of the local exchange that do not exist yet, and fills them; the others keep the price that trades gave them.
 * @throws Error when the chain refuses.
 */
export async function seedPools(client: ChainClient): Promise<void> {
  const operator = client.account.address
  const made = await Promise.all(
    pools.map(([[tokenA], [tokenB]]) =>
      client.readContract({
        address: devContracts.swapFactory,
        abi,
        functionName: 'getPair',
        args: [tokenA, tokenB],
      }),
    ),
  )
  const missing = pools.filter((_, index) => made[index] === zeroAddress)
  await sendAll(
    client,
    missing.flatMap(([a, b]) => fillPool(a, b, operator)),
  )
}

/** Gives the amounts of gas, because the node would estimate them before the pool is in a block. */
function fillPool(a: Side, b: Side, operator: Address): Call[] {
  const pool = poolAddress(a[0], b[0])
  return [
    {
      to: devContracts.swapFactory,
      data: encodeFunctionData({ abi, functionName: 'createPair', args: [a[0], b[0]] }),
      gas: 2_000_000n,
    },
    giveTo(pool, a),
    giveTo(pool, b),
    {
      to: pool,
      data: encodeFunctionData({ abi: shareAbi, functionName: 'mint', args: [operator] }),
      gas: 300_000n,
    },
  ]
}

/** Mints what can be minted, and takes wrapped ether from the operator's stock. No allowance is left by either. */
function giveTo(pool: Address, [token, amount]: Side): Call {
  const functionName = token === weth ? 'transfer' : 'mint'
  return {
    to: token,
    data: encodeFunctionData({ abi, functionName, args: [pool, amount] }),
    gas: 100_000n,
  }
}

function poolAddress(a: Address, b: Address): Address {
  const sorted = BigInt(a) < BigInt(b) ? [a, b] : [b, a]
  return planContract(pairArtifact, sorted, devContracts.swapFactory).address
}
