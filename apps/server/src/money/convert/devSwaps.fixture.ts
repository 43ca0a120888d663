import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  getConvertQuotes,
  postConvertTransaction,
  type RouteDefinition,
  type WireQuote,
  type WireTransaction,
} from 'latchkey/services'
import * as v from 'valibot'
import { type Address, type Hex, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { startChain } from '../../../../devstack/src/chains/startChain.ts'
import { type ChainClient, createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../devstack/src/contracts/deployContracts.ts'
import { chainVariables } from '../../../../devstack/src/stack/chainVariables.ts'
import { openApp, type TestApp } from '../../app.fixture.ts'

export const network = 'eip155:31337'
export const native = `${network}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
export const caip = (address: string) => `${network}:${address}`
const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
])

type Query = Readonly<Record<string, string>>

/** The services beside a real chain with its exchange. */
export interface DevSwaps {
  readonly app: TestApp
  readonly client: ChainClient
  /** Who swaps; holds ether and tokens. */
  readonly user: Address
  /** Sends a request of the development project. */
  send(route: RouteDefinition, query?: Query, body?: object): Promise<Response>
  /** Its answer, checked. */
  ask<R extends RouteDefinition>(
    route: R,
    query?: Query,
    body?: object,
  ): Promise<v.InferOutput<R['response']>>
  quotes(swap: Query): Promise<v.InferOutput<(typeof getConvertQuotes)['response']>>
  build(swap: object): Promise<{ readonly tx: WireTransaction; readonly quote: WireQuote }>
  /** Sends a transaction as the user; the receipt's status and its cost in wei. */
  execute(
    tx: Pick<WireTransaction, 'to' | 'data' | 'value'>,
  ): Promise<{ readonly status: string; readonly fee: bigint }>
  /** Base units; of the native currency without a token. */
  balance(token?: Address): Promise<bigint>
  allowance(token: Address, spender: Address): Promise<bigint>
  close(): Promise<void>
}

/** Starts a chain with the exchange and the services in front of it. */
export async function openDevSwaps(
  variables: Query = {},
  deps: Parameters<typeof openApp>[1] = {},
): Promise<DevSwaps> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-convert-'))
  const chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  const client = createChainClient(chain)
  const app = await openApp(
    {
      LATCHKEY_DEV: '1',
      ...chainVariables(folder),
      // The testnet's nodes are never asked; this one is not there.
      RPC_UPSTREAMS: JSON.stringify({
        [network]: [chain.url],
        'eip155:31338': [chain.url],
        'eip155:31339': ['http://127.0.0.1:1/'],
      }),
      ...variables,
    },
    deps,
  )
  const account = privateKeyToAccount(devAccounts[1]?.privateKey ?? '0x')
  const swaps: DevSwaps = {
    app,
    client,
    user: account.address,
    async send(route, query = {}, body) {
      const search = new URLSearchParams({ projectId: 'latchkey-dev', ...query })
      return app.request(`${route.path}?${search}`, {
        method: route.method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
    },
    async ask(route, query, body) {
      const response = await swaps.send(route, query, body)
      const answer: unknown = await response.json()
      expect([response.status, answer]).toEqual([200, answer])
      return v.parse(route.response, answer)
    },
    quotes: swap => swaps.ask(getConvertQuotes, { userAddress: caip(account.address), ...swap }),
    build: swap => swaps.ask(postConvertTransaction, {}, { userAddress: caip(account.address), ...swap }),
    async execute({ to, data, value }) {
      const hash = await client.sendTransaction({
        account,
        to: to as Address,
        data: data as Hex,
        value: BigInt(value),
        // A transaction that fails goes into a block too.
        gas: 1_000_000n,
      })
      const { status, gasUsed, effectiveGasPrice } = await client.waitForTransactionReceipt({
        checkReplacement: false,
        hash,
      })
      return { status, fee: gasUsed * effectiveGasPrice }
    },
    balance: token =>
      token === undefined
        ? client.getBalance({ address: account.address })
        : client.readContract({ address: token, abi, functionName: 'balanceOf', args: [account.address] }),
    allowance: (token, spender) =>
      client.readContract({
        address: token,
        abi,
        functionName: 'allowance',
        args: [account.address, spender],
      }),
    async close() {
      await app.close()
      await chain.stop()
      rmSync(folder, { recursive: true })
    },
  }
  return swaps
}
