import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatRouteUrl, type RouteDefinition } from 'latchkey/services'
import * as v from 'valibot'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { startChain } from '../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../devstack/src/contracts/deployContracts.ts'
import { chainVariables } from '../../../../devstack/src/stack/chainVariables.ts'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { oneOf } from '../../core/context/oneOf.ts'
import { makePayments, type Payments } from './makePayments.ts'

export const network = 'eip155:31337'
export const caip = (address: string) => `${network}:${address}` as const
export const usdc = `${network}/erc20:${devContracts.usdc}` as const
export const dai = `${network}/erc20:${devContracts.dai}` as const
export const ether = `${network}/slip44:60` as const
export const secret = 'sk_dev_latchkey'

/** The merchant: the last but one of the dev accounts. */
export const merchant = devAccounts[8]?.address as Address
/** Who pays. */
export const payer = privateKeyToAccount(devAccounts[1]?.privateKey as Hex)

export interface SendOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly project?: string
}

/** The services beside a real chain. */
export interface DevPayments {
  readonly app: TestApp
  readonly client: ChainClient
  readonly chainUrl: string
  /** One look of the watch at payments and chains. */
  watch(): Promise<void>
  /** Puts empty blocks on the chain. */
  mine(blocks?: number): Promise<void>
  /** Sends a transaction as the payer, and waits for its block while blocks are made. */
  pay(
    transaction: { readonly to: Address; readonly data?: Hex; readonly value?: bigint },
    options?: { readonly waits?: boolean },
  ): Promise<Hex>
  /** Sends a request of the development project, by its backend unless `headers` say otherwise. */
  send(route: RouteDefinition, options?: SendOptions): Promise<Response>
  /** Its answer, checked. */
  ask<R extends RouteDefinition>(route: R, options?: SendOptions): Promise<v.InferOutput<R['response']>>
  /** The code of a refusal. */
  refusal(route: RouteDefinition, options?: SendOptions): Promise<string>
  close(): Promise<void>
}

/** Starts a chain with tokens, and the services in front of it. */
export async function openDevPayments(
  variables: Readonly<Record<string, string>> = {},
  deps: Parameters<typeof openApp>[1] = {},
): Promise<DevPayments> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-payments-'))
  const chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  const client = createChainClient(chain)
  const parts: { payments?: Payments } = {}
  const app = await openApp(
    {
      LATCHKEY_DEV: '1',
      ...chainVariables(folder, [31337]),
      RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
      RATE_LIMIT_WITHOUT_ORIGIN_PER_SECOND: '100000',
      RATE_LIMIT_WITHOUT_ORIGIN_BURST: '100000',
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
      ...variables,
    },
    {
      ...deps,
      started(ctx) {
        deps.started?.(ctx)
        parts.payments = oneOf(ctx, makePayments)
      },
    },
  )
  const ask = createAsk(() => app)
  return {
    app,
    client,
    chainUrl: chain.url,
    watch: async () => parts.payments?.watch(),
    mine: blocks => mine(client, blocks),
    async pay({ to, data = '0x', value = 0n }, { waits = true } = {}) {
      const hash = await client.sendTransaction({ account: payer, to, data, value, gas: 1_000_000n })
      if (waits) await client.waitForTransactionReceipt({ checkReplacement: false, hash })
      return hash
    },
    ...ask,
    async close() {
      await app.close()
      await chain.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function mine(client: ChainClient, blocks = 1): Promise<void> {
  await client.request({ method: 'anvil_mine' as never, params: [`0x${blocks.toString(16)}`] as never })
}

/** The calldata of a transfer of a token, with a payment's reference behind it. */
export function transferCall(to: Address, units: bigint, reference = '0x'): Hex {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
  return `${data}${reference.slice(2)}` as Hex
}

/** Asks an app as the development project's backend. */
export function createAsk(appOf: () => TestApp): Pick<DevPayments, 'send' | 'ask' | 'refusal'> {
  const send: DevPayments['send'] = async (route, options = {}) => {
    const { params, query, body, project = 'latchkey-dev' } = options
    const url = formatRouteUrl('', route, {
      ...(params && { params }),
      query: { projectId: project, ...query } as never,
    })
    return appOf().request(url, {
      method: route.method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  return {
    send,
    async ask(route, options) {
      const response = await send(route, options)
      const answer: unknown = await response.json()
      expect([response.status, answer]).toEqual([route.status ?? 200, answer])
      return v.parse(route.response, answer)
    },
    async refusal(route, options) {
      return ((await (await send(route, options)).json()) as { code: string }).code
    },
  }
}

/** What a backend asks for: 19.99 USDC to the merchant, unless told otherwise. */
export function order(more: object = {}): Readonly<Record<string, unknown>> {
  return { accepts: [{ asset: usdc, amount: '19.99', recipient: caip(merchant) }], ...more }
}
