/** What tests of swapping read and do on the local chain, from outside of the page. */
import { devContracts } from '@latchkey/devstack'
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chain } from './chain.ts'
import { publicClient } from './publicClient.ts'

const abi = parseAbi([
  'function minter() view returns (address)',
  'function mint(address to, uint256 amount)',
  'function swapExactETHForTokens(uint256 minimum, address[] path, address to, uint256 deadline) payable returns (uint256[])',
])

export const ether = 10n ** 18n
export const router: Address = devContracts.swapRouter

export const balanceOf = (token: Address, owner: Address): Promise<bigint> =>
  publicClient(31337).readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

/** What the exchange may take of a token. */
export const allowanceOf = (token: Address, owner: Address): Promise<bigint> =>
  publicClient(31337).readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, router],
  })

export const etherOf = (address: Address): Promise<bigint> => publicClient(31337).getBalance({ address })
export const nonceOf = (address: Address): Promise<number> =>
  publicClient(31337).getTransactionCount({ address })

/** Makes tokens for an account, as their minter. */
export async function mint(token: Address, to: Address, amount: bigint): Promise<void> {
  const client = testClient()
  const minter = await client.readContract({ address: token, abi, functionName: 'minter' })
  await client.impersonateAccount({ address: minter })
  const hash = await client.sendTransaction({
    account: minter,
    chain: null,
    to: token,
    data: encodeFunctionData({ abi, functionName: 'mint', args: [to, amount] }),
  })
  await client.waitForTransactionReceipt({ checkReplacement: false, hash })
}

/** An approval by the account's own key, as another page would have asked for it. */
export async function approve(key: Hex, token: Address, amount: bigint): Promise<void> {
  const hash = await walletOf(key).sendTransaction({
    chain: null,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] }),
  })
  await publicClient(31337).waitForTransactionReceipt({ checkReplacement: false, hash })
}

/** Another trader, who buys a token for ether: its price moves. */
export async function buy(key: Hex, token: Address, value: bigint): Promise<void> {
  const account = privateKeyToAccount(key)
  await chain(31337).setBalance(account.address, value + ether)
  const hash = await walletOf(key).sendTransaction({
    chain: null,
    to: router,
    value,
    data: encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokens',
      args: [0n, [devContracts.weth, token], account.address, 10n ** 12n],
    }),
  })
  const receipt = await publicClient(31337).waitForTransactionReceipt({ checkReplacement: false, hash })
  if (receipt.status !== 'success') throw new Error('The other trade failed.')
}

function walletOf(key: Hex) {
  return createWalletClient({ account: privateKeyToAccount(key), transport: http(chain(31337).rpcUrl) })
}

function testClient() {
  return createTestClient({ mode: 'anvil', transport: http(chain(31337).rpcUrl), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)
}
