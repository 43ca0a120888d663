import { concat, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { setUpEns } from '../ens/setUpEns.ts'
import { canonicalCode, contractPlan, devContracts } from './contractPlan.ts'
import { type ChainClient, createChainClient } from './createChainClient.ts'
import { pauseMining } from './pauseMining.ts'
import { create2Factory, create2Salt } from './planContract.ts'
import { seedPools } from './seedPools.ts'
import { sendAll } from './sendAll.ts'

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
 * Deploys the development contracts, and gives tokens and collectibles to the first accounts. Existing contracts stay
 * untouched, so it can run at every start.
 * @returns the names of the contracts deployed now.
 * @throws Error when a deployment fails.
 */
export async function deployContracts(chain: { chainId: number; url: string }): Promise<string[]> {
  const client = createChainClient(chain)
  const resume = await pauseMining(client)
  try {
    return await deployMissing(client)
  } finally {
    await resume()
  }
}

async function deployMissing(client: ChainClient): Promise<string[]> {
  const account = client.account.address
  const [missing] = await Promise.all([
    findMissing(client),
    client.setBalance({ address: account, value: operatorBalance }),
    ...canonicalCode.map(async ([address, bytecode]) => {
      if ((await client.getCode({ address })) !== bytecode) await client.setCode({ address, bytecode })
    }),
  ])
  await sendAll(
    client,
    missing.map(({ creationCode }) => ({ to: create2Factory, data: concat([create2Salt, creationCode]) })),
  )

  const [stock, stillMissing] = await Promise.all([
    client.readContract({
      address: devContracts.weth,
      abi: wethAbi,
      functionName: 'balanceOf',
      args: [account],
    }),
    findMissing(client),
  ])
  if (stillMissing.length > 0) {
    const names = stillMissing.map(({ name }) => name).join(', ')
    throw new Error(`Chain ${client.chain.id} did not take: ${names}`)
  }
  if (stock < wethLow) {
    const data = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })
    await sendAll(client, [{ to: devContracts.weth, data, value: wethStock }])
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
