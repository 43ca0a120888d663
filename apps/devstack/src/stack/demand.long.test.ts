/** A chain on demand within the dev stack. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdapterDescriptor } from 'latchkey'
import { bitcoin } from 'latchkey/bitcoin'
import { cosmos } from 'latchkey/cosmos'
import { polkadot } from 'latchkey/polkadot'
import { stacks } from 'latchkey/stacks'
import { sui } from 'latchkey/sui'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulatedBitcoinAccounts } from '../bitcoin/devBitcoinAccounts.ts'
import type { DemandName } from '../chains/devNetworks.ts'
import { formatSummary } from '../command/formatSummary.ts'
import { devCosmosAccounts } from '../cosmos/devCosmosAccounts.ts'
import { devPolkadotAccounts } from '../polkadot/devPolkadotAccounts.ts'
import { devStacksAccounts } from '../stacks/devStacksAccounts.ts'
import { devSuiAccounts } from '../sui/devSuiAccounts.ts'
import { type Devstack, startDevstack } from './startDevstack.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-stack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('Bitcoin starts after the rest, is asked through the services, and ends with the stack', async () => {
  const lines: string[] = []
  const stack = await startDevstack({
    port: 0,
    automine: true,
    data: folder,
    parts: ['services'],
    chains: ['bitcoin'],
    log: line => lines.push(line),
  })
  try {
    expect(stack.description.demand.bitcoin.running).toBe(false)
    expect(formatSummary(stack)).toMatch(/Elm \(Bitcoin\) +http:\/\/localhost:\d+ {2}\(still starts\)/)
    await stack.demand.settled
    const { demand, services, projectId } = stack.description
    const { network, running } = demand.bitcoin
    expect(running).toBe(true)
    expect(demand.sui.running).toBe(false)
    const [url = ''] = network.rpcUrls.default.http
    expect(lines.at(-1)).toBe(`Elm (Bitcoin) runs at ${url}`)
    expect(formatSummary(stack)).not.toContain('still starts')

    const path = `/address/${simulatedBitcoinAccounts[0]?.payment}`
    const direct = await (await fetch(`${url}${path}`)).json()
    expect(direct).toMatchObject({ chain_stats: { funded_txo_sum: 200_000_000 } })
    const proxy = `${services}/v1?chainId=${network.caipNetworkId}&projectId=${projectId}&st=test&sv=0`
    const proxied = await fetch(proxy, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:4400' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GET', params: [path] }),
    })
    expect(await proxied.json()).toMatchObject({ id: 1, result: direct })
    await stack.stop()
    await expect(fetch(url)).rejects.toThrow()
  } finally {
    await stack.stop()
  }
})

/** An account of each chain, and what it begins with in whole units. */
const held: readonly (readonly [DemandName, () => AdapterDescriptor, string, bigint])[] = [
  ['bitcoin', bitcoin, simulatedBitcoinAccounts[0]?.payment ?? '', 2n],
  ['stacks', stacks, devStacksAccounts[0] ?? '', 10_000n],
  ['polkadot', polkadot, devPolkadotAccounts[0]?.address ?? '', 1_000n],
  ['sui', sui, devSuiAccounts[0]?.toSuiAddress() ?? '', 1_000n],
  ['cosmos', cosmos, devCosmosAccounts[0]?.address ?? '', 1_000n],
]

describe('all of them side by side', () => {
  let stack: Devstack
  beforeAll(async () => {
    const data = join(folder, 'all')
    const chains = held.map(([name]) => name)
    stack = await startDevstack({ port: 0, automine: true, data, parts: ['services'], chains })
    await stack.demand.settled
  })
  afterAll(() => stack?.stop())

  test.each(held)(
    '%s: its adapter reads a balance through the services',
    async (name, descriptor, address, whole) => {
      const { demand, services, projectId } = stack.description
      const { network, running } = demand[name]
      expect(running).toBe(true)
      const proxy = `${services}/v1?chainId=${network.caipNetworkId}&projectId=${projectId}&st=test&sv=0`
      const rpc = async (method: string, params: readonly unknown[]) => {
        const response = await fetch(proxy, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: 'http://localhost:4400' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        })
        const answer = (await response.json()) as { readonly result?: unknown }
        expect(answer).toHaveProperty('result')
        return answer.result
      }
      const { nativeBalance } = await descriptor().load()
      const unit = 10n ** BigInt(network.nativeCurrency.decimals)
      expect(await nativeBalance?.(rpc, address, network)).toBe(whole * unit)
    },
  )
})

test('a chain that cannot start leaves the stack running', async () => {
  const lines: string[] = []
  const data = join(folder, 'broken')
  // A file where its data should lie.
  mkdirSync(join(data, 'chains', 'elm'), { recursive: true })
  writeFileSync(join(data, 'chains', 'elm', 'node'), '')
  const log = (line: string) => lines.push(line)
  const stack = await startDevstack({ port: 0, automine: true, data, parts: [], chains: ['bitcoin'], log })
  try {
    await stack.demand.settled
    expect(lines.at(-1)).toMatch(/^Elm \(Bitcoin\) did not start: .*EEXIST/)
    expect(stack.description.demand.bitcoin.running).toBe(false)
    expect(formatSummary(stack)).toContain('(left out)')
    expect(await Promise.race([stack.failed, Promise.resolve('running')])).toBe('running')
  } finally {
    await stack.stop()
  }
})
