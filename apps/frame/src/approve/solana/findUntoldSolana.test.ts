/** What leaves the account without the request saying so: the visitor is asked twice (T58, T62). */
import { expect, test } from 'vitest'
import type { Telling } from '../telling.ts'
import { findUntoldSolana, lamportsOut } from './findUntoldSolana.ts'
import type { SolanaEffect } from './solanaEffect.ts'

const [me, friend, purse, theirs, mint, other] = ['me', 'friend', 'purse', 'theirs', 'mint', 'other'] as const
const telling = {
  account: me,
  holders: { [purse]: { mint, owner: me } },
  deposits: { [theirs]: 20n },
} as unknown as Telling
const untold = ['The network’s preview shows more leaving your account than this request says.']

const send: SolanaEffect = { is: 'transfer', from: me, to: friend, amount: 100n }
const move: SolanaEffect = { is: 'tokenTransfer', from: purse, to: theirs, by: me, amount: 7n, mint }
const unnamed: SolanaEffect = { is: 'tokenTransfer', from: purse, to: theirs, by: me, amount: 7n }
const make: SolanaEffect = { is: 'makeAccount', account: theirs, owner: friend, mint, payer: me }
const burn: SolanaEffect = { is: 'burn', account: purse, amount: 7n, mint }
const close: SolanaEffect = { is: 'close', account: purse, to: me }

const sol = (change: bigint) => ({ asset: {}, change })
const token = (change: bigint, address: string = mint) => ({ asset: { address }, change })

test.each<
  [
    what: string,
    effects: readonly SolanaEffect[],
    changes: readonly ReturnType<typeof sol | typeof token>[],
    isTold: boolean,
  ]
>([
  ['what is said leaves', [send], [sol(-100n)], true],
  ['less leaves', [send], [sol(-99n)], true],
  ['it comes in', [], [sol(100n), token(5n)], true],
  ['a lamport more leaves', [send], [sol(-101n)], false],
  ['lamports leave, and a token is said', [move], [sol(-1n), token(-7n)], false],
  ['what another account sends is not ours', [{ ...send, from: friend }], [sol(-100n)], false],
  ['a deposit that nodes foresee', [make], [sol(-20n)], true],
  ['a deposit, once for one account', [make, make], [sol(-40n)], false],
  ['a deposit that another account pays', [{ ...make, payer: friend }], [sol(-20n)], false],
  ['a token', [move], [token(-7n)], true],
  ['a token that only its account names', [unnamed], [token(-7n)], true],
  ['a token in two parts', [move, move], [token(-14n)], true],
  ['more of a token', [move], [token(-8n)], false],
  ['another token', [move], [token(-7n), token(-1n, other)], false],
  ['a token that is destroyed', [burn], [token(-7n)], true],
  ['tokens of a closed account', [close], [token(-1_000n)], true],
  ['tokens of another kind than the closed account’s', [close], [token(-1n, other)], false],
  [
    'a thing that is handed over whole',
    [{ is: 'authority', account: purse, kind: 'it' }],
    [token(-7n)],
    true,
  ],
  ['an effect that is not known asks twice by itself', [{ is: 'unknown', program: other }], [sol(-9n)], true],
])('%s', (_, effects, changes, isTold) => {
  const simulation = { at: 'works', changes } as never
  expect(findUntoldSolana(effects, simulation, telling)).toEqual(isTold ? [] : untold)
})

test('nothing is compared where no node foresees anything', () => {
  for (const simulation of [undefined, { at: 'unknown' }, { at: 'fails' }, { at: 'works' }])
    expect(findUntoldSolana([send], simulation as never, telling)).toEqual([])
})

test('lamports that leave are those of transfers, new accounts and deposits of the account', () => {
  const create: SolanaEffect = { is: 'create', from: me, account: other, amount: 3n, program: other }
  expect(lamportsOut([send, create, make, make, { ...send, from: friend }], telling)).toBe(123n)
})
