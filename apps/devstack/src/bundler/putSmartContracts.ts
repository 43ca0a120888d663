import { type Address, concat, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { type ChainClient, createChainClient } from '../contracts/createChainClient.ts'
import { pauseMining } from '../contracts/pauseMining.ts'
import { create2Factory, create2Salt } from '../contracts/planContract.ts'
import { sendAll } from '../contracts/sendAll.ts'
import { bundlerAccounts } from './bundlerAccounts.ts'
import { loadDelegationPlan } from './delegationPlan.ts'
import { devDelegator } from './devDelegator.ts'
import { devPaymasters } from './devPaymasters.ts'
import { loadSmartPlan, safeSingletonFactory } from './smartPlan.ts'

/** What each account of the bundler has at a start. */
const stock = parseEther('10000')
/** A paymaster's deposit, and the level under which a start fills it again. */
const deposit = parseEther('1000')
const depositLow = parseEther('500')

const entryPointAbi = parseAbi(['function balanceOf(address account) view returns (uint256)'])
const paymasterAbi = parseAbi(['function deposit() payable'])

/**
 * Puts the contracts of smart accounts on a chain: the published ones of the folder's packages, our paymasters with a deposit, and our delegator.
 * Existing ones stay untouched, so it can run at every start.
 * @returns the names of the contracts put there now.
 * @throws Error when one is not what its address says, or cannot be put there.
 */
export async function putSmartContracts(
  chain: { chainId: number; url: string },
  folder: string,
): Promise<string[]> {
  const created = [
    ...loadSmartPlan(folder),
    ...devPaymasters.map(({ address, creationCode }) => ({
      name: 'LatchkeyPaymaster',
      address,
      factory: create2Factory,
      data: concat([create2Salt, creationCode]),
    })),
    {
      name: 'LatchkeyDelegator',
      address: devDelegator.address,
      factory: create2Factory,
      data: concat([create2Salt, devDelegator.creationCode]),
    },
  ]
  const client = createChainClient(chain, bundlerAccounts.deployer)
  await Promise.all([
    ...Object.values(bundlerAccounts).map(({ address }) => client.setBalance({ address, value: stock })),
    client.impersonateAccount({ address: client.account.address }),
    copyFactory(client),
  ])
  const [missing, set] = await Promise.all([withoutCode(client, created), setMissing(client, folder)])
  if (missing.length > 0) {
    await withoutBlocks(client, () =>
      sendAll(
        client,
        missing.map(({ factory, data }) => ({ to: factory, data })),
      ),
    )
  }
  const absent = await withoutCode(client, created)
  if (absent.length > 0) {
    throw new Error(`Chain ${chain.chainId} did not take: ${absent.map(({ name }) => name).join(', ')}`)
  }
  await fillDeposits(client)
  return [...missing, ...set].map(({ name }) => name)
}

async function withoutCode<Contract extends { readonly address: Address }>(
  client: ChainClient,
  contracts: readonly Contract[],
): Promise<Contract[]> {
  const codes = await Promise.all(contracts.map(({ address }) => client.getCode({ address })))
  return contracts.filter((_, index) => codes[index] === undefined)
}

async function copyFactory(client: ChainClient): Promise<void> {
  const bytecode = await client.getCode({ address: create2Factory })
  if (bytecode === undefined) throw new Error(`Chain ${client.chain.id} has no CREATE2 factory`)
  await client.setCode({ address: safeSingletonFactory, bytecode })
}

async function setMissing(client: ChainClient, folder: string): Promise<{ name: string }[]> {
  const missing = await withoutCode(client, loadDelegationPlan(folder))
  await Promise.all(
    missing.map(async ({ name, address, creationCode }) => {
      // What the creation code answers is the code of the contract.
      const { data: bytecode } = await client.call({ data: creationCode })
      if (bytecode === undefined) throw new Error(`The creation code of ${name} makes no contract`)
      await client.setCode({ address, bytecode: bytecode as Hex })
    }),
  )
  return missing
}

async function fillDeposits(client: ChainClient): Promise<void> {
  const data = encodeFunctionData({ abi: paymasterAbi, functionName: 'deposit' })
  const balances = await Promise.all(
    devPaymasters.map(({ entryPoint, address }) =>
      client.readContract({
        address: entryPoint,
        abi: entryPointAbi,
        functionName: 'balanceOf',
        args: [address],
      }),
    ),
  )
  const low = devPaymasters.filter((_, index) => (balances[index] ?? 0n) < depositLow)
  if (low.length === 0) return
  await withoutBlocks(client, () =>
    sendAll(
      client,
      low.map(({ address }) => ({ to: address, data, value: deposit })),
    ),
  )
}

/** The stack is in use by now: what others sent meanwhile gets a block of its own at the end. */
async function withoutBlocks(client: ChainClient, send: () => Promise<void>): Promise<void> {
  const resume = await pauseMining(client)
  try {
    await send()
  } finally {
    await resume()
    await client.mine({ blocks: 1 })
  }
}
