import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAccountBalance, nftsSchema, rpcProxyMethods } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Solana, startSolana } from '../../../../devstack/src/solana/startSolana.ts'
import { chainVariables } from '../../../../devstack/src/stack/chainVariables.ts'
import { openApp, type TestApp } from '../../app.fixture.ts'

let folder: string
let solana: Solana
let app: TestApp
const time = { now: 0 }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-dogwood-'))
  solana = await startSolana({ port: 0 })
  app = await openApp(
    {
      LATCHKEY_DEV: '1',
      ...chainVariables(folder, []),
      RPC_UPSTREAMS: JSON.stringify({ [solana.caipNetworkId]: [solana.url] }),
    },
    { clock: () => time.now },
  )
})
afterAll(async () => {
  await app.close()
  await solana.stop()
  rmSync(folder, { recursive: true })
})

const ask = (path: string) =>
  app.request(`${path}?projectId=latchkey-dev&chainId=${solana.caipNetworkId}&forceUpdate=true`)
async function balancesOf(address: string) {
  const response = await ask(`/v1/account/${address}/balance`)
  return v.parse(getAccountBalance.response, await response.json()).balances
}

it('lists what the VM has for an account: no bait, no look-alike, no invented price', async () => {
  const { usdc, jade, toll, moss } = solana.tokens
  const balances = await balancesOf(solana.visitor.address)
  expect(
    balances.map(({ name, symbol, address, price, quantity }) => [
      name,
      symbol,
      address,
      price,
      quantity.decimals,
    ]),
  ).toEqual([
    ['Solana', 'SOL', undefined, 150, '9'],
    ['USD Coin', 'USDC', usdc.address, 1, '6'],
    ['Jade', 'JADE', jade.address, null, '9'],
    ['Moss', 'MOSS', moss.address, null, '9'],
    ['Toll', 'TOLL', toll.address, null, '6'],
  ])
  expect(balances.slice(1).map(({ quantity }) => quantity.numeric)).toEqual(Array(4).fill('10000'))
})

it('follows the chain once an account is read anew', async () => {
  const { address } = solana.accounts[7] ?? expect.unreachable()
  expect((await balancesOf(address)).map(({ symbol }) => symbol)).toEqual(['SOL'])
  await solana.pay(address, ['USDC'])
  time.now += 1_000
  expect(await balancesOf(address)).toMatchObject([
    { symbol: 'SOL', quantity: { numeric: '1010' } },
    { symbol: 'USDC', quantity: { numeric: '1000' }, value: 1_000 },
  ])
})

it('lists collectibles with the pictures that their mints lead to', async () => {
  const response = await app.request(
    `/v1/account/${solana.visitor.address}/nfts?projectId=latchkey-dev&chainId=${solana.caipNetworkId}`,
  )
  const { data, next } = v.parse(nftsSchema, await response.json())
  expect(next).toBeNull()
  const names = data.map(({ name, tokenId, standard, flags }) => ({ name, tokenId, standard, ...flags }))
  expect(names.sort((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual(
    Object.values(solana.nfts).map(({ name, address }) => ({
      name,
      tokenId: address,
      standard: 'Token-2022',
      is_spam: false,
    })),
  )
  for (const { image, description } of data) {
    expect(description).toBe('A key of the local chain.')
    const picture = await app.request(`${image?.url}&projectId=latchkey-dev`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  }
})

it('proxies every method that it lists, and no other', async () => {
  const call = async (body: unknown) => {
    const response = await app.request(`/v1?projectId=latchkey-dev&chainId=${solana.caipNetworkId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const methods = rpcProxyMethods.solana ?? []
  const answers = (await call(methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] })))) as {
    error?: { code: number }
  }[]
  // Without parameters many are refused, though none as unknown.
  expect(answers.filter(({ error }) => error?.code === -32_601)).toEqual([])
  expect(await call({ jsonrpc: '2.0', id: 1, method: 'getProgramAccounts', params: [] })).toMatchObject({
    error: { code: -32_601 },
  })
  expect(await call({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash' })).toMatchObject({
    result: solana.genesisHash,
  })
})

it('says of its history that it is not served, and of names that there are none', async () => {
  const history = await app.request(
    `/v1/account/${solana.visitor.address}/history?projectId=latchkey-dev&chainId=${solana.caipNetworkId}`,
  )
  expect(await history.json()).toEqual({ data: [], next: null, unserved: true })
  const identity = await app.request(`/v1/identity/${solana.visitor.address}?projectId=latchkey-dev`)
  expect(await identity.json()).toEqual({ name: null, avatar: null })
})

it('lists the chain as served', async () => {
  const response = await app.request('/v1/supported-chains?projectId=latchkey-dev')
  expect(await response.json()).toEqual({ http: [solana.caipNetworkId], ws: [] })
})
