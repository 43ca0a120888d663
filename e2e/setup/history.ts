import { devAccounts, devContracts } from '@latchkey/devstack'
import { expect } from '@playwright/test'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chain } from './chain.ts'
import { readStack } from './stack.ts'
import type { FreshAccount } from './test.ts'

const erc20 = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function mint(address to, uint256 amount)',
])
const erc721 = parseAbi([
  'function mint(address to) returns (uint256)',
  'function transferFrom(address from, address to, uint256 id)',
])
const router = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])

/** What people do on the first local chain, each step mined before the next. */
export interface Doings {
  /** Sends wei; `nonce` may leave a gap, and then it waits in the pool. Answers the hash. */
  send(from: FreshAccount, to: Address, wei: bigint, nonce?: number): Promise<Hex>
  swapForUsdc(from: FreshAccount, wei: bigint): Promise<Hex>
  giveToken(token: 'usdc' | 'spam', to: Address, amount: bigint): Promise<Hex>
  giveKey(to: Address): Promise<bigint>
  sendKey(from: FreshAccount, to: Address, id: bigint): Promise<Hex>
  /** A transfer of zero out of an account, made by another one: address poisoning. */
  forge(by: FreshAccount, from: Address, to: Address): Promise<Hex>
  /** Sends wei from an address without a known key. */
  sendAs(from: Address, to: Address, wei: bigint): Promise<Hex>
  nonceOf(address: Address): Promise<number>
}

export function doings(): Doings {
  const transport = http(chain(31337).rpcUrl)
  const reader = createPublicClient({ transport })
  const node = createTestClient({ mode: 'anvil', transport })
  const minter = devAccounts.at(-1)
  if (!minter) throw new Error('There is no such account.')
  const walletOf = ({ privateKey }: { readonly privateKey: Hex }) =>
    createWalletClient({ account: privateKeyToAccount(privateKey), transport })
  const mined = async (hash: Hex) => {
    await reader.waitForTransactionReceipt({ checkReplacement: false, hash, pollingInterval: 50 })
    return hash
  }
  const minting = createWalletClient({ account: minter.address, transport })
  return {
    async send(from, to, value, nonce) {
      const hash = await walletOf(from).sendTransaction({
        chain: null,
        to,
        value,
        gas: 21_000n,
        ...(nonce !== undefined && { nonce }),
      })
      return nonce === undefined ? mined(hash) : hash
    },
    swapForUsdc: async (from, value) =>
      mined(
        await walletOf(from).writeContract({
          chain: null,
          address: devContracts.swapRouter,
          abi: router,
          functionName: 'swapExactETHForTokens',
          args: [0n, [devContracts.weth, devContracts.usdc], from.address, 10n ** 12n],
          value,
        }),
      ),
    giveToken: async (token, to, amount) =>
      mined(
        await minting.writeContract({
          chain: null,
          address: devContracts[token],
          abi: erc20,
          functionName: 'mint',
          args: [to, amount],
        }),
      ),
    async giveKey(to) {
      const { request, result } = await reader.simulateContract({
        account: minter.address,
        address: devContracts.collectibles,
        abi: erc721,
        functionName: 'mint',
        args: [to],
      })
      await mined(await minting.writeContract({ ...request, chain: null }))
      return result
    },
    sendKey: async (from, to, id) =>
      mined(
        await walletOf(from).writeContract({
          chain: null,
          address: devContracts.collectibles,
          abi: erc721,
          functionName: 'transferFrom',
          args: [from.address, to, id],
        }),
      ),
    forge: async (by, from, to) =>
      mined(
        await walletOf(by).writeContract({
          chain: null,
          address: devContracts.usdc,
          abi: erc20,
          functionName: 'transferFrom',
          args: [from, to, 0n],
        }),
      ),
    async sendAs(from, to, value) {
      await node.impersonateAccount({ address: from })
      const hash = await createWalletClient({ account: from, transport }).sendTransaction({
        chain: null,
        to,
        value,
      })
      return mined(hash)
    },
    nonceOf: address => reader.getTransactionCount({ address }),
  }
}

/** Waits until the services know of this many transactions: the indexer is behind the chain by a moment. */
export async function untilIndexed(address: Address, count: number): Promise<void> {
  const url = `${readStack().services}/v1/account/${address}/history?projectId=latchkey-dev&chainId=eip155:31337`
  await expect
    .poll(async () => ((await (await fetch(url)).json()) as { data: unknown[] }).data.length)
    .toBeGreaterThanOrEqual(count)
}
