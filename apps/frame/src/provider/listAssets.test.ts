import type { TokenBalance } from 'latchkey/contract'
import { expect, test } from 'vitest'
import { createBalances } from './createBalances.ts'
import { listAssets } from './listAssets.ts'
import { NoAnswer } from './nodes.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const coin = '0x1111111111111111111111111111111111111111'
const nativeOf = (chainId: 'eip155:1'): TokenBalance => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId,
  value: 3000,
  price: 2000,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: null,
})
const tokenOf = (chainId: 'eip155:1'): TokenBalance => ({
  ...nativeOf(chainId),
  name: 'Coin',
  symbol: 'COIN',
  address: coin,
  value: null,
  price: null,
  quantity: { decimals: '6', numeric: '2.000001' },
})
const native = {
  address: 'native',
  type: 'native',
  balance: '0x14d1120d7b160000',
  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 2000, value: 3000 },
}
const token = {
  address: coin,
  type: 'erc20',
  balance: '0x1e8481',
  metadata: { name: 'Coin', symbol: 'COIN', decimals: 6 },
}
const bare = {
  address: 'native',
  type: 'native',
  balance: '0x7',
  metadata: { name: '', symbol: '', decimals: 18 },
}

/** The services know Ethereum; of the other network there are nodes alone. */
function ask(params: unknown, change: { silent?: boolean; out?: boolean } = {}) {
  const asked: string[] = []
  const answer = listAssets(
    {
      login: async () => (change.out ? undefined : ({ addresses: { eip155: account } } as never)),
      nodes: () => async () => {
        if (change.silent) throw new NoAnswer('eth_getBalance')
        return '0x7'
      },
      async balances({ chainId, isFresh }) {
        asked.push(`${chainId}${isFresh ? ' anew' : ''}`)
        return chainId === 'eip155:1' ? [nativeOf(chainId), tokenOf(chainId)] : []
      },
    },
    ['eip155:1', 'eip155:7121'],
    params,
  )
  return { answer, asked }
}

test("lists everything on the page's networks, exact, with known prices", async () => {
  const { answer, asked } = ask([{ account: account.toLowerCase() }])
  expect(await answer).toEqual({ '0x1': [native, token], '0x1bd1': [bare] })
  expect(asked).toEqual(['eip155:1', 'eip155:7121'])
})

test.each<readonly [string, object, object]>([
  ['a network', { chainFilter: ['0x1'] }, { '0x1': [native, token] }],
  ['a network, written otherwise', { chainFilter: ['0x01'] }, { '0x1': [native, token] }],
  ['one that the page does not list', { chainFilter: ['0x5'] }, {}],
  ['a type', { assetTypeFilter: ['erc20'] }, { '0x1': [token], '0x1bd1': [] }],
  [
    'assets, beside which the rest does not count',
    {
      assetFilter: { '0x1': [{ address: coin.toUpperCase().replace('0X', '0x'), type: 'erc20' }] },
      chainFilter: ['0x1bd1'],
    },
    { '0x1': [token] },
  ],
  ['the native currency', { assetFilter: { '0x1bd1': [{ address: 'native' }] } }, { '0x1bd1': [bare] }],
])('lists only %s', async (_name, filter, expected) => {
  expect(await ask([{ account, ...filter }]).answer).toEqual(expected)
})

test('leaves out an unreadable network where the page names none (F20)', async () => {
  expect(await ask([{ account }], { silent: true }).answer).toEqual({ '0x1': [native, token] })
})

test('reads two hundred networks six at a time, and reports a refused one by itself (F13)', async () => {
  const networks = Array.from({ length: 200 }, (_, at) => `eip155:${9_000 + at}` as const)
  let [open, most, nodes] = [0, 0, 0]
  const answer = await listAssets(
    {
      login: async () => ({ addresses: { eip155: account } }) as never,
      nodes: () => async () => {
        nodes++
        return '0x7'
      },
      async balances({ chainId }) {
        most = Math.max(most, ++open)
        await new Promise(resolve => setImmediate(resolve))
        open--
        if (chainId === 'eip155:9100') throw new Error('HTTP 429')
        return []
      },
    },
    networks,
    [{ account }],
  )
  const ids = Object.keys(answer as object)
  expect([most, nodes, ids.length, ids.includes('0x238c')]).toEqual([6, 199, 199, false])
})

test("reads one requested network afresh, and several from the services' cache", async () => {
  const { answer, asked } = ask([{ account, chainFilter: ['0x1'] }])
  await answer
  expect(asked).toEqual(['eip155:1 anew'])
})

test.each<readonly [string, unknown, { silent?: boolean; out?: boolean }, number]>([
  ['another account', [{ account: coin }], {}, 4100],
  ['nobody logged in', [{ account }], { out: true }, 4100],
  ['nothing asked', [], {}, -32602],
  ['a filter of something else', [{ account, chainFilter: [1] }], {}, -32602],
  [
    'a network that is named and cannot be read: no shorter list (F20)',
    [{ account, chainFilter: ['0x1', '0x1bd1'] }],
    { silent: true },
    -32002,
  ],
  [
    'none that can be read (F20)',
    [{ account, assetFilter: { '0x1bd1': [{ address: 'native' }] } }],
    { silent: true },
    -32002,
  ],
])('%s', async (_name, params, change, code) => {
  await expect(ask(params, change).answer).rejects.toMatchObject({ context: { rpc: { code } } })
})

test("bypasses the services' cache at most once in ten seconds for each network", async () => {
  const at = { now: 0 }
  const forced: string[] = []
  const balances = createBalances({
    services: 'https://services.example/',
    projectId: 'shop',
    now: () => at.now,
    fetch: async url => {
      const { searchParams } = new URL(String(url))
      if (searchParams.has('forceUpdate')) forced.push(searchParams.get('chainId') ?? '')
      return Response.json({ balances: [] })
    },
  })
  const look = (chainId: 'eip155:1' | 'eip155:10', isFresh = true) =>
    balances({ chainId, address: account, isFresh })
  await Promise.all([look('eip155:1'), look('eip155:1'), look('eip155:10')])
  at.now += 9_999
  await look('eip155:1')
  at.now += 1
  await look('eip155:1', false)
  await look('eip155:1')
  expect(forced).toEqual(['eip155:1', 'eip155:10', 'eip155:1'])
})

test('validates the services’ answer, and treats a refusal as none', async () => {
  const answers = [
    Response.json({ balances: [nativeOf('eip155:1')] }),
    Response.json({ balances: [{}] }),
    Response.json({ code: 'APKT009' }, { status: 503 }),
  ]
  const urls: string[] = []
  const balances = createBalances({
    services: 'https://services.example/',
    projectId: 'shop',
    now: () => 0,
    fetch: async url => {
      urls.push(String(url))
      return answers.shift() ?? Response.error()
    },
  })
  const asked = { chainId: 'eip155:1', address: account, isFresh: true } as const
  expect(await balances(asked)).toEqual([nativeOf('eip155:1')])
  await expect(balances({ ...asked, isFresh: false })).rejects.toThrow()
  await expect(balances(asked)).rejects.toThrow()
  expect(urls[0]).toBe(
    `https://services.example/v1/account/${account}/balance?projectId=shop&currency=usd&chainId=eip155%3A1&forceUpdate=true`,
  )
})
