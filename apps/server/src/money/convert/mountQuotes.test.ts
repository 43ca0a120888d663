import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getConvertQuotes, postConvertTransaction, type RouteDefinition } from 'latchkey/services'
import * as v from 'valibot'
import { type Address, type Hex, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { type Chain, startChain } from '../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../devstack/src/contracts/deployContracts.ts'
import { chainVariables } from '../../../../devstack/src/stack/chainVariables.ts'
import { openApp, type TestApp } from '../../app.fixture.ts'

const network = 'eip155:31337'
const native = `${network}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const caip = (address: string) => `${network}:${address}`
let folder: string
let chain: Chain
let client: ChainClient
let app: TestApp

const pools = {
  [network]: {
    factory: devContracts.swapFactory,
    router: devContracts.swapRouter,
    bases: [devContracts.weth, devContracts.usdc],
  },
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-convert-'))
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = createChainClient(chain)
  app = await openApp({
    LATCHKEY_DEV: '1',
    ...chainVariables(folder),
    RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
    CONVERT_POOLS: JSON.stringify(pools),
  })
})
afterAll(async () => {
  await app.close()
  await chain.stop()
  rmSync(folder, { recursive: true })
})

const user = devAccounts[0]?.address ?? '0x'

async function ask<R extends RouteDefinition>(
  route: R,
  query: Record<string, string>,
  body?: Record<string, unknown>,
): Promise<v.InferOutput<R['response']>> {
  const response = await send(route, query, body)
  const answer: unknown = await response.json()
  expect([response.status, answer]).toEqual([200, answer])
  return v.parse(route.response, answer)
}
function send(route: RouteDefinition, query: Record<string, string>, body?: Record<string, unknown>) {
  const search = new URLSearchParams({ projectId: 'latchkey-dev', ...query })
  return app.request(`${route.path}?${search}`, {
    method: route.method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
}
const swap = (from: string, to: string, amount: bigint, more: Record<string, string> = {}) => ({
  amount: String(amount),
  userAddress: caip(user),
  from,
  to,
  ...more,
})
const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])
const balanceOf = (token: Address, of: Address = user) =>
  client.readContract({ address: token, abi, functionName: 'balanceOf', args: [of] })

it('a quote of pools is what arrives, to the unit', async () => {
  const wanted = swap(native, caip(devContracts.usdc), parseEther('1'))
  const { quotes } = await ask(getConvertQuotes, wanted)
  const { tx, quote } = await ask(postConvertTransaction, {}, { ...wanted, quoteId: quotes[0]?.id })
  expect(quote.toAmount).toBe(quotes[0]?.toAmount)
  const before = await balanceOf(devContracts.usdc)
  const hash = await client.sendTransaction({
    to: tx.to as Address,
    data: tx.data as Hex,
    value: BigInt(tx.value),
  })
  const { status } = await client.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  expect((await balanceOf(devContracts.usdc)) - before).toBe(BigInt(quote.toAmount))
})
