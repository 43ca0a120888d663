// The services beside a real chain, with a provider of the test's own in place of vendors.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CaipAsset, RouteDefinition } from 'latchkey/services'
import * as v from 'valibot'
import { type Address, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect } from 'vitest'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { startChain } from '../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../devstack/src/contracts/deployContracts.ts'
import { chainVariables } from '../../../../devstack/src/stack/chainVariables.ts'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { oneOf, provide } from '../../core/context/oneOf.ts'
import { makeOrders, makeProviders } from './makeOrders.ts'
import type {
  AskedOrder,
  NewExchangeOrder,
  NewRampOrder,
  OnRampProvider,
  RampQuote,
  ToldStatus,
} from './onRampProvider.ts'
import { lookAtDue } from './orders/sweepOrders.ts'

export const network = 'eip155:31337'
export const usdc: CaipAsset = `${network}/erc20:${devContracts.usdc.toLowerCase()}`
export const ether: CaipAsset = `${network}/slip44:60`
/** A page of the development project. */
export const page = 'http://localhost:5173'

const abi = parseAbi(['function transfer(address, uint256) returns (bool)'])

/** What the scripted provider does; tests change it as they go. */
export interface Script {
  status: (order: AskedOrder) => ToldStatus | Promise<ToldStatus>
  url: (order: NewRampOrder | NewExchangeOrder) => string
  quotes: () => readonly RampQuote[] | Promise<readonly RampQuote[]>
}

export const quote: RampQuote = {
  service: 'BROOK',
  serviceName: 'Brook Pay',
  method: 'card',
  total: { currency: 'USD', amount: '100' },
  subtotal: '98.5',
  amount: '98.5',
  networkFee: '0.5',
  providerFee: '1',
  takes: null,
  firm: false,
  lowKyc: null,
  expiresAt: undefined,
}

export interface OnRampWorld {
  readonly app: TestApp
  readonly client: ChainClient
  readonly script: Script
  /** What was opened, in order. */
  readonly opened: (NewRampOrder | NewExchangeOrder)[]
  /** Milliseconds by which the services' clock is ahead. */
  ahead: number
  /** Sends a request of the development project, from its page. */
  send(
    route: RouteDefinition,
    options?: { query?: object; body?: object; params?: Record<string, string> },
  ): Promise<Response>
  /** Its answer, checked. */
  ask<R extends RouteDefinition>(
    route: R,
    options?: { query?: object; body?: object; params?: Record<string, string> },
  ): Promise<v.InferOutput<R['response']>>
  /** One round over the orders that are due, of the process that runs now. */
  sweep(): Promise<void>
  /** An address that has nothing. */
  stranger(): Address
  /** Sends dev USDC; the transaction's hash, once it is in a block. */
  pay(to: Address, units: bigint): Promise<string>
  close(): Promise<void>
}

/** Starts a chain, and the services with the scripted provider, whose webhooks are signed by the word `good`. */
export async function openOnRampWorld(others: readonly OnRampProvider[] = []): Promise<OnRampWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-onramp-'))
  const chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  const client = createChainClient(chain)
  const payer = privateKeyToAccount(devAccounts[0]?.privateKey ?? '0x')
  const script: Script = {
    status: () => ({ state: 'unknown' }),
    url: ({ id }) => `https://pages.example/${id}`,
    quotes: () => [quote],
  }
  const opened: (NewRampOrder | NewExchangeOrder)[] = []
  const open = async (order: NewRampOrder | NewExchangeOrder) => {
    opened.push(order)
    return { url: script.url(order), reference: undefined, urlEndsAt: undefined }
  }
  const provider: OnRampProvider = {
    id: 'scripted',
    name: 'Scripted',
    hosts: ['pages.example'],
    ramp: {
      options: async () => ({
        countries: ['DE'],
        purchase: [
          { asset: usdc, name: 'anything', symbol: 'FAKE', network: 'ALDER', networkName: 'Alder' },
          {
            asset: `${network}/slip44:1`,
            name: 'Ether',
            symbol: 'ETH',
            network: 'ALDER',
            networkName: 'Alder',
          },
          // No node of ours serves it.
          {
            asset: 'eip155:1/slip44:60',
            name: 'Ether',
            symbol: 'ETH',
            network: 'ETHEREUM',
            networkName: 'Ethereum',
          },
        ],
        payment: [
          { currency: 'USD', name: 'US Dollar', methods: [{ id: 'card', min: '5', max: '5000.00' }] },
        ],
      }),
      quote: async () => ({ quotes: await script.quotes(), faults: [] }),
      open,
    },
    exchange: {
      assets: async () => [usdc, ether],
      exchanges: async ({ asset }) =>
        asset === usdc
          ? [
              { id: 'tarn', name: 'Tarn', minimum: '5', maximum: '1000', fee: '0.5', asksAmount: false },
              { id: 'open', name: 'Open', minimum: null, maximum: null, fee: null, asksAmount: true },
            ]
          : [],
      open,
    },
    status: async order => script.status(order),
    webhook: ({ body, headers }) =>
      headers.get('signature') === 'good' ? [JSON.parse(new TextDecoder().decode(body))] : undefined,
  }
  let ahead = 0
  let sweep = async (): Promise<void> => {}
  const app = await openApp(
    {
      LATCHKEY_DEV: '1',
      ...chainVariables(folder),
      // What concerns the stack's other chains.
      CONVERT_POOLS: '',
      X402_NETWORKS: '',
      RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
      ONRAMP_TIMEOUT_MS: '1000',
    },
    {
      now: () => Date.now() + ahead,
      started(ctx) {
        provide(ctx, makeProviders, () => [provider, ...others])
        sweep = () => lookAtDue({ ...ctx, ...oneOf(ctx, makeOrders) })
      },
    },
  )
  const send: OnRampWorld['send'] = (route, { query = {}, body, params = {} } = {}) => {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const search = new URLSearchParams({ projectId: 'latchkey-dev', ...query })
    return app.request(`${path}?${search}`, {
      method: route.method,
      headers: { origin: page, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  return {
    app,
    client,
    script,
    opened,
    get ahead() {
      return ahead
    },
    set ahead(by) {
      ahead = by
    },
    send,
    async ask(route, options) {
      const response = await send(route, options)
      const text = await response.text()
      expect([response.status, text]).toEqual([route.status ?? 200, text])
      return v.parse(route.response, JSON.parse(text))
    },
    sweep: () => sweep(),
    stranger: () => privateKeyToAddress(generatePrivateKey()),
    async pay(to, units) {
      const hash = await client.writeContract({
        account: payer,
        chain: null,
        address: devContracts.usdc,
        abi,
        functionName: 'transfer',
        args: [to, units],
      })
      await client.waitForTransactionReceipt({ checkReplacement: false, hash })
      return hash
    },
    async close() {
      await app.close()
      await chain.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
