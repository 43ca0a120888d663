import * as fc from 'fast-check'
import { formatBase58, parseBase58 } from 'latchkey/services'
import { expect, test } from 'vitest'
import type { Instruction } from '../../provider/solana/parseTransaction.ts'
import { decodeInstructions, priorityFee } from './decodeInstructions.ts'
import {
  accountProgram,
  computeProgram,
  memoPrograms,
  systemProgram,
  token2022Program,
  tokenProgram,
} from './programs.ts'

const [a, b, c, d] = [1, 2, 3, 4].map(each => formatBase58(new Uint8Array(32).fill(each))) as [
  string,
  string,
  string,
  string,
]
const key = (text: string) => [...(parseBase58(text, 32) ?? [])]
const le = (value: bigint | number, length: number) =>
  Array.from({ length }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 255n))
const most = 2n ** 64n - 1n

const call = (
  program: string,
  data: readonly number[],
  accounts: readonly (string | undefined)[],
): Instruction => ({
  program,
  data: Uint8Array.from(data),
  accounts: accounts.map(address => ({
    ...(address !== undefined && { address }),
    isSigner: false,
    isWritable: true,
  })),
})

/** Every instruction that is explained: its data and accounts, and what it comes to. */
const table: readonly (readonly [string, Instruction, unknown])[] = [
  [
    'System CreateAccount',
    call(systemProgram, [...le(0, 4), ...le(5, 8), ...le(165, 8), ...key(tokenProgram)], [a, b]),
    { is: 'create', from: a, account: b, amount: 5n, program: tokenProgram },
  ],
  [
    'System Assign',
    call(systemProgram, [...le(1, 4), ...key(d)], [a]),
    { is: 'assign', account: a, program: d },
  ],
  [
    'System Transfer of all that there can be',
    call(systemProgram, [...le(2, 4), ...le(most, 8)], [a, b]),
    { is: 'transfer', from: a, to: b, amount: most },
  ],
  [
    'System Transfer to itself',
    call(systemProgram, [...le(2, 4), ...le(1, 8)], [a, a]),
    { is: 'transfer', from: a, to: a, amount: 1n },
  ],
  [
    'System CreateAccountWithSeed',
    call(
      systemProgram,
      [...le(3, 4), ...key(a), ...le(2, 8), 104, 105, ...le(7, 8), ...le(0, 8), ...key(d)],
      [a, b, a],
    ),
    { is: 'create', from: a, account: b, amount: 7n, program: d },
  ],
  ['System AdvanceNonceAccount', call(systemProgram, le(4, 4), [a, b, c]), { is: 'lasting' }],
  [
    'System WithdrawNonceAccount',
    call(systemProgram, [...le(5, 4), ...le(9, 8)], [a, b, c, d, a]),
    { is: 'transfer', from: a, to: b, amount: 9n },
  ],
  [
    'System AuthorizeNonceAccount',
    call(systemProgram, [...le(7, 4), ...key(d)], [a, b]),
    { is: 'authority', account: a, kind: 'the account of a nonce', to: d },
  ],
  [
    'System TransferWithSeed',
    call(systemProgram, [...le(11, 4), ...le(3, 8), ...le(1, 8), 97, ...key(d)], [a, b, c]),
    { is: 'transfer', from: a, to: c, amount: 3n },
  ],
  [
    'Token InitializeAccount',
    call(tokenProgram, [1], [a, b, c, d]),
    { is: 'openAccount', account: a, mint: b, owner: c },
  ],
  ...[16, 18].map(
    kind =>
      [
        `Token InitializeAccount (${kind})`,
        call(tokenProgram, [kind, ...key(c)], [a, b]),
        { is: 'openAccount', account: a, mint: b, owner: c },
      ] as const,
  ),
  [
    'Token Transfer',
    call(tokenProgram, [3, ...le(most, 8)], [a, b, c]),
    { is: 'tokenTransfer', from: a, to: b, by: c, amount: most },
  ],
  [
    'Token Approve',
    call(tokenProgram, [4, ...le(6, 8)], [a, b, c]),
    { is: 'allow', account: a, spender: b, amount: 6n },
  ],
  ['Token Revoke', call(tokenProgram, [5], [a, b]), { is: 'revoke', account: a }],
  [
    'Token SetAuthority to another',
    call(tokenProgram, [6, 2, 1, ...key(d)], [a, b]),
    { is: 'authority', account: a, kind: 'the token account itself', to: d },
  ],
  [
    'Token SetAuthority to none',
    call(tokenProgram, [6, 3, 0], [a, b]),
    { is: 'authority', account: a, kind: 'closing the token account' },
  ],
  [
    'Token MintTo',
    call(tokenProgram, [7, ...le(6, 8)], [a, b, c]),
    { is: 'mint', mint: a, to: b, amount: 6n },
  ],
  [
    'Token Burn',
    call(tokenProgram, [8, ...le(6, 8)], [a, b, c]),
    { is: 'burn', account: a, mint: b, amount: 6n },
  ],
  ['Token CloseAccount', call(tokenProgram, [9], [a, b, c]), { is: 'close', account: a, to: b }],
  ['Token FreezeAccount', call(tokenProgram, [10], [a, b, c]), { is: 'freeze', account: a, mint: b }],
  ['Token ThawAccount', call(tokenProgram, [11], [a, b, c]), { is: 'thaw', account: a, mint: b }],
  [
    'Token TransferChecked',
    call(tokenProgram, [12, ...le(6, 8), 2], [a, b, c, d]),
    { is: 'tokenTransfer', from: a, to: c, by: d, mint: b, amount: 6n, decimals: 2 },
  ],
  [
    'Token ApproveChecked',
    call(tokenProgram, [13, ...le(6, 8), 2], [a, b, c, d]),
    { is: 'allow', account: a, mint: b, spender: c, amount: 6n, decimals: 2 },
  ],
  [
    'Token MintToChecked',
    call(tokenProgram, [14, ...le(6, 8), 2], [a, b, c]),
    { is: 'mint', mint: a, to: b, amount: 6n, decimals: 2 },
  ],
  [
    'Token BurnChecked',
    call(tokenProgram, [15, ...le(6, 8), 2], [a, b, c]),
    { is: 'burn', account: a, mint: b, amount: 6n, decimals: 2 },
  ],
  ['Token SyncNative', call(tokenProgram, [17], [a]), { is: 'wrap', account: a }],
  [
    'Token-2022 SetAuthority of an extension',
    call(token2022Program, [6, 8, 1, ...key(d)], [a, b]),
    { is: 'authority', account: a, kind: 'moving the tokens of any holder', to: d },
  ],
  [
    'Token-2022 TransferCheckedWithFee',
    call(token2022Program, [26, 1, ...le(100, 8), 2, ...le(1, 8)], [a, b, c, d]),
    { is: 'tokenTransfer', from: a, to: c, by: d, mint: b, amount: 100n, decimals: 2, fee: 1n },
  ],
  [
    'Token-2022 memo required',
    call(token2022Program, [30, 0], [a, b]),
    { is: 'setting', account: a, what: 'memo', isOn: true },
  ],
  [
    'Token-2022 guard off',
    call(token2022Program, [34, 1], [a, b]),
    { is: 'setting', account: a, what: 'guard', isOn: false },
  ],
  ...[[], [0], [1]].map(
    data =>
      [
        `Associated Token Account Create (${data})`,
        call(accountProgram, data, [a, b, c, d, systemProgram, tokenProgram]),
        { is: 'makeAccount', payer: a, account: b, owner: c, mint: d },
      ] as const,
  ),
  ...memoPrograms.map(
    program => [`Memo of ${program}`, call(program, [104, 105], [a]), { is: 'note', text: 'hi' }] as const,
  ),
]

test.each(table)('explains %s', (_name, instruction, effect) => {
  expect(decodeInstructions([instruction])).toEqual([effect])
})

test.each(table.filter(([, { program }]) => !memoPrograms.includes(program)))(
  'explains no %s that is cut short, too long, or lacks an account',
  (_name, instruction) => {
    const { program, data, accounts } = instruction
    const isUnknown = (changed: Instruction) => {
      const [effect] = decodeInstructions([changed])
      // What is left may be another instruction, of fewer bytes; never the same one.
      expect(effect).toMatchObject({ is: 'unknown', program })
    }
    isUnknown({ ...instruction, data: Uint8Array.from([...data, 0, 0, 0, 0, 0]) })
    for (let length = 2; length < data.length; length++)
      isUnknown({ ...instruction, data: data.slice(0, length) })
    const { is } = decodeInstructions([instruction])[0] ?? {}
    if (is === 'lasting') return
    isUnknown({ ...instruction, accounts: [] })
    isUnknown({
      ...instruction,
      accounts: accounts.map(each => ({ isSigner: false, isWritable: each.isWritable })),
    })
  },
)

test.each([
  ['a native program that it does not know', 'Stake11111111111111111111111111111111111111', [0]],
  ['an upgrade of a nonce', systemProgram, le(12, 4)],
  ['a confidential transfer', token2022Program, [27, 7]],
  ['a permanent delegate', token2022Program, [35, ...key(d)]],
  ['a hook of transfers', token2022Program, [36, 0, ...key(d), ...key(d)]],
  ['withheld fees taken out of accounts', token2022Program, [26, 3, 1]],
  ['an extension at the program without any', tokenProgram, [26, 1, ...le(100, 8), 2, ...le(1, 8)]],
  ['tokens of a nested account', accountProgram, [2]],
  ['a budget of another length', computeProgram, [2, 1]],
  ['a note that is no text', memoPrograms[0] as string, [0xff, 0xfe]],
])('calls %s unknown (T58)', (_name, program, data) => {
  expect(decodeInstructions([call(program, data, [a, b, c, d])])).toEqual([{ is: 'unknown', program }])
})

test('says when accounts stand in a table that was not read', () => {
  const transfer = call(tokenProgram, [12, ...le(6, 8), 2], [a, b, undefined, d])
  expect(decodeInstructions([transfer])).toEqual([{ is: 'unknown', program: tokenProgram, isUnread: true }])
})

test('leaves out what only says how it is run, and what an account needs to be one', () => {
  const budgets = [
    [1, ...le(9, 4)],
    [2, ...le(9, 4)],
    [3, ...le(9, 8)],
    [4, ...le(9, 4)],
  ]
  const all = budgets.map(data => call(computeProgram, data, []))
  expect(decodeInstructions([...all, call(tokenProgram, [22], [a])])).toEqual([])
})

test.each<readonly [string, readonly (readonly number[])[], bigint | undefined]>([
  ['none', [], 0n],
  ['a limit alone', [[2, ...le(200_000, 4)]], 0n],
  [
    'a price for a limit',
    [
      [2, ...le(200_000, 4)],
      [3, ...le(1_000, 8)],
    ],
    200n,
  ],
  [
    'rounded up',
    [
      [3, ...le(1, 8)],
      [2, ...le(1, 4)],
    ],
    1n,
  ],
  ['a price without a limit', [[3, ...le(1_000, 8)]], undefined],
  [
    'the most that there can be',
    [
      [2, ...le(2 ** 32 - 1, 4)],
      [3, ...le(most, 8)],
    ],
    79228162495817593515540n,
  ],
])('reads the fee for priority: %s', (_name, datas, fee) => {
  expect(priorityFee(datas.map(data => call(computeProgram, data, [])))).toBe(fee)
})

test('reads any bytes without a fault, and says of each instruction something or nothing', () => {
  const programs = [
    systemProgram,
    tokenProgram,
    token2022Program,
    accountProgram,
    computeProgram,
    ...memoPrograms,
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...programs),
      fc.uint8Array({ maxLength: 120 }),
      fc.array(fc.constantFrom(a, b, c, d, undefined), { maxLength: 6 }),
      (program, data, accounts) => {
        expect(decodeInstructions([call(program, [...data], accounts)]).length).toBeLessThanOrEqual(1)
      },
    ),
  )
})
