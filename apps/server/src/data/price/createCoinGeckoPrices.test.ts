import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { knownChains } from '../chains/knownChains.ts'
import { knownTokens } from '../chains/knownTokens.ts'
import { createCoinGeckoPrices } from './createCoinGeckoPrices.ts'
import { type Asset, toAssetKey } from './priceSource.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const assetOf = (id: number, symbol?: string): Asset => {
  const chain = knownChains.find(one => one.id === `eip155:${id}`)
  const token = knownTokens.get(`eip155:${id}`)?.find(one => one.symbol === symbol)
  if (chain === undefined || (symbol !== undefined && token === undefined)) throw new Error('unknown')
  return { chain, token }
}
const [ether, usdc, dai, bnb] = [assetOf(1), assetOf(1, 'USDC'), assetOf(1, 'DAI'), assetOf(56)]
const wbnb = assetOf(56, 'WBNB')

// As the API's documentation shows its answers.
const coins = { ethereum: { usd: 3_154.21 }, binancecoin: { usd: 612.4, usd_market_cap: 1 } }
const tokens: Record<string, object> = {
  ethereum: {
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': { usd: 0.999961 },
    '0x6b175474e89094c44da98b954eedeac495271d0f': {},
  },
  'binance-smart-chain': { '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c': { usd: 612.31 } },
}

interface Asked {
  readonly path: string
  readonly query: Record<string, string>
  readonly headers: IncomingHttpHeaders
}

async function startApi(answer: (asked: Asked, response: ServerResponse) => void) {
  const all: Asked[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x.example')
    const asked = {
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
    }
    all.push(asked)
    answer(asked, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return { all, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3/` }
}

const recorded = ({ path }: Asked, response: ServerResponse) => {
  const platform = /token_price\/(.*)$/.exec(path)?.[1]
  response.end(JSON.stringify(platform === undefined ? coins : tokens[platform]))
}

describe('createCoinGeckoPrices', () => {
  it('prices Solana and its mints, each under its own spelling alone', async () => {
    const chain = knownChains.find(({ coingecko }) => coingecko?.platform === 'solana')
    if (chain === undefined) throw new Error('unknown')
    const [usdt, dollar] = ['USDT', 'USDC'].map(symbol => ({
      chain,
      token: knownTokens.get(chain.id)?.find(one => one.symbol === symbol),
    })) as [Asset, Asset]
    const sol: Asset = { chain, token: undefined }
    const api = await startApi(({ path }, response) => {
      const mints = {
        [dollar.token?.address ?? '']: { usd: 0.9998 },
        // What differs in case is another token.
        [usdt.token?.address.toLowerCase() ?? '']: { usd: 77 },
      }
      response.end(JSON.stringify(path.includes('token_price') ? mints : { solana: { usd: 182.4 } }))
    })
    const source = createCoinGeckoPrices({ url: api.url, key: 'canary-key' })
    const prices = await source.readPrices([sol, dollar, usdt], 'usd')
    expect([sol, dollar, usdt].map(asset => prices.get(toAssetKey(asset)))).toEqual([
      182.4,
      0.9998,
      undefined,
    ])
    expect(api.all.map(({ path, query }) => [path, query.contract_addresses ?? query.ids]).sort()).toEqual([
      ['/api/v3/simple/price', 'solana'],
      ['/api/v3/simple/token_price/solana', `${dollar.token?.address},${usdt.token?.address}`],
    ])
  })

  it('asks once for all native currencies and once for each chain’s tokens', async () => {
    const api = await startApi(recorded)
    const source = createCoinGeckoPrices({ url: api.url, key: 'canary-key' })
    const prices = await source.readPrices([ether, usdc, dai, bnb, wbnb], 'usd')
    expect([ether, usdc, dai, bnb, wbnb].map(asset => prices.get(toAssetKey(asset)))).toEqual([
      3_154.21,
      0.999961,
      undefined,
      612.4,
      612.31,
    ])
    expect(api.all.map(({ path, query }) => [path, query]).sort()).toEqual([
      ['/api/v3/simple/price', { ids: 'ethereum,binancecoin', vs_currencies: 'usd' }],
      [
        '/api/v3/simple/token_price/binance-smart-chain',
        { contract_addresses: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', vs_currencies: 'usd' },
      ],
      [
        '/api/v3/simple/token_price/ethereum',
        {
          contract_addresses:
            '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48,0x6b175474e89094c44da98b954eedeac495271d0f',
          vs_currencies: 'usd',
        },
      ],
    ])
    for (const { headers } of api.all) expect(headers['x-cg-demo-api-key']).toBe('canary-key')
  })

  it('F27: one chain that cannot be asked leaves the others their prices', async () => {
    const api = await startApi((asked, response) =>
      asked.path.endsWith('/ethereum') ? response.writeHead(429).end() : recorded(asked, response),
    )
    const prices = await createCoinGeckoPrices({ url: api.url, key: undefined }).readPrices(
      [usdc, wbnb],
      'usd',
    )
    expect([...prices.values()]).toEqual([612.31])
    expect(api.all.some(({ headers }) => 'x-cg-demo-api-key' in headers)).toBe(false)
  })

  it('F27: asks for one token at a time without a key, since more are refused then', async () => {
    const api = await startApi((asked, response) =>
      asked.query.contract_addresses?.includes(',')
        ? response.writeHead(400).end('{"error_code":10012}')
        : recorded(asked, response),
    )
    const source = createCoinGeckoPrices({ url: api.url, key: undefined })
    const prices = await source.readPrices([ether, dai, usdc], 'usd')
    expect([...prices.values()].sort()).toEqual([0.999961, 3_154.21])
    expect(api.all).toHaveLength(3)
    // Few requests a minute are all that is let through, and the native currencies' is to be among them.
    const many = ['USDC', 'USDT', 'DAI', 'WETH', 'WBTC', 'LINK', 'UNI'].map(symbol => assetOf(1, symbol))
    await source.readPrices([...many, ether], 'usd')
    expect(api.all.slice(3).filter(({ path }) => path.endsWith('/simple/price'))).toHaveLength(1)
    expect(
      api.all
        .slice(3)
        .map(({ query }) => query.contract_addresses ?? '')
        .sort(),
    ).toEqual(['', ...many.slice(0, 5).map(({ token }) => token?.address.toLowerCase() ?? '')].sort())
  })

  it('F27: knows nothing of chains without its ids, and asks nothing', async () => {
    const api = await startApi(recorded)
    const source = createCoinGeckoPrices({ url: api.url, key: undefined })
    const testnet = { ...ether, chain: { ...ether.chain, coingecko: undefined } }
    expect((await source.readPrices([testnet], 'usd')).size).toBe(0)
    expect(api.all).toEqual([])
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['HTTP 500', response => response.writeHead(500).end('<html>')],
    ['a redirect', response => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['no JSON', response => response.end('<html>')],
    ['numbers in the wrong place', response => response.end('{"ethereum":5}')],
    ['too much', response => response.end(JSON.stringify({ x: 'y'.repeat(2_000_000) }))],
    ['a closed connection', response => void response.socket?.destroy()],
  ])('rejects on %s, without the key in the reason', async (_name, answer) => {
    const api = await startApi((_asked, response) => answer(response))
    const source = createCoinGeckoPrices({ url: api.url, key: 'canary-key' })
    const failure = await source.readPrices([ether], 'usd').then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).not.toContain('canary')
  })

  it('T106: takes no price from names that poison objects', async () => {
    const api = await startApi((_asked, response) =>
      response.end('{"ethereum":{"__proto__":{"usd":1},"constructor":2},"__proto__":{"usd":3}}'),
    )
    const source = createCoinGeckoPrices({ url: api.url, key: undefined })
    for (const currency of ['usd', 'constructor', '__proto__'])
      expect((await source.readPrices([ether], currency)).get(toAssetKey(ether))).not.toBe(1)
    expect(({} as { usd?: unknown }).usd).toBeUndefined()
  })
})
