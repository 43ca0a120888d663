import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Hex, zeroAddress } from '../indexer/hexBytes.ts'
import { createEtherscanHistory } from './createEtherscanHistory.ts'
import type { HistoryEntry, HistoryProvider } from './historyProvider.ts'
import { toTransaction } from './toTransaction.ts'

// Rows as the documentation shows them (docs.etherscan.io, Accounts), with what they have beside what we read.
const account: Hex = '0x4e83362442b8d1bec281594cea3050c8eb01311c'
const ordinary = {
  blockNumber: '14923692',
  blockHash: '0x7e1638fd2c6bdd05ffd83c1cf06c63e2f67d0f802084bef076d06bdcf86d1bb0',
  timeStamp: '1654646411',
  hash: '0xc52783ad354aecc04c670047754f062e3d6d04e8f5b24774472651f9c3882c60',
  nonce: '7',
  transactionIndex: '61',
  from: account,
  to: '0x9aa99c23f67c81701c772b106b4f83f6e858dd2e',
  value: '1500000000000000000',
  gas: '21000',
  gasPrice: '83924748773',
  input: '0x',
  methodId: '0x',
  functionName: '',
  contractAddress: '',
  cumulativeGasUsed: '10450178',
  txreceipt_status: '1',
  gasUsed: '21000',
  confirmations: '122485',
  isError: '0',
}
const deployment = {
  ...ordinary,
  blockNumber: '14923678',
  hash: `0x${'d'.repeat(64)}`,
  to: '',
  value: '0',
  input: '0x61016060405234',
  methodId: '0x61016060',
  contractAddress: '0xc5102fe9359fd9a28f877a67e36b0f050d81a3cc',
}
const failed = {
  ...ordinary,
  blockNumber: '14923600',
  hash: `0x${'f'.repeat(64)}`,
  isError: '1',
  txreceipt_status: '0',
}
const fungible = {
  blockNumber: '4730207',
  timeStamp: '1513240363',
  hash: '0xe8c208398bd5ae8e4c237658580db56a2a94dfa0ca382c99b776fa6e7d31d5b4',
  nonce: '406',
  blockHash: '0x022c5e6a3d2487a8ccf8946a2ffb74938bf8e5c8a3f6d91b41c56378a96b5c37',
  from: '0x642ae78fafbb8032da552d619ad43f1d81e4dd7c',
  contractAddress: '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2',
  to: account,
  value: '5901522149285533025181',
  tokenName: 'Maker',
  tokenSymbol: 'MKR',
  tokenDecimal: '18',
  transactionIndex: '81',
  gas: '940000',
  gasPrice: '32010000000',
  gasUsed: '77759',
  cumulativeGasUsed: '2523379',
  input: 'deprecated',
  confirmations: '7968350',
}
const { value: _value, ...withoutValue } = fungible
const collectible = {
  ...withoutValue,
  hash: `0x${'7'.repeat(64)}`,
  blockNumber: '4730209',
  contractAddress: '0x06012c8cf97bead5deae237070f9587f8e7a266d',
  tokenID: '202106',
  tokenName: 'CryptoKitties',
  tokenSymbol: 'CK',
  tokenDecimal: '0',
}
const multi = {
  ...withoutValue,
  hash: `0x${'8'.repeat(64)}`,
  blockNumber: '4730211',
  contractAddress: '0x76be3b62873462d2142405439777e971754e8e77',
  tokenID: '10371',
  tokenValue: '3',
  tokenName: 'parallel',
  tokenSymbol: 'LL',
}

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
const list = (result: unknown): Answer => ({ body: { status: '1', message: 'OK', result } })
const none: Answer = { body: { status: '0', message: 'No transactions found', result: [] } }

let server: Server
let asked: URL[]
let lines: string[]
let answers: Record<string, Answer[]>
/** Answers in the place of the lists above. */
let respond: ((query: URLSearchParams) => Answer) | undefined
let provider: HistoryProvider
let now: number
beforeEach(async () => {
  asked = []
  lines = []
  answers = {}
  respond = undefined
  now = 0
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    asked.push(url)
    const action = url.searchParams.get('action') ?? ''
    const queue = answers[action] ?? []
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    const { status = 200, headers = {}, body } = respond?.(url.searchParams) ?? answer ?? none
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  provider = createEtherscanHistory({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/api`,
    key: 'SECRETKEY',
    clock: () => now,
    log: pino({ level: 'debug' }, { write: line => lines.push(line) }),
    limitPause: 0,
  })
})
afterEach(() => new Promise(resolve => server.close(resolve)))

const ask = (before?: { block: number; position: number }) =>
  provider.list({ chain: 'eip155:1', account, before, limit: 25 })

describe('createEtherscanHistory', () => {
  it('puts the four lists together, newest first', async () => {
    answers = {
      txlist: [list([ordinary, deployment, failed])],
      tokentx: [list([fungible])],
      tokennfttx: [list([collectible])],
      token1155tx: [list([multi])],
    }
    const { entries, tokens, more } = await ask()
    expect(more).toBe(false)
    expect(entries.map(({ block }) => block)).toEqual([
      14923692, 14923678, 14923600, 4730211, 4730209, 4730207,
    ])
    const [sent, deployed, broken, many, one, coins] = entries
    expect(sent).toMatchObject({
      hash: ordinary.hash,
      position: 61,
      minedAt: 1_654_646_411_000,
      status: 1,
      nonce: 7,
      sender: account,
      recipient: ordinary.to,
      selector: null,
      legs: [{ standard: 'native', token: null, amount: 1_500_000_000_000_000_000n, sender: account }],
    })
    expect(deployed).toMatchObject({ recipient: null, created: deployment.contractAddress, legs: [] })
    expect(broken).toMatchObject({ status: 0, legs: [] })
    expect(many?.legs).toMatchObject([{ standard: 'erc1155', tokenId: 10371n, amount: 3n }])
    expect(one?.legs).toMatchObject([{ standard: 'erc721', tokenId: 202106n, amount: 1n }])
    expect(coins).toMatchObject({
      nonce: null,
      sender: null,
      recipient: null,
      legs: [{ standard: 'erc20', amount: 5_901_522_149_285_533_025_181n, recipient: account }],
    })
    expect(tokens.get(fungible.contractAddress as Hex)).toEqual({
      name: 'Maker',
      symbol: 'MKR',
      decimals: 18,
    })
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      chainid: '1',
      module: 'account',
      action: 'txlist',
      address: account,
      page: '1',
      offset: '100',
      sort: 'desc',
      apikey: 'SECRETKEY',
    })
  })

  it('gives a transaction all its legs, whichever lists they stand in', async () => {
    const swap = {
      ...ordinary,
      hash: fungible.hash,
      blockNumber: fungible.blockNumber,
      transactionIndex: '81',
    }
    answers = { txlist: [list([swap])], tokentx: [list([fungible])] }
    const { entries } = await ask()
    expect(entries).toHaveLength(1)
    expect(entries[0]?.legs.map(({ standard }) => standard)).toEqual(['native', 'erc20'])
  })

  it('goes on from a place, and leaves what a full list may have cut for the next page', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      ...ordinary,
      blockNumber: String(2_000 - Math.floor(index / 2)),
      transactionIndex: String(index % 2 === 0 ? 5 : 2),
      hash: `0x${index.toString(16).padStart(64, '0')}`,
    }))
    const older = { ...fungible, blockNumber: '1950' }
    answers = { txlist: [list(rows)], tokentx: [list([older])] }
    const first = await provider.list({ chain: 'eip155:1', account, before: undefined, limit: 200 })
    // Block 1951 is the full list's last one: it and all below wait.
    expect(first.more).toBe(true)
    expect(Math.min(...first.entries.map(({ block }) => block))).toBe(1_952)
    const second = await ask({ block: 1_990, position: 5 })
    expect(asked.at(-1)?.searchParams.get('endblock')).toBe('1990')
    expect(second.entries[0]).toMatchObject({ block: 1_990, position: 2 })
    expect(second.entries).toHaveLength(25)
  })

  it("T63: does not attribute a transaction that only moved the account's tokens to the account", async () => {
    // Any account may call transferFrom(account, look-alike, 0).
    const poison = { ...fungible, from: account, to: fungible.from, value: '0' }
    answers = { txlist: [list([ordinary])], tokentx: [list([poison])] }
    const [sent, moved] = (await ask()).entries
    expect([sent?.sender, moved?.sender]).toEqual([account, null])
    const { metadata, transfers } = toTransaction(moved as HistoryEntry, {
      chain: 'eip155:1',
      account,
      facts: undefined,
      tokens: new Map(),
      vouchedToken: () => undefined,
      nfts: new Map(),
      spam: { vouched: () => true, symbols: new Set(), listed: () => false },
    })
    expect(metadata).toMatchObject({ sentFrom: zeroAddress, sentTo: null, nonce: null })
    expect(transfers.map(({ fungible_info: token }) => token?.flags.is_spam)).toEqual([true])
  })

  it('shows every transaction, also around a block that fills a list by itself', async () => {
    const hashOf = (block: number) => `0x${block.toString(16).padStart(64, '0')}`
    const call = (block: number) => ({ ...ordinary, blockNumber: `${block}`, hash: hashOf(block) })
    const coin = (block: number) => ({ ...fungible, blockNumber: `${block}`, hash: hashOf(block) })
    const evens = Array.from({ length: 40 }, (_, index) => 998 - 2 * index)
    // One transaction that pays a hundred and twenty accounts stands before older ones.
    const rows: Readonly<Record<string, readonly { readonly blockNumber: string }[]>> = {
      txlist: [call(1_000), ...evens.map(call)],
      tokentx: [...Array.from({ length: 120 }, () => coin(1_000)), ...evens.map(block => coin(block + 1))],
    }
    respond = query => {
      const end = Number(query.get('endblock') ?? Number.POSITIVE_INFINITY)
      const all = rows[query.get('action') ?? ''] ?? []
      return list(all.filter(({ blockNumber }) => Number(blockNumber) <= end).slice(0, 100))
    }
    const seen: number[] = []
    let page = await ask()
    for (let turn = 0; turn < 10; turn++) {
      seen.push(...page.entries.map(({ block }) => block))
      const last = page.entries.at(-1)
      if (!page.more || last === undefined) break
      page = await ask(last)
    }
    expect(seen).toEqual([1_000, ...Array.from({ length: 80 }, (_, index) => 999 - index)])
  })

  it.each<[string, Answer, string]>([
    [
      'a wrong key',
      { body: { status: '0', message: 'NOTOK', result: 'Invalid API Key (#err2)|SECRETKEY' } },
      'refused',
    ],
    [
      'its limit',
      { body: { status: '0', message: 'NOTOK', result: 'Max calls per sec rate limit reached (5/sec)' } },
      'over its limit',
    ],
    ['HTTP 503', { status: 503, headers: { 'retry-after': '7' }, body: '' }, 'HTTP 503'],
    ['no JSON', { body: '<html>' }, 'another shape'],
    ['another shape', list([{ ...ordinary, value: '-1' }]), 'another shape'],
    ['a row without its place', list([{ ...ordinary, transactionIndex: undefined }]), 'another shape'],
  ])('F21 T44: %s is an outage, and the key stays out of it', async (_name, answer, reason) => {
    answers = { txlist: [answer] }
    const failure = await ask().catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'HistoryOutage' })
    expect(String(failure)).toContain(reason)
    if (answer.status === 503) expect(failure).toMatchObject({ retryAfter: 7 })
    expect(lines.join() + String(failure)).not.toContain('SECRETKEY')
    expect(lines).toHaveLength(1)
    // It is not remembered.
    answers = { txlist: [list([ordinary])] }
    expect((await ask()).entries).toHaveLength(1)
  })

  it('retries once after its limit was reached', async () => {
    const over = { body: { status: '0', message: 'NOTOK', result: 'Max rate limit reached' } }
    answers = { txlist: [over, list([ordinary])] }
    expect((await ask()).entries).toHaveLength(1)
  })

  it('SPEC §9: asks again for a page only after fifteen seconds', async () => {
    answers = { txlist: [list([ordinary])] }
    await Promise.all([ask(), ask()])
    now = 14_999
    await ask()
    expect(asked).toHaveLength(4)
    now = 15_000
    await ask()
    expect(asked).toHaveLength(8)
  })
})
