/** What stands above an approval: the figure once, its worth, and for whom. */
import { expect, test } from 'vitest'
import type { ApprovalProgress } from '../provider/approval.ts'
import { readRequest } from '../provider/readRequest.ts'
import { composeApproval } from './composeApproval.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const strange = `0x${'1a'.repeat(20)}`
const asking = {
  host: 'https://shop.example',
  chainId: 'eip155:1',
  account,
  payee: { name: 'Fernweh Press', addresses: [till] },
} as const
const ether = 10n ** 18n
const seen: ApprovalProgress = {
  at: 'known',
  tokens: {
    [usdc.toLowerCase()]: { symbol: 'USDC', decimals: 6, isCollection: false, isListed: true },
    [strange]: { symbol: 'USDC', decimals: 6, isCollection: false },
  },
  known: [account.toLowerCase()],
  prices: { '': 2_500, [usdc.toLowerCase()]: 1, [strange]: 1 },
  names: { [other.toLowerCase()]: 'ada.eth' },
  sent: 0,
  fee: { value: 21_000_000_000_000n, decimals: 18 },
  simulation: { at: 'works', changes: [] },
}
const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
const ask = (method: string, params: unknown, change: Partial<ApprovalProgress> = {}) =>
  composeApproval(readRequest(method, params, asking).request, { ...seen, ...change })
const send = (fields: object, change?: Partial<ApprovalProgress>) =>
  ask('eth_sendTransaction', [fields], change)
const permit = (value: string) => ({
  types: {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { chainId: 1, verifyingContract: usdc },
  message: { owner: account, spender: other, value, nonce: 0, deadline: 99 },
})

test.each([
  [
    'a payment to the project',
    send({ to: till, value: '0xb1a2bc2ec50000' }),
    'Send 0.05 ETH',
    { fiat: '≈ $125.00', who: { word: 'to', address: till, name: 'Fernweh Press' } },
  ],
  [
    'a token to a named account',
    send({ to: usdc, data: `0xa9059cbb${word(other)}${word(1_234_500_000n)}` }),
    'Send 1,234.5 USDC',
    { fiat: '≈ $1,234.50', who: { word: 'to', address: other, name: 'ada.eth' } },
  ],
  [
    'a token on no list, without its worth',
    send({ to: strange, data: `0xa9059cbb${word(other)}${word(5_000_000n)}` }),
    'Send 5,000,000 base units of 0x1a1A…1a1a1a',
    { who: { word: 'to', address: other, name: 'ada.eth' } },
  ],
  [
    'an allowance',
    send({ to: usdc, data: `0x095ea7b3${word(other)}${word(5_000_000n)}` }),
    'Allow spending',
    { figure: '5 USDC', fiat: '≈ $5.00', who: { word: 'by', address: other, name: 'ada.eth' } },
  ],
  [
    'an allowance that is raised',
    send({ to: usdc, data: `0x39509351${word(other)}${word(5_000_000n)}` }),
    'Allow spending more',
    {
      figure: '5 USDC more than before',
      fiat: '≈ $5.00',
      who: { word: 'by', address: other, name: 'ada.eth' },
    },
  ],
  [
    'a permit',
    ask('eth_signTypedData_v4', [account, permit('5000000')]),
    'Allow spending',
    { figure: '5 USDC', fiat: '≈ $5.00', who: { word: 'by', address: other, name: 'ada.eth' } },
  ],
  [
    'a collectible',
    send({ to: strange, data: `0x42842e0e${word(account)}${word(other)}${word(7n)}` }),
    'Send a collectible',
    { who: { word: 'to', address: other, name: 'ada.eth' } },
  ],
] as const)('T58: says of %s its figure, worth and receiver', (_, view, title, headline) => {
  expect(view.title).toBe(title)
  expect(view.headline).toEqual(headline)
})

test('T58: says an amount once, and keeps the line of what is dangerous, claimed or not in the headline', () => {
  const inSight = (view: ReturnType<typeof send>) =>
    view.effects.filter(({ place }) => place === undefined).map(({ label }) => label)
  expect(inSight(send({ to: till, value: '0xb1a2bc2ec50000' }))).toEqual([])
  expect(inSight(send({ to: other, value: '0xb1a2bc2ec50000' }))).toEqual(['To'])
  expect(inSight(send({ to: usdc, data: `0x095ea7b3${word(other)}${word(5_000_000n)}` }))).toEqual([
    'Spender',
  ])
  expect(inSight(send({ to: usdc, data: `0x095ea7b3${word(till)}${word(2n ** 256n - 1n)}` }))).toEqual([
    'Allow to spend',
    'Spender',
  ])
  expect(inSight(send({ to: strange, data: `0xa9059cbb${word(other)}${word(5n)}` }))).toEqual([
    'Send',
    'To',
    'Token',
  ])
  expect(inSight(send({ to: strange, data: `0x42842e0e${word(account)}${word(till)}${word(7n)}` }))).toEqual([
    'Send',
    'Collection',
  ])
})

test('T58: names the receiver of each call of a batch, also one that is known', () => {
  const view = ask('wallet_sendCalls', [
    {
      version: '2.0.0',
      chainId: '0x1',
      calls: [
        { to: till, value: '0xb1a2bc2ec50000' },
        { to: other, value: '0xb1a2bc2ec50000' },
      ],
    },
  ])
  expect(view.headline).toBeUndefined()
  const inSight = view.effects.filter(({ place }) => place === undefined)
  expect(inSight.map(({ label, value, fiat, name }) => [label, value, fiat, name])).toEqual([
    ['1 of 2', undefined, undefined, undefined],
    ['Send', '0.05 ETH', '≈ $125.00', undefined],
    ['To', undefined, undefined, 'Fernweh Press'],
    ['2 of 2', undefined, undefined, undefined],
    ['Send', '0.05 ETH', '≈ $125.00', undefined],
    ['To', undefined, undefined, 'ada.eth'],
  ])
  expect(view.facts).toContainEqual({
    label: 'Total, at most',
    value: '0.1001 ETH',
    fiat: '≈ $250.05',
    isTotal: true,
  })
})

test('T58: names a pinned router, as a spender and as what swaps, with its address in sight', () => {
  const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
  const named = { address: router, name: 'Uniswap' }
  const allow = send({ to: usdc, data: `0x095ea7b3${word(router)}${word(5_000_000n)}` })
  expect(allow.effects).toContainEqual({ label: 'Spender', ...named })
  const path = [usdc, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2']
  const swap = `0x04e45aaf${path.map(word).join('')}${word(500n)}${word(account)}${word(5_000_000n)}${word(1n)}${word(0n)}`
  expect(send({ to: router, data: swap }).effects).toContainEqual({ label: 'By', ...named })
})

test('F27: shows what goes out and comes in, with its worth where it is not said above', () => {
  const changes = [
    { asset: {}, change: -ether / 20n },
    { asset: { address: usdc }, change: 120_000_000n },
    { asset: { address: strange }, change: 5_000_000n },
  ]
  const { facts } = send({ to: till, value: '0xb1a2bc2ec50000' }, { simulation: { at: 'works', changes } })
  expect(facts.slice(0, 3)).toEqual([
    { label: 'You pay', value: '−0.05 ETH' },
    { label: 'You get', value: '+120 USDC', fiat: '≈ $120.00' },
    {
      label: 'You get',
      value: '+5,000,000 base units of 0x1a1a…1a1a1a',
      claim: 'The token calls it 5 “USDC”',
      contract: strange,
    },
  ])
})

test('F27: without prices no money is shown, and nothing else changes', () => {
  const { prices: _, ...rest } = seen
  const request = readRequest(
    'eth_sendTransaction',
    [{ to: till, value: '0xb1a2bc2ec50000' }],
    asking,
  ).request
  const plain = composeApproval(request, rest)
  expect(JSON.stringify(plain)).not.toContain('$')
  const { asksTwice, warnings } = composeApproval(request, seen)
  expect({ asksTwice, warnings }).toEqual({ asksTwice: plain.asksTwice, warnings: plain.warnings })
})

test('F27: the details say what the amounts in dollars are counted by, and since when', () => {
  const fields = { to: till, value: '0xb1a2bc2ec50000' }
  const price = { label: 'Price of 1 ETH', value: '≈ $2,500.00, 2026-11-24 20:31 UTC' }
  const pricedAt = Date.UTC(2026, 10, 24, 20, 31, 5)
  expect(send(fields, { pricedAt }).details).toEqual([price])
  // Withdrawn prices have no time either.
  expect(send(fields, { pricedAt, prices: {} }).details).toEqual([])
})

test('T63: an address that looks like the project’s own has to be typed', () => {
  const twin = `${till.slice(0, 6)}${'0'.repeat(30)}${till.slice(-6)}`.toLowerCase()
  const view = send({ to: twin, value: '0x1' })
  expect(view.alike?.known.toLowerCase()).toBe(till.toLowerCase())
  expect(view.headline?.who?.name).toBeUndefined()
})
