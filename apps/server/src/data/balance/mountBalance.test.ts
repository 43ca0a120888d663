import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TokenBalance } from 'latchkey/contract'
import {
  type AccountBalance,
  formatRouteUrl,
  getAccountBalance,
  getSupportedChains,
  postFungiblePrice,
} from 'latchkey/services'
import * as v from 'valibot'
import { type Abi, getAddress, parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import devToken from '../../../../devstack/contracts/artifacts/DevToken.json' with { type: 'json' }
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { type Chain, startChain } from '../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../devstack/src/contracts/deployContracts.ts'
import { chainVariables } from '../../../../devstack/src/stack/chainVariables.ts'
import { openApp, type TestApp } from '../../app.fixture.ts'

const one = 'eip155:31337'
const holder = devAccounts[1]?.address ?? '0x'
const poor = '0x00000000000000000000000000000000000A11cE'
const time = { now: 0 }
let folder: string
let chain: Chain
let client: ChainClient
let app: TestApp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-balance-'))
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = createChainClient(chain)
  app = await openApp(
    {
      LATCHKEY_DEV: '1',
      ...chainVariables(folder),
      RPC_UPSTREAMS: JSON.stringify({
        [one]: [chain.url],
        // The testnet's nodes are never asked; this one is not there.
        'eip155:31339': ['http://127.0.0.1:1/'],
        'eip155:31338': ['http://127.0.0.1:1/'],
      }),
      RPC_TIMEOUT_MS: '2000',
      FRAME_ORIGIN: 'https://keys.wallet.example',
    },
    { clock: () => time.now },
  )
})
afterAll(async () => {
  await app.close()
  await chain.stop()
  rmSync(folder, { recursive: true })
})

type Query = { chainId?: string; currency?: string; forceUpdate?: string }

const ask = (address: string, query: Query = { chainId: one }) => {
  const search = new URLSearchParams({ projectId: 'latchkey-dev', ...query })
  return app.request(`/v1/account/${address}/balance?${search}`)
}
async function balancesOf(address: string, query?: Query): Promise<TokenBalance[]> {
  const response = await ask(address, query)
  expect(response.status).toBe(200)
  const answer: AccountBalance = v.parse(getAccountBalance.response, await response.json())
  return answer.balances
}
const later = (ms: number) => {
  time.now += ms
}

it('T105: answers the wallet’s own page, and no other that the project does not list', async () => {
  const from = (origin: string) =>
    app.request(`/v1/account/0x${'1'.repeat(40)}/balance?projectId=latchkey-dev&chainId=eip155:99`, {
      headers: { origin },
    })
  const own = await from('https://keys.wallet.example')
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'https://keys.wallet.example',
  ])
  expect((await from('https://evil.example')).status).toBe(403)
})

describe('GET /v1/supported-chains', () => {
  it('lists the chains of the proxy', async () => {
    const url = formatRouteUrl('', getSupportedChains, { query: { projectId: 'latchkey-dev' } })
    expect(await (await app.request(url)).json()).toEqual({
      http: [one, 'eip155:31339', 'eip155:31338'],
      ws: [],
    })
  })
})

describe('GET /v1/account/{address}/balance', () => {
  it('lists ether and tokens with prices, the most valuable first', async () => {
    const balances = await balancesOf(holder)
    expect(balances.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
      ['ETH', { decimals: '18', numeric: '10000' }],
      ['DAI', { decimals: '18', numeric: '10000' }],
      ['RARE', { decimals: '18', numeric: '10000' }],
      ['USDT', { decimals: '6', numeric: '10000' }],
      ['USDC', { decimals: '6', numeric: '10000' }],
    ])
    expect(balances[0]).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      chainId: one,
      value: 25_000_000,
      price: 2_500,
      quantity: { decimals: '18', numeric: '10000' },
      iconUrl: '/public/getTokenImage/eth',
    })
    expect(balances.find(({ symbol }) => symbol === 'USDC')).toMatchObject({
      address: devContracts.usdc,
      value: 10_000,
      price: 1,
      name: 'USD Coin',
    })
  })

  it('F27: reports unknown prices in another currency as unknown', async () => {
    const balances = await balancesOf(holder, { chainId: one, currency: 'EUR' })
    expect(balances.map(({ symbol, value, price }) => [symbol, value, price])).toEqual([
      ['DAI', null, null],
      ['ETH', null, null],
      ['RARE', null, null],
      ['USDT', null, null],
      ['USDC', null, null],
    ])
  })

  it('an empty account has a known balance of zero ether', async () => {
    expect(await balancesOf(poor)).toMatchObject([{ symbol: 'ETH', value: 0, quantity: { numeric: '0' } }])
  })

  it('caches a reading for 30 s, which forceUpdate bypasses', async () => {
    const before = await balancesOf(poor)
    await client.setBalance({ address: poor, value: parseEther('1.5') })
    later(29_000)
    expect(await balancesOf(poor)).toEqual(before)
    const forced = await balancesOf(poor, { chainId: one, forceUpdate: 'true' })
    expect(forced).toMatchObject([{ value: 3_750, quantity: { numeric: '1.5' } }])
    await client.setBalance({ address: poor, value: parseEther('2') })
    expect(await balancesOf(poor)).toEqual(forced)
    later(30_000)
    expect(await balancesOf(poor)).toMatchObject([{ quantity: { numeric: '2' } }])
  })

  it('is the same in any case of the address, and refuses a checksum that is wrong', async () => {
    expect(await balancesOf(holder.toLowerCase())).toEqual(await balancesOf(holder))
    const wrong = holder.replace(/[a-f]/, letter => letter.toUpperCase())
    expect((await ask(wrong)).status).toBe(400)
    for (const bad of ['0x12', '0x'.padEnd(44, '0')]) expect((await ask(bad)).status).toBe(400)
  })

  it.each([['eip155:31339'], ['eip155:1'], ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']])(
    'a testnet, and a chain that is not served, has none: %s',
    async chainId => expect(await balancesOf(holder, { chainId })).toEqual([]),
  )

  it('an account of another namespace has no balance here', async () => {
    expect(await balancesOf('So11111111111111111111111111111111111111112')).toEqual([])
  })

  it('F20: a chain that cannot be read is an error, never an empty list', async () => {
    for (const query of [{ chainId: 'eip155:31338' }, {}]) {
      const response = await ask(holder, query)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      const reasons = [{ name: 'eip155:31338', description: "The chain's nodes did not answer" }]
      expect(await response.json()).toMatchObject({ code: 'APKT009', reasons })
    }
  })

  it.each([
    [{ chainId: 'x' }],
    [{ chainId: one, currency: 'dollars' }],
    [{ chainId: one, forceUpdate: 'yes' }],
    [{ chainId: one, other: '1' }],
  ])('refuses %j', async query => expect((await ask(holder, query)).status).toBe(400))

  it('T101: another currency counts as a request more, since the source is asked for it', async () => {
    later(60_000)
    const statuses: number[] = []
    for (let i = 0; i < 126; i++) statuses.push((await ask(holder, { chainId: one, currency: 'eur' })).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(125)
    later(60_000)
  })

  it('a forced reading counts as ten requests', async () => {
    later(60_000)
    const statuses: number[] = []
    for (let i = 0; i < 30; i++)
      statuses.push((await ask(holder, { chainId: one, forceUpdate: 'true' })).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(25)
    expect(statuses.at(-1)).toBe(429)
    later(60_000)
  })
})

describe('tokens that the indexer saw', () => {
  const receiver = '0x000000000000000000000000000000000000bEEF'
  const strange: Record<string, `0x${string}`> = {
    // Answers every question with the word 7: a name of no letters.
    seven: '0x600760005260206000f3',
    burner: '0x5b600056',
  }

  it('are listed when they have a name and are no bait; hostile ones do no harm', async () => {
    const [first = '0x', second = '0x'] = Object.keys(strange).map(
      (_, place) => `0x${(0xcafe0000 + place).toString(16).padStart(40, '0')}` as const,
    )
    for (const [place, code] of Object.values(strange).entries())
      await client.setCode({ address: [first, second][place] ?? first, bytecode: code })
    const deploy = async (name: string, symbol: string, decimals: number) => {
      const args = [name, symbol, decimals, client.account.address, [receiver], 25n * 10n ** BigInt(decimals)]
      const bytecode = devToken.bytecode as `0x${string}`
      const hash = await client.deployContract({ abi: devToken.abi as Abi, bytecode, args })
      return (
        (await client.waitForTransactionReceipt({ checkReplacement: false, hash })).contractAddress ?? poor
      )
    }
    const ordinary = await deploy('Ordinary  Token', 'ORD', 9)
    const whole = await deploy('Whole', 'WHOLE', 0)
    const twin = await deploy('USD Coin', 'USDC', 6)
    const seen = [
      ordinary,
      whole,
      twin,
      devContracts.spam,
      devContracts.usdc,
      devContracts.badges,
      first,
      second,
      poor,
    ]
    await app.store.write([
      app.store.compose
        .insertInto('index_account_tokens')
        .values(
          seen.map(token => ({
            chain_id: 31337,
            account: Buffer.from(receiver.slice(2), 'hex'),
            token: Buffer.from(token.slice(2), 'hex'),
          })),
        )
        .compile(),
    ])
    const abi = parseAbi([
      'function mint(address to, uint256 amount)',
      'function transfer(address to, uint256 value)',
    ])
    const gift = {
      address: devContracts.usdc,
      abi,
      functionName: 'mint',
      args: [receiver, 5_000_000n],
    } as const
    await client.waitForTransactionReceipt({
      checkReplacement: false,
      hash: await client.writeContract(gift),
    })
    const bait = {
      address: devContracts.spam,
      abi,
      functionName: 'mint',
      args: [receiver, 10n ** 18n],
    } as const
    await client.waitForTransactionReceipt({
      checkReplacement: false,
      hash: await client.writeContract(bait),
    })
    const balances = await balancesOf(receiver)
    expect(balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
      ['USDC', '5'],
      ['ETH', '0'],
      ['ORD', '25'],
    ])
    expect(balances[2]).toEqual({
      name: 'Ordinary Token',
      symbol: 'ORD',
      chainId: one,
      address: getAddress(ordinary),
      value: null,
      price: null,
      quantity: { decimals: '9', numeric: '25' },
      iconUrl: null,
    })
  })
})

describe('POST /v1/fungible/price', () => {
  const post = async (addresses: unknown, more: object = {}) => {
    const url = formatRouteUrl('', postFungiblePrice, { query: { projectId: 'latchkey-dev' } })
    return app.request(url, { method: 'POST', body: JSON.stringify({ currency: 'usd', addresses, ...more }) })
  }

  const pricesOf = async (addresses: readonly string[]) => {
    const { fungibles } = v.parse(postFungiblePrice.response, await (await post(addresses)).json())
    return fungibles.map(({ price }) => price)
  }

  it('prices tokens and ether, and leaves out an address without a token', async () => {
    const addresses = [
      `${one}:${devContracts.dai.toLowerCase()}`,
      `${one}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE`,
      `${one}:${devContracts.collectibles}`,
      `${one}:${poor}`,
      `eip155:1:${devContracts.dai}`,
      `${one}:${devContracts.usdc}`,
    ]
    const response = await post(addresses, { projectId: 'latchkey-dev' })
    expect(response.status).toBe(200)
    const { fungibles } = v.parse(postFungiblePrice.response, await response.json())
    expect(fungibles.map(({ address, symbol, price }) => [address, symbol, price])).toEqual([
      [addresses[0], 'DAI', 1],
      [addresses[1], 'ETH', 2_500],
      [addresses[5], 'USDC', 1],
    ])
  })

  it('F27: a token without a pool has no price', async () => {
    expect(await pricesOf([`${one}:${devContracts.spam}`])).toEqual([null])
  })

  it('F27: a token whose pool is too shallow to say has no price', async () => {
    const abi = parseAbi([
      'function approve(address spender, uint256 value)',
      'function mint(address to, uint256 amount)',
      'function addLiquidityETH(address, uint256, uint256, uint256, address, uint256) payable returns (uint256, uint256, uint256)',
    ])
    const { spam, swapRouter } = devContracts
    const amount = parseEther('1')
    const steps = [
      { address: spam, abi, functionName: 'mint', args: [client.account.address, amount] },
      { address: spam, abi, functionName: 'approve', args: [swapRouter, amount] },
    ] as const
    for (const step of steps)
      await client.waitForTransactionReceipt({
        checkReplacement: false,
        hash: await client.writeContract(step),
      })
    const args = [spam, amount, 0n, 0n, client.account.address, parseUnits('1', 18)] as const
    const add = { address: swapRouter, abi, functionName: 'addLiquidityETH', args } as const
    const value = parseEther('0.3')
    await client.waitForTransactionReceipt({
      checkReplacement: false,
      hash: await client.writeContract({ ...add, value }),
    })
    later(15_000)
    expect(await pricesOf([`${one}:${spam}`])).toEqual([null])
  })

  it('follows the exchange within 15 s', async () => {
    const abi = parseAbi([
      'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[])',
    ])
    const ether = [`${one}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`]
    const priceOf = async () => (await pricesOf(ether))[0]
    expect(await priceOf()).toBe(2_500)
    const [weth, usdc] = [devContracts.weth, devContracts.usdc]
    const args = [1n, [weth, usdc], poor, parseUnits('1', 18)] as const
    const swap = {
      address: devContracts.swapRouter,
      abi,
      functionName: 'swapExactETHForTokens',
      args,
    } as const
    await client.waitForTransactionReceipt({
      checkReplacement: false,
      hash: await client.writeContract({ ...swap, value: parseEther('1000') }),
    })
    expect(await priceOf()).toBe(2_500)
    later(15_000)
    // Twice the ether for about half the dollars.
    expect(await priceOf()).toBeGreaterThan(620)
    expect(await priceOf()).toBeLessThan(630)
  })

  it('T101: another currency counts as a request more for each chain', async () => {
    later(60_000)
    const statuses: number[] = []
    for (let i = 0; i < 126; i++)
      statuses.push((await post([`${one}:${devContracts.usdc}`], { currency: 'eur' })).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(125)
    later(60_000)
  })

  it('an unlisted token counts as a request of its own', async () => {
    later(60_000)
    const unknown = Array.from(
      { length: 100 },
      (_, place) => `${one}:0x${(0xfade0000 + place).toString(16).padStart(40, '0')}`,
    )
    const statuses = [await post(unknown), await post(unknown), await post(unknown)].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([200, 200, 429])
    later(60_000)
  })

  it.each([
    [[], {}],
    [['0x1'], {}],
    [Array.from({ length: 101 }, () => `${one}:${poor}`), {}],
    [[`${one}:${poor}`], { projectId: 'other' }],
    [[`${one}:${poor}`], { currency: 'us dollars' }],
    [[`${one}:${poor}`], { more: 1 }],
  ])('refuses an invalid request', async (addresses, more) => {
    expect((await post(addresses, more)).status).toBe(400)
  })
})
