import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TokenBalance } from 'latchkey/contract'
import { getAccountBalance, postFungiblePrice, routeErrorSchema } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { parseExactJson } from '../rpc/parseExactJson.ts'
import { type FakeMint, keyOf, type Lies, startSvmNode, svmChain } from '../svm/svmNode.fixture.ts'

const owner = keyOf('owner')
const usdc = keyOf('usdc')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-mints-'))
const list = join(folder, 'tokens.json')
writeFileSync(
  list,
  JSON.stringify({
    tokens: [
      { chainId: svmChain, address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
      { chainId: svmChain, address: keyOf('gone'), name: 'Gone', symbol: 'GONE', decimals: 6 },
    ],
  }),
)
afterAll(() => rmSync(folder, { recursive: true }))

const environment = {
  LATCHKEY_DEV: '1',
  CHAINS: JSON.stringify({
    [svmChain]: { name: 'Dogwood', nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
  }),
  TOKEN_LISTS: list,
  PRICE_FIXED: JSON.stringify({ [svmChain]: { native: 150, [usdc]: 1 } }),
  RATE_LIMIT_BURST: '10000',
}

async function appOver(
  node: { readonly lamports?: number; readonly mints?: readonly FakeMint[]; readonly lies?: Lies },
  changed: Readonly<Record<string, string>> = {},
): Promise<TestApp> {
  const fake = await startSvmNode({ owner, mints: [], ...node })
  const app = await openApp({
    ...environment,
    RPC_UPSTREAMS: JSON.stringify({ [svmChain]: [fake.url] }),
    RPC_TIMEOUT_MS: '3000',
    ...changed,
  })
  onTestFinished(async () => {
    await app.close()
    await fake.close()
  })
  return app
}

const ask = (app: TestApp, query: Readonly<Record<string, string>> = {}, address = owner) =>
  app.request(
    `/v1/account/${address}/balance?${new URLSearchParams({ projectId: 'latchkey-dev', chainId: svmChain, ...query })}`,
  )
async function balancesOf(
  app: TestApp,
  ...rest: [Readonly<Record<string, string>>?, string?]
): Promise<TokenBalance[]> {
  const response = await ask(app, ...rest)
  expect(response.status).toBe(200)
  return v.parse(getAccountBalance.response, await response.json()).balances
}

const jade = { address: keyOf('jade'), decimals: 9, metaplex: { name: 'Jade', symbol: 'JADE' } }
const moss = { address: keyOf('moss'), decimals: 6, own: { name: 'Moss', symbol: 'MOSS' } }

describe('GET /v1/account/{address}/balance of a Solana account', () => {
  it('adds up the accounts of a token, of both programs, and values what has a price', async () => {
    const app = await appOver({
      mints: [
        { address: usdc, decimals: 6, amounts: [2_500_000n, 500_000n, 0n] },
        { ...jade, amounts: [2n ** 64n - 1n], frozen: true },
        { ...moss, amounts: [1n] },
        { address: keyOf('empty'), decimals: 6, metaplex: { name: 'Empty', symbol: 'EMP' }, amounts: [0n] },
      ],
    })
    const balances = await balancesOf(app)
    expect(
      balances.map(({ name, symbol, quantity, price, value }) => ({ name, symbol, quantity, price, value })),
    ).toEqual([
      {
        name: 'Solana',
        symbol: 'SOL',
        quantity: { decimals: '9', numeric: '1.5' },
        price: 150,
        value: 225,
      },
      { name: 'USD Coin', symbol: 'USDC', quantity: { decimals: '6', numeric: '3' }, price: 1, value: 3 },
      // Whole, and of no known price.
      {
        name: 'Jade',
        symbol: 'JADE',
        quantity: { decimals: '9', numeric: '18446744073.709551615' },
        price: null,
        value: null,
      },
      {
        name: 'Moss',
        symbol: 'MOSS',
        quantity: { decimals: '6', numeric: '0.000001' },
        price: null,
        value: null,
      },
    ])
    expect(balances.map(({ address }) => address)).toEqual([undefined, usdc, jade.address, moss.address])
    expect(balances.map(({ iconUrl }) => iconUrl)).toEqual([
      '/public/getTokenImage/sol',
      '/public/getTokenImage/usdc',
      null,
      null,
    ])
  })

  it.each([10, 25])(
    'F27: knows no price for a token whose amounts are shown multiplied (extension %i)',
    async type => {
      const scaled = { ...moss, amounts: [2_000_000n], extensions: [type] }
      const app = await appOver(
        { mints: [scaled] },
        { PRICE_FIXED: JSON.stringify({ [svmChain]: { [moss.address]: 5 } }) },
      )
      expect((await balancesOf(app)).find(({ symbol }) => symbol === 'MOSS')).toMatchObject({
        price: null,
        value: null,
        quantity: { numeric: '2' },
      })
      const plain = await appOver(
        { mints: [{ ...scaled, extensions: [] }] },
        { PRICE_FIXED: JSON.stringify({ [svmChain]: { [moss.address]: 5 } }) },
      )
      expect((await balancesOf(plain)).find(({ symbol }) => symbol === 'MOSS')).toMatchObject({
        price: 5,
        value: 10,
      })
    },
  )

  it('F27: knows no price in another currency', async () => {
    const app = await appOver({})
    expect(await balancesOf(app, { currency: 'eur' })).toMatchObject([
      { symbol: 'SOL', price: null, value: null },
    ])
  })

  it('reads every lamport of an amount that a double cannot hold', async () => {
    const text = '{"jsonrpc":"2.0","id":0,"result":{"context":{"slot":7},"value":18446744073709551615}}'
    const { value } = JSON.parse(text).result
    expect(value).not.toBe(18446744073709551615n)
    const app = await appOver({
      lies: { getBalance: { result: parseExactJson('{"context":{"slot":7},"value":18446744073709551615}') } },
    })
    expect(await balancesOf(app)).toMatchObject([{ quantity: { numeric: '18446744073.709551615' } }])
  })

  it.each<[string, Partial<FakeMint>]>([
    ['invites to a site', { own: { name: 'Claim at usdc-drop.com', symbol: 'DROP' } }],
    ['has the symbol of a listed token', { metaplex: { name: 'Dollar', symbol: 'usdc' } }],
    ['has the symbol of the native currency', { metaplex: { name: 'Wrapped', symbol: 'SOL' } }],
    ['turns its name around', { own: { name: 'USD\u202eCoin', symbol: 'ROW' } }],
    ['hides a letter', { own: { name: 'Row', symbol: 'US\u200bDC' } }],
    ['mixes alphabets', { own: { name: 'Row', symbol: 'USDС' } }],
    ['has a name of a kilobyte', { own: { name: 'a'.repeat(1_000), symbol: 'LONG' } }],
    ['has no name', {}],
    ['cannot be divided', { metaplex: { name: 'Ticket', symbol: 'TIC' }, decimals: 0 }],
    [
      'differs from a listed one in case alone',
      { address: changeCase(usdc), metaplex: { name: 'Row', symbol: 'ROW' } },
    ],
    ['is on the list of spam', { address: keyOf('told'), metaplex: { name: 'Row', symbol: 'ROW' } }],
  ])('T67: leaves out a token that %s', async (_why, mint) => {
    const app = await appOver(
      {
        mints: [
          { address: keyOf('bait'), decimals: 6, amounts: [9n], ...mint },
          { ...moss, amounts: [1n] },
        ],
      },
      { SPAM_TOKENS: `${svmChain}:${keyOf('told')}` },
    )
    expect((await balancesOf(app)).map(({ symbol }) => symbol)).toEqual(['SOL', 'MOSS'])
  })

  /** What could be the truth, in an answer longer than RPC_ANSWER_LIMIT_BYTES. */
  const flood = (value: unknown) => ({ result: { value, more: 'x'.repeat(32 * 1_024 * 1_024) } })
  it.each<[string, Lies]>([
    ['with 32 MB for a balance', { getBalance: flood(1) }],
    ['with 32 MB for each list of tokens', { getTokenAccountsByOwner: flood([]) }],
    ['with 32 MB of mints', { getMultipleAccounts: flood([null]) }],
    ['with an error inside', { getBalance: { error: { code: -32_603, message: 'x' } } }],
    ['without a balance', { getBalance: { result: { context: {}, value: null } } }],
    ['with a negative balance', { getBalance: { result: { value: -1 } } }],
    ['with half a lamport', { getBalance: { result: { value: 0.5 } } }],
    ['with a balance in words', { getBalance: { result: { value: '7' } } }],
    ['with no list of tokens', { getTokenAccountsByOwner: { result: { value: {} } } }],
    ['with a list of nothing', { getTokenAccountsByOwner: { result: { value: [null] } } }],
    [
      'with parsed accounts instead of bytes',
      { getTokenAccountsByOwner: { result: { value: [{ account: { owner, data: { parsed: {} } } }] } } },
    ],
    ['that refuses tokens', { getTokenAccountsByOwner: { error: { code: -32_010, message: 'excluded' } } }],
    ['with fewer mints than asked for', { getMultipleAccounts: { result: { value: [] } } }],
    ['with a mint that is a number', { getMultipleAccounts: { result: { value: [7] } } }],
    [
      'with a mint in words',
      { getMultipleAccounts: { result: { value: [{ owner, data: ['!!', 'base64'] }] } } },
    ],
    ['with mints of no shape', { getMultipleAccounts: { result: 'none' } }],
  ])('F20: takes no answer from a node %s', async (_why, lies) => {
    const app = await appOver({ mints: [{ ...moss, amounts: [1n] }], lies })
    const response = await ask(app)
    expect(response.status).toBe(503)
    expect(v.parse(routeErrorSchema, await response.json())).toMatchObject({ code: 'APKT009' })
  })

  it('F16: asks no node of another cluster', async () => {
    const fake = await startSvmNode({ owner, mints: [{ ...moss, amounts: [1n] }] })
    const other = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const app = await openApp({ ...environment, RPC_UPSTREAMS: JSON.stringify({ [other]: [fake.url] }) })
    onTestFinished(async () => {
      await app.close()
      await fake.close()
    })
    expect((await ask(app, { chainId: other })).status).toBe(503)
  })

  it('F16: takes no balance from a node of another cluster, which is listed first', async () => {
    const lost = await startSvmNode({
      owner,
      lamports: 9_000_000_000,
      mints: [{ ...jade, amounts: [9n] }],
      cluster: keyOf('another genesis'),
    })
    const right = await startSvmNode({ owner, mints: [{ ...moss, amounts: [1n] }] })
    const app = await openApp({
      ...environment,
      RPC_UPSTREAMS: JSON.stringify({ [svmChain]: [lost.url, right.url] }),
    })
    onTestFinished(async () => {
      await app.close()
      await Promise.all([lost.close(), right.close()])
    })
    for (const query of [{}, { forceUpdate: 'true' }])
      expect(
        (await balancesOf(app, query)).map(({ symbol, quantity }) => [symbol, quantity.numeric]),
      ).toEqual([
        ['SOL', '1.5'],
        ['MOSS', '0.000001'],
      ])
    expect(lost.requests).toEqual([])
  })

  it('counts nothing that is of another owner, or of another program', async () => {
    const stranger = keyOf('stranger')
    const theirs = await startSvmNode({ owner: stranger, mints: [{ ...moss, amounts: [5n] }] })
    const app = await openApp({ ...environment, RPC_UPSTREAMS: JSON.stringify({ [svmChain]: [theirs.url] }) })
    onTestFinished(async () => {
      await app.close()
      await theirs.close()
    })
    expect((await balancesOf(app)).map(({ symbol }) => symbol)).toEqual(['SOL'])
    expect((await balancesOf(app, {}, stranger)).map(({ symbol }) => symbol)).toEqual(['SOL', 'MOSS'])
  })

  it('reads 10,000 token accounts, and describes what is listed first and 500 others', async () => {
    const many = Array.from({ length: 9_990 }, (_, nth) => ({
      address: keyOf(`many ${nth}`),
      decimals: 6,
      amounts: [BigInt(nth + 1)],
    }))
    const app = await appOver({ mints: [...many, { address: usdc, decimals: 6, amounts: [7_000_000n] }] })
    expect((await balancesOf(app)).map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
      ['SOL', '1.5'],
      ['USDC', '7'],
    ])
  })

  it('reads the listed tokens alone of an account with more token accounts than an answer holds', async () => {
    const many = Array.from({ length: 2_000 }, (_, nth) => ({
      address: keyOf(`many ${nth}`),
      decimals: 6,
      amounts: [1n],
    }))
    const app = await appOver(
      { mints: [...many, { address: usdc, decimals: 6, amounts: [7_000_000n] }] },
      { RPC_ANSWER_LIMIT_BYTES: '100000' },
    )
    expect((await balancesOf(app)).map(({ symbol }) => symbol)).toEqual(['SOL', 'USDC'])
  })

  it('has no balances for an address of another kind, nor on a chain that is not described', async () => {
    const app = await appOver({ mints: [{ ...moss, amounts: [1n] }] })
    expect(await balancesOf(app, {}, `0x${'1'.repeat(40)}`)).toEqual([])
    expect(await balancesOf(app, {}, owner.slice(2))).toEqual([])
    expect(await balancesOf(app, { chainId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' })).toEqual([])
  })
})

it('POST /v1/fungible/price: prices the native currency and mints by their exact addresses', async () => {
  const app = await appOver({ mints: [{ ...moss, amounts: [1n] }] })
  const native = 'So11111111111111111111111111111111111111111'
  const addresses = [native, usdc, moss.address, native.toLowerCase(), changeCase(usdc), owner]
  const response = await app.request('/v1/fungible/price?projectId=latchkey-dev', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ addresses: addresses.map(address => `${svmChain}:${address}`) }),
  })
  const { fungibles } = v.parse(postFungiblePrice.response, await response.json())
  expect(fungibles.map(({ symbol, price }) => [symbol, price])).toEqual([
    ['SOL', 150],
    ['USDC', 1],
    ['MOSS', null],
  ])
})

/** The same letters, one of them in another case. */
function changeCase(address: string): string {
  const at = [...address].findLastIndex(
    letter => /[a-km-zA-HJ-NP-Z]/.test(letter) && /[a-hj-km-np-z]/i.test(letter),
  )
  const letter = address.charAt(at)
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return address.slice(0, at) + other + address.slice(at + 1)
}
