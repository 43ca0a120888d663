import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../../contract/history.ts'
import type { ApprovalEntry, JournalEntry, SwapEntry } from '../../../contract/journal.ts'
import {
  fungible,
  hashOf,
  myAccount,
  noon,
  router,
  transaction,
  usdc,
} from '../../../widget/fixtures/fakeTransactions.ts'
import { composeOwn } from './fixtures/composeOwn.ts'

const usd = { symbol: 'USDC', address: usdc, decimals: 6 }
const ether = { asset: { symbol: 'ETH', decimals: 18 }, amount: '0.1' }
const dollars = (amount: string) => ({ asset: usd, amount })
const base = { from: myAccount, caipNetworkId: 'eip155:1', at: noon, status: 'pending' } as const

const swap = (more: Partial<SwapEntry> = {}): SwapEntry => ({
  ...base,
  kind: 'swap',
  id: 'swap',
  provider: 'pools',
  out: ether,
  in: dollars('198'),
  expiresAt: noon + 60_000,
  hash: hashOf(5),
  ...more,
})
const approval = (more: Partial<ApprovalEntry> = {}): ApprovalEntry => ({
  ...base,
  ...dollars('100'),
  kind: 'approval',
  id: 'approval',
  spender: router,
  hash: hashOf(4),
  ...more,
})
/** `-0.1 ETH`, with `≥` or `≤` for a bound. */
const legsOf = (transactions: readonly Transaction[], sends: readonly JournalEntry[]) =>
  composeOwn(transactions, sends).map(({ legs }) =>
    legs
      .map(({ direction, amount, asset, bound }) => {
        const sign = { in: '+', out: '-', self: '' }[direction]
        return `${sign}${bound ? { atLeast: '≥', atMost: '≤', about: '≈' }[bound] : ''}${amount} ${asset.symbol}`
      })
      .join(' '),
  )

describe('F26 a swap never shows what was quoted as what was received', () => {
  const received = { legs: { out: ether, in: dollars('199.5') } }
  test.each<[string, Partial<SwapEntry>, string]>([
    ['asked', { status: 'asked' }, '-0.1 ETH +≥198 USDC'],
    ['pending', {}, '-0.1 ETH +≥198 USDC'],
    ['unknown', { status: 'unknown' }, '-0.1 ETH +≥198 USDC'],
    ['confirmed, its logs not read yet', { status: 'confirmed' }, '-0.1 ETH +≥198 USDC'],
    ['confirmed', { status: 'confirmed', ...received }, '-0.1 ETH +199.5 USDC'],
    ['the logs say one leg', { status: 'confirmed', legs: { in: dollars('199.5') } }, '-0.1 ETH +199.5 USDC'],
    ['whose incoming amount was asked for', { exact: 'out' }, '-≤0.1 ETH +≥198 USDC'],
    ['the same, confirmed', { exact: 'out', status: 'confirmed', ...received }, '-0.1 ETH +199.5 USDC'],
    ['failed', { status: 'failed' }, '-0.1 ETH'],
    ['dropped', { status: 'dropped' }, '-0.1 ETH'],
    ['received by another account', { recipient: router }, '-0.1 ETH'],
    ['received on another network', { toNetworkId: 'eip155:10' }, '-0.1 ETH'],
  ])('%s', (_, more, expected) => {
    const [entry] = composeOwn([], [swap(more)])
    expect(entry?.kind).toBe('trade')
    expect(legsOf([], [swap(more)])).toEqual([expected])
  })

  test('one that was refused is no activity', () => {
    expect(composeOwn([], [swap({ status: 'rejected' })])).toEqual([])
  })
})

describe('a swap and the history’s entry of the same hash are one', () => {
  const mined = (
    transfers: Parameters<typeof transaction>[2],
    kind: 'trade' | 'send' | 'receive' = 'trade',
  ) => transaction(5, kind, transfers)
  test.each<[string, readonly Transaction[], Partial<SwapEntry>, string]>([
    [
      'the history has both legs',
      [mined([fungible('out', '0.1'), fungible('in', '199.5', usd)])],
      {},
      '-0.1 ETH +199.5 USDC',
    ],
    [
      'the history lacks what a contract paid out',
      [mined([fungible('out', '10', usd)], 'send')],
      {
        out: dollars('10'),
        in: ether,
        status: 'confirmed',
        legs: { out: dollars('10'), in: { ...ether, amount: '0.0049' } },
      },
      '-10 USDC +0.0049 ETH',
    ],
    [
      'neither says it',
      [mined([fungible('out', '10', usd)], 'send')],
      { out: dollars('10'), in: ether },
      '-10 USDC +≥0.1 ETH',
    ],
    [
      'the history lacks what went out',
      [mined([fungible('in', '199.5', usd)], 'receive')],
      {},
      '-0.1 ETH +199.5 USDC',
    ],
    ['it failed', [transaction(5, 'execute', [], { status: 'failed' })], {}, ''],
  ])('%s', (_, history, more, expected) => {
    expect(composeOwn(history, [swap(more)])).toMatchObject([{ id: hashOf(5), kind: 'trade' }])
    expect(legsOf(history, [swap(more)])).toEqual([expected])
  })

  test('by its hash in another case', () => {
    const hash = `0x${hashOf(5).slice(2).toUpperCase()}`
    expect(composeOwn([mined([fungible('out', '0.1')])], [swap({ hash })])).toHaveLength(1)
  })

  test('another account’s transaction with that hash is not told as ours', () => {
    const theirs = transaction(5, 'receive', [fungible('in', '1', usd)], { sentFrom: router, nonce: null })
    expect(composeOwn([theirs], [swap()])).toMatchObject([{ kind: 'receive' }])
  })
})

describe('an allowance', () => {
  test.each<[string, Partial<ApprovalEntry>, readonly JournalEntry[], object]>([
    ['whose spender is not known by name', {}, [], { revokes: false }],
    ['for a swap', { for: 'swap' }, [swap()], { revokes: false, provider: 'pools' }],
    ['revoked', { amount: '0' }, [], { revokes: true }],
    ['revoked, written otherwise', { amount: '0.000' }, [], { revokes: true }],
    [
      'revoked after a swap',
      { amount: '0' },
      [swap({ allowance: { ...dollars('100'), spender: router } })],
      { revokes: true, provider: 'pools' },
    ],
    [
      'T67 whose provider’s name hides something',
      { for: 'swap' },
      [swap({ provider: '\u202e0x' })],
      { revokes: false, provider: '0x' },
    ],
  ])('%s', (_, more, others, allowance) => {
    const entry = composeOwn([], [approval(more), ...others]).find(each => each.kind === 'approve')
    expect(entry?.allowance).toEqual(allowance)
    expect(entry).toMatchObject({
      counterparty: router,
      legs: [{ direction: 'self', asset: { symbol: 'USDC' } }],
    })
  })

  test('takes the place of the history’s entry, which says nothing of it', () => {
    const mined = transaction(4, 'approve', [], { sentTo: usdc })
    expect(composeOwn([mined], [approval()])).toMatchObject([
      {
        id: hashOf(4),
        kind: 'approve',
        status: 'confirmed',
        counterparty: router,
        allowance: { revokes: false },
      },
    ])
    expect(legsOf([mined], [approval()])).toEqual(['100 USDC'])
  })

  test.each<[string, Partial<ApprovalEntry>, Partial<SwapEntry>]>([
    ['batch', { batchId: '0xb' }, { batchId: '0xb' }],
    ['hash', { hash: hashOf(5) }, {}],
  ])('that went with its swap in one %s is one entry', (_, more, of) => {
    const { hash: _hash, ...bare } = approval({ for: 'swap' })
    const entries = composeOwn([], [{ ...bare, ...more }, swap(of)])
    expect(entries).toMatchObject([{ kind: 'trade' }])
  })
})
