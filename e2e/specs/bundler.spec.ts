import { expect, test } from '@playwright/test'
import { delegatedContracts, safeContracts } from 'latchkey/services'
import { needBundler } from '../setup/needBundler.ts'
import { readStack } from '../setup/stack.ts'

test('the bundler begins when a test needs it, and takes operations through the services', async () => {
  const bundler = await needBundler()
  expect(await needBundler()).toBe(bundler)
  const { services, projectId, shop } = readStack()
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints', params: [] }
  const asked = await fetch(`${services}/v1?chainId=eip155:31337&projectId=${projectId}&st=test&sv=0`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop },
    body: JSON.stringify(call),
  })
  expect(await asked.json()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: [safeContracts.entryPoint, delegatedContracts.entryPoint],
  })
})
