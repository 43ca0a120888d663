import {
  type Chain,
  type Client,
  createClient,
  defineChain,
  type HttpTransport,
  http,
  type PrivateKeyAccount,
  type PublicActions,
  publicActions,
  type TestActions,
  testActions,
  type WalletActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type DevAccount, operator } from '../chains/devAccounts.ts'

export type ChainClient = Client<
  HttpTransport,
  Chain,
  PrivateKeyAccount,
  undefined,
  PublicActions<HttpTransport, Chain, PrivateKeyAccount> &
    WalletActions<Chain, PrivateKeyAccount> &
    TestActions
>

/** A viem client of one local chain that acts as the operator unless an account is given: it reads, sends, and asks the node for blocks. */
export function createChainClient(
  chain: { chainId: number; url: string },
  account: DevAccount = operator,
): ChainClient {
  const { chainId: id, url } = chain
  return createClient({
    account: privateKeyToAccount(account.privateKey),
    chain: defineChain({
      id,
      name: `Chain ${id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
    // Concurrent reads share one request, as nearly all of a deployment can.
    transport: http(url, { retryCount: 1, batch: true }),
    pollingInterval: 50,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
    .extend(testActions({ mode: 'anvil' }))
}
