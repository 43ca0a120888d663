/** A real chain with the development stack's tokens and exchange on it. */
import { testAccounts } from '@latchkey/testing'
import {
  type Address,
  createTestClient,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  type WalletActions,
  walletActions,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '../../../../testing/src/fixtures/startAnvil.ts'
import type { RpcRequest } from '../../contract/adapter.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import { systemClock } from '../../engine/base/clock.ts'
import { createRpc } from '../../engine/base/rpc.ts'

/** The development stack is no dependency of the package: it depends on it. */
const folder = new URL('../../../../../apps/devstack/src/contracts/', import.meta.url)

export interface SwapChain {
  readonly node: Awaited<ReturnType<typeof startAnvil>>
  readonly client: TestClient<'anvil', HttpTransport, undefined, PrivateKeyAccount> &
    PublicActions<HttpTransport, undefined, PrivateKeyAccount> &
    WalletActions<undefined, PrivateKeyAccount>
  readonly network: Network
  readonly rpc: RpcRequest
  /** The first test account. */
  readonly account: PrivateKeyAccount
  /** A contract of the development stack, by its name there. */
  at(name: string): Address
  /** Sends a call as the account, and waits for its block. Throws when it fails. */
  send(call: { readonly to: string; readonly data?: string; readonly value?: string | bigint }): Promise<Hex>
}

/** Starts a chain on a free port; the first accounts hold its tokens, and its pools are filled. */
export async function startSwapChain({ chainId }: { readonly chainId: number }): Promise<SwapChain> {
  const node = await startAnvil({ chainId })
  const url = node.rpcUrl
  const { deployContracts } = (await import(
    /* @vite-ignore */ new URL('deployContracts.ts', folder).href
  )) as { deployContracts(chain: { chainId: number; url: string }): Promise<unknown> }
  const { devContracts } = (await import(/* @vite-ignore */ new URL('contractPlan.ts', folder).href)) as {
    devContracts: Readonly<Record<string, Address>>
  }
  await deployContracts({ chainId, url })
  const network = toNetwork({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
    rpcUrls: { default: { http: [url] } },
  })
  const rpc: RpcRequest = createRpc({
    network,
    config: { projectId: 'p', networks: [network] },
    clock: systemClock,
  })
  const [first] = testAccounts
  if (!first) throw new Error('a test account is needed')
  const account = privateKeyToAccount(first.privateKey)
  const client = createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 20, account })
    .extend(publicActions)
    .extend(walletActions)
  return {
    node,
    client,
    network,
    rpc,
    account,
    at: name => {
      const address = devContracts[name]
      if (!address) throw new Error(`the chain has no ${name}`)
      return address
    },
    async send(call) {
      const hash = await client.sendTransaction({
        chain: null,
        to: call.to as Address,
        data: call.data as Hex,
        value: BigInt(call.value ?? 0),
      })
      const { status } = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
      if (status !== 'success') throw new Error(`${hash} failed`)
      return hash
    },
  }
}
