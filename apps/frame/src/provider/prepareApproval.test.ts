import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { composeApproval } from '../approve/composeApproval.ts'
import type { ApprovalProgress } from './approval.ts'
import { NoAnswer, NodeFault } from './nodes.ts'
import { prepareApproval } from './prepareApproval.ts'
import { readRequest } from './readRequest.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const nft = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
const asking = { host: 'https://shop.example', chainId: 'eip155:1', account } as const
const store = {
  read: async () => undefined,
  write: async () => true,
  remove: async () => {},
  clear: async () => {},
}
const { signal } = new AbortController()

const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
const yes = `0x${word(1n)}`
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const transfer = (token: string, amount: bigint) => ({
  to: token,
  data: `0xa9059cbb${word(to)}${word(amount)}`,
})
const approve = (token: string, amount: bigint) => ({
  to: token,
  data: `0x095ea7b3${word(to)}${word(amount)}`,
})

type Ask = 'symbol' | 'decimals' | 'isCollection'
const asks: Readonly<Record<string, Ask>> = {
  '0x95d89b41': 'symbol',
  '0x313ce567': 'decimals',
  '0x01ffc9a7': 'isCollection',
}

/** What an approval says once its contracts, and what would happen, were asked; of nothing else does a node say anything. */
async function prepare(
  calls: readonly object[],
  answer: (contract: string, ask: Ask) => unknown,
  logs?: readonly unknown[],
): Promise<ReturnType<typeof composeApproval>> {
  const params = [{ version: '2.0.0', chainId: '0x1', calls }]
  const { request } = readRequest('wallet_sendCalls', params, asking)
  let progress: ApprovalProgress = { at: 'asking', tokens: {}, known: [], sent: 0 }
  const nodes = async (method: string, params: readonly unknown[] = []) => {
    if (method === 'eth_simulateV1' && logs)
      return [{ calls: calls.map(() => ({ status: '0x1', returnData: '0x', logs })) }]
    if (method !== 'eth_call') throw new NoAnswer(method)
    const { to: contract, data } = params[0] as { readonly to: string; readonly data: string }
    return answer(contract, asks[data.slice(0, 10)] as Ask)
  }
  await prepareApproval(
    { nodes: () => nodes, store },
    request,
    change => {
      progress = { ...progress, ...change }
    },
    signal,
  )
  return composeApproval(request, { ...progress, at: 'known' })
}

const values = (shown: Awaited<ReturnType<typeof prepare>>, label: string) =>
  shown.effects.filter(each => each.label === label).map(({ value }) => value)

/** On no list, so that they are asked. */
const one = `0x${'1a'.repeat(20)}`
const two = `0x${'2b'.repeat(20)}`

test.each([
  [one, two],
  [two, one],
])('finds the names of several tokens, whichever answers last', async (first, last) => {
  const words: Readonly<Record<string, readonly [string, bigint]>> = {
    [one]: ['ONE', 6n],
    [two]: ['TWO', 18n],
  }
  const answered = Promise.withResolvers<void>()
  let open = 3
  const shown = await prepare(
    [transfer(one, 5_000_000n), transfer(two, 7n * 10n ** 18n)],
    async (contract, ask) => {
      if (contract === last.toLowerCase()) await answered.promise
      const [symbol, decimals] = words[contract] ?? ['', 0n]
      // The three answers of the first are in before the last has one.
      if (contract === first.toLowerCase() && --open === 0) setImmediate(answered.resolve)
      return { symbol: text(symbol), decimals: `0x${word(decimals)}`, isCollection: `0x${word(0n)}` }[ask]
    },
  )
  expect(values(shown, 'Send')).toEqual([
    '5,000,000 base units of 0x1a1A…1a1a1a',
    '7,000,000,000,000,000,000 base units of 0x2b2B…2b2B2B',
  ])
  // What a token says of itself stands beside, and is marked.
  expect(shown.effects.flatMap(({ claim }) => claim ?? [])).toEqual([
    'The token calls it 5 “ONE”',
    'The token calls it 7 “TWO”',
  ])
})

test('T58: takes symbol and decimals of a listed token from the list, and asks no contract for them', async () => {
  const asked: string[] = []
  const shown = await prepare(
    [transfer(usdc, 5_000_000n), transfer(dai, 7n * 10n ** 18n)],
    (contract, ask) => {
      asked.push(contract)
      return { symbol: text('LIES'), decimals: `0x${word(0n)}`, isCollection: yes }[ask]
    },
  )
  expect(values(shown, 'Send')).toEqual(['5 USDC', '7 DAI'])
  expect(asked).toEqual([])
})

const refuses = (contract: string, ask: Ask) => {
  if (contract !== nft.toLowerCase() || ask !== 'isCollection') return '0x'
  return yes
}

test('asks each contract of a batch for its kind, so that number 0 of a collection is not called a revocation', async () => {
  const others = Array.from({ length: 19 }, (_, at) =>
    approve(`0x${(0xbad000 + at).toString(16).padStart(40, '0')}`, 0n),
  )
  const shown = await prepare([...others, approve(nft, 0n)], refuses)
  expect(values(shown, 'Allow to spend')).toEqual(['#0'])
  expect(values(shown, 'Revoke')).toHaveLength(19)
})

test('treats a contract of unknown kind as a possible collection', async () => {
  const none = await prepare([approve(nft, 0n)], () => {
    throw new NoAnswer('eth_call')
  })
  expect(none.effects[0]).toMatchObject({ label: 'Allow to spend', value: '0 base units of 0xC364…11FE88' })
  // As most tokens answer: they have no such function.
  const token = await prepare([approve(nft, 0n)], () => {
    throw new NodeFault({ code: 3, message: 'execution reverted' })
  })
  expect(token.effects[0]).toEqual({ label: 'Revoke', value: 'the spending permission' })
  // Other nodes use other words for it, and an answer that is no contract's counts as none, whatever its words.
  const other = await prepare([approve(nft, 0n)], () => {
    throw new NodeFault({ code: -32_015, message: 'VM execution error.' })
  })
  expect(other.effects[0]).toEqual({ label: 'Revoke', value: 'the spending permission' })
  const limited = await prepare([approve(nft, 0n)], () => {
    throw new NodeFault({ code: -32_005, message: 'request rate exceeds the limit' })
  })
  expect(limited.effects[0]).toMatchObject({
    label: 'Allow to spend',
    value: '0 base units of 0xC364…11FE88',
  })
  // One call of a contract's own can name more than are asked.
  const all = [
    ...Array.from({ length: 20 }, (_, at) => transfer(`0x${word(BigInt(at + 1)).slice(-40)}`, 1n)),
    approve(nft, 0n),
  ]
  const abi = parseAbi(['function execute((address,uint256,bytes)[])'])
  const args = [all.map(({ to, data }) => [to as Hex, 0n, data as Hex] as const)] as const
  const many = await prepare([{ to, data: encodeFunctionData({ abi, args }) }], refuses)
  expect(many.effects.at(-3)?.label).toBe('Allow to spend')
})

test('reports outgoing before incoming assets, and an unreadable number of them as unknown', async () => {
  const moves = (token: string, from: string, receiver: string) => ({
    address: token,
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      `0x${word(from)}`,
      `0x${word(receiver)}`,
    ],
    data: `0x${word(5n)}`,
  })
  const gifts = Array.from({ length: 20 }, (_, at) =>
    moves(`0x${word(BigInt(at + 1)).slice(-40)}`, to, account),
  )
  const drain = moves(usdc, account, to)
  const call = [{ to, data: '0xdeadbeef' }]
  const balances = (shown: Awaited<ReturnType<typeof prepare>>) =>
    shown.facts.filter(({ label }) => ['Your balance', 'You pay', 'You get'].includes(label))
  const all = await prepare(call, refuses, [...gifts.slice(1), drain])
  expect(balances(all)).toHaveLength(20)
  expect(balances(all)[0]).toEqual({ label: 'You pay', value: '−0.000005 USDC' })
  const many = await prepare(call, refuses, [...gifts, drain])
  expect(balances(many)).toEqual([{ label: 'Your balance', value: '—' }])
  expect(many.warnings.map(({ text }) => text)).toContain('We couldn’t check in advance what this changes.')
})
