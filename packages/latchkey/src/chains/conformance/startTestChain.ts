/** A real chain with a token on it, and what tests do to it. */
import { readFileSync } from 'node:fs'
import { testAccounts } from '@latchkey/testing'
import {
  type Address,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  type PublicActions,
  publicActions,
  type TestActions,
  type Transport,
  type WalletActions,
  type WalletClient,
  walletActions,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '../../../../testing/src/fixtures/startAnvil.ts'
import type { RpcRequest } from '../../contract/adapter.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import { systemClock } from '../../engine/base/clock.ts'
import { createRpc } from '../../engine/base/rpc.ts'

/** Of the accounts, each has this of the token. */
export const handedOut = 1_000_000n

const artifact = new URL('../../../../../apps/devstack/contracts/artifacts/DevToken.json', import.meta.url)

export interface TestChain {
  readonly node: Awaited<ReturnType<typeof startAnvil>>
  readonly client: TestActions & PublicActions & WalletActions
  readonly wallet: WalletClient<Transport, undefined, PrivateKeyAccount>
  readonly network: Network
  readonly rpc: RpcRequest
  /** The account that holds the token. */
  readonly accounts: readonly Address[]
  readonly token: Hex
}

/** Starts a chain on a free port; the first two test accounts hold its token (6 decimals). */
export async function startTestChain({ chainId }: { readonly chainId: number }): Promise<TestChain> {
  const node = await startAnvil({ chainId })
  const transport = http(node.rpcUrl)
  const client = createTestClient({ mode: 'anvil', transport, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  const accounts = testAccounts.slice(0, 2).map(({ privateKey }) => privateKeyToAccount(privateKey))
  const [first] = accounts
  if (!first) throw new Error('a test account is needed')
  const { abi, bytecode } = JSON.parse(readFileSync(artifact, 'utf8'))
  const holders = accounts.map(({ address }) => address)
  const args = ['Test Dollar', 'TUSD', 6, first.address, holders, handedOut]
  const wallet = createWalletClient({ account: first, transport })
  const deployed = await wallet.deployContract({ abi, bytecode, args, chain: null })
  const { contractAddress } = await client.waitForTransactionReceipt({
    checkReplacement: false,
    hash: deployed,
  })
  const network: Network = toNetwork({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
    rpcUrls: { default: { http: [node.rpcUrl] } },
  })
  const rpc: RpcRequest = createRpc({
    network,
    config: { projectId: 'p', networks: [network] },
    clock: systemClock,
  })
  return {
    node,
    client,
    wallet,
    network,
    rpc,
    accounts: holders,
    token: contractAddress as Hex,
  }
}
