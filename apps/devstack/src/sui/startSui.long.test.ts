/** Hazel by the machinery that starts chains on demand, and its balances by our own adapter. */
import type { RpcRequest } from 'latchkey/contract'
import { sui } from 'latchkey/sui'
import { expect, test } from 'vitest'
import { demandNetworks } from '../chains/devNetworks.ts'
import { startDemandChains } from '../demand/startDemandChains.ts'
import { devSuiAccounts } from './devSuiAccounts.ts'

test('starts by --chains sui, and our adapter reads what an account has', async () => {
  const { port: free, close } = await freePort()
  await close()
  const lines: string[] = []
  const demand = startDemandChains({
    ports: [['sui', free]],
    host: '127.0.0.1',
    automine: true,
    dataFolder: '',
    fresh: true,
    log: line => lines.push(line),
  })
  await demand.settled
  expect(lines).toEqual([`Hazel (Sui) runs at http://localhost:${free}`])
  const rpc: RpcRequest = async (_method, [query, variables]) => {
    const response = await fetch(`http://127.0.0.1:${free}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return ((await response.json()) as { data: unknown }).data
  }
  const adapter = await sui().load()
  const network = { ...demandNetworks.sui, rpcUrls: { default: { http: [] } } }
  const address = devSuiAccounts[0]?.toSuiAddress() ?? ''
  expect(await adapter.nativeBalance?.(rpc, address, network)).toBe(1_000_000_000_000n)
  await demand.stop()
})

async function freePort(): Promise<{ port: number; close(): Promise<void> }> {
  const { createServer } = await import('node:net')
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  const port = typeof at === 'object' && at !== null ? at.port : 0
  return { port, close: () => new Promise(resolve => server.close(() => resolve())) }
}
