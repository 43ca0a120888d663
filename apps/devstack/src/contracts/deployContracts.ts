import { concat, type Hex, parseAbi, parseEther } from 'viem'
import { setUpEns } from '../ens/setUpEns.ts'
import { confirmAll } from './confirmAll.ts'
import { contractPlan, devContracts, multicall3Address, multicall3Code } from './contractPlan.ts'
import { type ChainClient, createChainClient } from './createChainClient.ts'
import { create2Factory, create2Salt } from './planContract.ts'
import { seedPools } from './seedPools.ts'

/** What the operator always has in hand; the node makes it, so the faucet never runs dry. */
const operatorBalance = parseEther('10000000')
/** Wrapped ether in the faucet's stock, and the level under which a start fills it again. */
const wethStock = parseEther('1000000')
const wethLow = parseEther('100000')

const wethAbi = parseAbi([
  'function deposit() payable',
  'function balanceOf(address owner) view returns (uint256)',
])

/**
 * Puts the development contracts on a chain, with tokens and collectibles in the hands of the first accounts.
 * What is already there is left alone, so it can run at every start.
 * @returns the names of what was deployed now.
 * @throws Error when a deployment fails.
 */
export async function deployContracts(chain: { chainId: number; url: string }): Promise<string[]> {
  const client = createChainClient(chain)
  const account = client.account.address
  await client.setBalance({ address: account, value: operatorBalance })
  if ((await client.getCode({ address: multicall3Address })) !== multicall3Code) {
    await client.setCode({ address: multicall3Address, bytecode: multicall3Code })
  }

  const missing = await findMissing(client)
  let nonce = await client.getTransactionCount({ address: account, blockTag: 'pending' })
  const hashes: Hex[] = []
  for (const { creationCode } of missing) {
    const data = concat([create2Salt, creationCode])
    hashes.push(await client.sendTransaction({ to: create2Factory, data, nonce: nonce++ }))
  }
  await confirmAll(client, hashes)

  const stock = await client.readContract({
    address: devContracts.weth,
    abi: wethAbi,
    functionName: 'balanceOf',
    args: [account],
  })
  if (stock < wethLow) {
    const deposit = {
      address: devContracts.weth,
      abi: wethAbi,
      functionName: 'deposit',
      value: wethStock,
    } as const
    await confirmAll(client, [await client.writeContract({ ...deposit, nonce: nonce++ })])
  }

  const stillMissing = await findMissing(client)
  if (stillMissing.length > 0) {
    throw new Error(`Chain ${chain.chainId} did not take: ${stillMissing.map(({ name }) => name).join(', ')}`)
  }
  await seedPools(client)
  await setUpEns(client)
  return missing.map(({ name }) => name)
}

async function findMissing(client: ChainClient): Promise<{ name: string; creationCode: Hex }[]> {
  const planned = Object.entries(contractPlan)
  const codes = await Promise.all(planned.map(([, { address }]) => client.getCode({ address })))
  return planned
    .filter((_, index) => codes[index] === undefined)
    .map(([name, { creationCode }]) => ({ name, creationCode }))
}
