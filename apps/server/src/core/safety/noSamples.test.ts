import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { routeErrorSchema } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'

const chain = 'eip155:1'
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const query = `projectId=latchkey-dev&chainId=${chain}`

// A provider that is out: of chain data, of history and of on-ramps.
const down = createServer((_, answer) => answer.writeHead(503).end())
let app: TestApp

beforeAll(async () => {
  await once(down.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(down.address() as AddressInfo).port}`
  const provider = { type: 'etherscan', url: `${url}/api` }
  app = await openApp({
    LATCHKEY_DEV: '1',
    RPC_UPSTREAMS: JSON.stringify({ [chain]: [url], 'eip155:10': [url] }),
    RPC_TIMEOUT_MS: '500',
    CONVERT_POOLS: JSON.stringify({ [chain]: { factory: account, router: account, bases: [usdc] } }),
    ONRAMP_MELD_KEY: 'key',
    ONRAMP_MELD_URL: url,
    HISTORY_PROVIDERS: JSON.stringify({ 'eip155:10': provider }),
  })
})

afterAll(async () => {
  await app.close()
  down.closeAllConnections()
  down.close()
})

async function refusalOf(path: string, init?: RequestInit) {
  const answer = await app.request(path, { headers: { origin: 'http://localhost' }, ...init })
  return { status: answer.status, ...v.parse(routeErrorSchema, await answer.json()) }
}

describe('F26: a failed provider is an error, and no number replaces it', () => {
  it.each([
    ['balances', `/v1/account/${account}/balance?${query}`],
    ['history', `/v1/account/${account}/history?projectId=latchkey-dev&chainId=eip155:10`],
  ])('%s', async (_, path) => {
    expect(await refusalOf(path)).toMatchObject({ code: 'APKT009' })
  })

  it('T72: options of an on-ramp that is out', async () => {
    const refused = await refusalOf('/v1/onramp/options?projectId=latchkey-dev')
    expect(refused).toMatchObject({ status: 503, code: 'APKT009', reasons: [{ name: 'meld' }] })
  })

  it('quotes of a swap, whose pools cannot be read', async () => {
    const swap = new URLSearchParams({
      projectId: 'latchkey-dev',
      amount: '1000000',
      userAddress: `${chain}:${account}`,
      from: `${chain}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
      to: `${chain}:${usdc}`,
    })
    expect(await refusalOf(`/v1/convert/quotes?${swap}`)).toMatchObject({ code: 'APKT009' })
    const answer = await app.request(`/v1/convert/gas-price?${query}`)
    expect(v.parse(routeErrorSchema, await answer.json())).toMatchObject({ code: 'APKT009' })
  })

  it('T72: a quote of an on-ramp that is out', async () => {
    const asked = { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '100', network: chain }
    const init = { method: 'POST', body: JSON.stringify(asked) }
    const refused = await refusalOf('/v1/onramp/quote?projectId=latchkey-dev', init)
    expect(refused).toMatchObject({ status: 503, code: 'APKT009' })
  })
})
