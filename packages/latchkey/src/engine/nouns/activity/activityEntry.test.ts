import { describe, expect, test } from 'vitest'
import { evmFacts } from '../../../chains/evm/evmFacts.ts'
import type { Transfer } from '../../../contract/history.ts'
import {
  collectible,
  friend,
  fungible,
  me,
  myAccount,
  received,
  router,
  stranger,
  transaction,
  usdc,
} from '../../../widget/fixtures/fakeTransactions.ts'
import { deepFreeze } from '../../base/config.ts'
import { type ActivityEntry, readTransaction } from './activityEntry.ts'
import { legSign } from './legSign.ts'

const usd = { symbol: 'USDC', address: usdc, decimals: 6 }
const read = (of: Parameters<typeof readTransaction>[0]) =>
  readTransaction(deepFreeze(of), myAccount, evmFacts).entry

describe('what happened, and with whom', () => {
  test.each<[string, ActivityEntry, Partial<ActivityEntry>]>([
    [
      'sent',
      read(transaction(1, 'send', [fungible('out', '1')])),
      { kind: 'send', counterparty: friend, own: true },
    ],
    [
      'sent a token: the receiver, not the contract',
      read(transaction(1, 'send', [fungible('out', '1', usd)], { sentTo: usdc })),
      { kind: 'send', counterparty: friend },
    ],
    [
      'sent to several',
      read(
        transaction(1, 'send', [fungible('out', '1'), fungible('out', '1', { recipient: stranger })], {
          sentTo: router,
        }),
      ),
      { counterparty: friend, others: 1 },
    ],
    ['to oneself', read(transaction(1, 'send', [fungible('self', '1')], { sentTo: me })), { kind: 'self' }],
    [
      'received',
      read(received(1, [fungible('in', '1')])),
      { kind: 'receive', own: false, counterparty: friend },
    ],
    [
      'swapped, at a contract',
      read(transaction(1, 'trade', [fungible('out', '1'), fungible('in', '9', usd)], { sentTo: router })),
      { kind: 'trade', counterparty: router },
    ],
    [
      'approved',
      read(transaction(1, 'approve', [], { sentTo: usdc })),
      { kind: 'approve', counterparty: usdc },
    ],
    [
      'deployed',
      read(transaction(1, 'deploy', [], { sentTo: router })),
      { kind: 'deploy', counterparty: router },
    ],
    [
      'moved by another one: who that was',
      read(
        transaction(1, 'send', [fungible('out', '5', { ...usd, recipient: router })], {
          sentFrom: stranger,
          sentTo: usdc,
          nonce: null,
        }),
      ),
      { kind: 'move', own: false, mover: stranger, counterparty: router, hidden: false },
    ],
    [
      'failed',
      read(transaction(1, 'send', [], { status: 'failed' })),
      { kind: 'send', status: 'failed', counterparty: friend, hidden: false },
    ],
    [
      'before chains recorded it',
      read(transaction(1, 'send', [], { status: null })),
      { status: 'confirmed' },
    ],
  ])('%s', (_name, entry, expected) => {
    expect(entry).toMatchObject(expected)
  })

  test('moved by an account of which nothing else is known', () => {
    const sentFrom = `0x${'0'.repeat(40)}`
    const moved = transaction(1, 'send', [fungible('out', '5', usd)], { sentFrom, sentTo: null, nonce: null })
    expect(read(moved)).toMatchObject({ kind: 'move', own: false })
    expect(read(moved)).not.toHaveProperty('mover')
  })

  test('a time that is none is absent', () => {
    expect(read(transaction(1, 'send', [], { minedAt: 'yesterday' }))).not.toHaveProperty('at')
    expect(read(transaction(1, 'send', [], { minedAt: '2026-11-20T12:00:00.000Z' })).at).toBe(
      1_795_176_000_000,
    )
  })

  test('ours in any case of the address', () => {
    expect(read(transaction(1, 'send', [fungible('out', '1')], { sentFrom: me.toLowerCase() })).own).toBe(
      true,
    )
  })
})

describe('SPEC §5 a transaction of which all transfers are spam is not shown', () => {
  const spam = { ...usd, spam: true, vouched: false }
  test.each<[string, readonly Transfer[], boolean]>([
    ['all', [fungible('in', '5', spam), collectible('in', '1', { spam: true })], true],
    ['one of two', [fungible('in', '5', spam), fungible('in', '1')], false],
    ['none', [fungible('in', '1')], false],
  ])('%s', (_name, transfers, hidden) => {
    expect(read(received(1, transfers)).hidden).toBe(hidden)
  })

  test('ours without transfers is no spam', () => {
    expect(read(transaction(1, 'approve', [])).hidden).toBe(false)
  })
})

describe('T63 dust and nothing are not shown, and say what they are', () => {
  test.each<[string, Transfer, readonly string[], boolean]>([
    ['nothing', fungible('in', '0', usd), ['zero'], true],
    ['nothing, written long', fungible('in', '0.000000', usd), ['zero'], true],
    ['one wei', fungible('in', '0.000000000000000001'), ['dust'], true],
    ['a thousandth of a dollar coin', fungible('in', '0.001', usd), ['dust'], true],
    ['two cents', fungible('in', '0.02', usd), [], false],
    ['by its value', fungible('in', '5', { ...usd, value: 0.004 }), ['dust'], true],
    ['worth more than it looks', fungible('in', '0.000001', { ...usd, value: 12 }), [], false],
    ['an unvouched token', fungible('in', '500', { ...usd, vouched: false }), ['unvouched'], true],
    ['some of the currency', fungible('in', '0.1'), [], false],
    ['a collectible', collectible('in', '7'), [], false],
    ['how much is not known', fungible('in', null, usd), [], false],
  ])('%s', (_name, transfer, marks, hidden) => {
    expect(read(received(1, [transfer], stranger))).toMatchObject({ marks, hidden })
  })

  test('what the visitor did is shown, however little it was', () => {
    expect(read(transaction(1, 'send', [fungible('out', '0')]))).toMatchObject({ marks: [], hidden: false })
  })

  test('an empty transaction by another account', () => {
    expect(read(transaction(1, 'execute', [], { sentFrom: stranger, sentTo: me }))).toMatchObject({
      marks: ['zero'],
      hidden: true,
    })
  })
})

describe('SPEC §9 transaction signs', () => {
  const one = fungible('out', '1')
  const other = fungible('in', '1')
  const signs = (kind: string, ...transfers: readonly Transfer[]) => {
    const { legs } = read(transaction(1, 'execute', transfers))
    return legs.map(leg => legSign({ kind: kind as ActivityEntry['kind'], legs }, leg)).join(' ')
  }
  test.each([
    ['receive', [other], '+'],
    ['deposit', [one], '+'],
    ['borrow', [other], '+'],
    ['claim', [other], '+'],
    ['withdraw', [other], '-'],
    ['repay', [one], '-'],
    ['burn', [one], '-'],
    ['send', [one], '-'],
    ['move', [one], '-'],
    ['mint', [other], '+'],
    ['execute', [one], '-'],
    ['self', [fungible('self', '1')], ''],
    ['trade', [one, fungible('in', '9', usd)], '- +'],
    ['deposit', [one, fungible('in', '1', usd)], '- +'],
    ['withdraw', [fungible('out', '1', usd), other], '- +'],
    ['a kind of tomorrow', [other], '+'],
  ] as const)('%s %#', (kind, transfers, expected) => {
    expect(signs(kind, ...transfers)).toBe(expected)
  })
})
