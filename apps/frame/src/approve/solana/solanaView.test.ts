import { AccountRole, address, createNoopSigner, type Instruction, lamports } from '@solana/kit'
import {
  getAdvanceNonceAccountInstruction,
  getAssignInstruction,
  getTransferSolInstruction,
} from '@solana-program/system'
import {
  AuthorityType,
  getApproveCheckedInstruction,
  getApproveInstruction,
  getBurnCheckedInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getRevokeInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import { expect, test } from 'vitest'
import type { ApprovalProgress } from '../../provider/approval.ts'
import { readSolanaRequest } from '../../provider/solana/readSolanaRequest.ts'
import { cluster, makeTransaction } from '../../provider/solana/solana.fixture.ts'
import { composeApproval } from '../composeApproval.ts'

const me = address('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')
const friend = address('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM')
const purse = address('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR')
const other = address('CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8')
const mint = address('GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq')
const signer = createNoopSigner(me)
const known: ApprovalProgress = {
  at: 'known',
  tokens: {},
  known: [],
  sent: 0,
  fee: { value: 5_000n, decimals: 9 },
  simulation: { at: 'works', changes: [] },
}
const asking = { host: 'https://shop.example', chainId: cluster, account: me } as const

const wireOf = (instructions: readonly Instruction[], payer: string = me) =>
  Buffer.from(
    makeTransaction({ payer, blockhash: '11111111111111111111111111111111', instructions }),
  ).toString('base64')

function view(instructions: readonly Instruction[], change: Partial<ApprovalProgress> = {}) {
  const params = { transaction: wireOf(instructions), pubkey: me }
  const request = readSolanaRequest('solana_signAndSendTransaction', params, asking)
  return composeApproval(request, { ...known, ...change })
}

const budget: Instruction = {
  programAddress: address('ComputeBudget111111111111111111111111111111'),
  data: Uint8Array.of(2, 64, 13, 3, 0),
}
const note: Instruction = {
  programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  data: new TextEncoder().encode('for lunch\u202e'),
}
const stranger: Instruction = {
  programAddress: other,
  accounts: [{ address: me, role: AccountRole.WRITABLE_SIGNER }],
  data: Uint8Array.of(1),
}
const send = getTransferSolInstruction({
  source: signer,
  destination: friend,
  amount: lamports(1_500_000_000n),
})
const endless = 2n ** 64n - 1n

test.each<readonly [string, readonly Instruction[], readonly (readonly string[])[], string | undefined]>([
  [
    'SOL',
    [budget, send],
    [
      ['Send', '1.5 SOL'],
      ['To', friend],
    ],
    undefined,
  ],
  [
    'tokens',
    [
      getTransferCheckedInstruction({
        source: purse,
        mint,
        destination: other,
        authority: signer,
        amount: 1_500n,
        decimals: 3,
      }),
    ],
    [
      ['Send', '1,500 base units of GgBa…BPzLHq'],
      ['To the token account', other],
      ['Token, not on any list', mint],
    ],
    undefined,
  ],
  [
    'tokens to somebody who has no account of them yet',
    [
      getCreateAssociatedTokenIdempotentInstruction({ payer: signer, ata: other, owner: friend, mint }),
      getTransferCheckedInstruction({
        source: purse,
        mint,
        destination: other,
        authority: signer,
        amount: 7n,
        decimals: 0,
      }),
    ],
    [
      ['Create a token account for', friend],
      ['Its deposit', 'is paid by you'],
      ['Token, not on any list', mint],
      ['Send', '7 base units of GgBa…BPzLHq'],
      ['To', friend],
      ['To the token account', other],
      ['Token, not on any list', mint],
    ],
    undefined,
  ],
  [
    'tokens of an account that no node knows',
    [getTransferInstruction({ source: purse, destination: other, authority: signer, amount: 7n })],
    [
      ['Send', '7 base units'],
      ['To the token account', other],
    ],
    undefined,
  ],
  [
    'tokens of another account',
    [
      getTransferCheckedInstruction({
        source: purse,
        mint,
        destination: other,
        authority: createNoopSigner(friend),
        amount: 7n,
        decimals: 0,
      }),
    ],
    [
      ['Moves from another account', '7 base units of GgBa…BPzLHq'],
      ['From the token account', purse],
      ['To the token account', other],
      ['Token, not on any list', mint],
    ],
    undefined,
  ],
  [
    'an allowance',
    [getApproveInstruction({ source: purse, delegate: friend, owner: signer, amount: 7n })],
    [
      ['Allow to spend', '7 base units'],
      ['Spender', friend],
      ['From the token account', purse],
    ],
    undefined,
  ],
  [
    'an allowance of everything',
    [
      getApproveCheckedInstruction({
        source: purse,
        mint,
        delegate: friend,
        owner: signer,
        amount: endless,
        decimals: 6,
      }),
    ],
    [
      ['Allow to spend', 'everything, without limit'],
      ['Spender', friend],
      ['From the token account', purse],
      ['Token, not on any list', mint],
    ],
    'The spender can take all of these tokens, now and later.',
  ],
  [
    'an allowance taken back',
    [getRevokeInstruction({ source: purse, owner: signer })],
    [
      ['Revoke', 'the spending permission'],
      ['From the token account', purse],
    ],
    undefined,
  ],
  [
    'a token account handed over',
    [
      getSetAuthorityInstruction({
        owned: purse,
        owner: signer,
        authorityType: AuthorityType.AccountOwner,
        newAuthority: friend,
      }),
    ],
    [
      ['Hand over', 'the token account itself'],
      ['Of', purse],
      ['To', friend],
    ],
    'You lose what you hand over here, and everything in it.',
  ],
  [
    'the account itself handed over',
    [getAssignInstruction({ account: signer, programAddress: other })],
    [
      ['Hand the account over', me],
      ['To the program', other],
    ],
    'After this the program controls the account and everything in it.',
  ],
  [
    'tokens destroyed',
    [getBurnCheckedInstruction({ account: purse, mint, authority: signer, amount: 5n, decimals: 0 })],
    [
      ['Burn tokens', '5 base units of GgBa…BPzLHq'],
      ['Token account', purse],
      ['Token, not on any list', mint],
    ],
    'Burned tokens are gone for good.',
  ],
  [
    'a token account closed',
    [getCloseAccountInstruction({ account: purse, destination: me, owner: signer })],
    [
      ['Close the token account', purse],
      ['Its deposit goes to', me],
    ],
    undefined,
  ],
  [
    'one that never expires',
    [getAdvanceNonceAccountInstruction({ nonceAccount: other, nonceAuthority: signer }), send],
    [
      ['Counts', 'until it is used'],
      ['Send', '1.5 SOL'],
      ['To', friend],
    ],
    'It never expires: anyone who has it can send it at any time.',
  ],
  [
    'a note',
    [note, send],
    [
      ['Note', 'for lunch\u27e8U+202E\u27e9'],
      ['Send', '1.5 SOL'],
      ['To', friend],
    ],
    undefined,
  ],
  [
    'a program that nobody here knows',
    [stranger],
    [
      ['Call', 'a program'],
      ['Program', other],
    ],
    'This wallet can’t explain what this does.',
  ],
])('%s (T58)', (_name, instructions, expected, reason) => {
  const shown = view(instructions)
  expect(shown.effects.map(({ label, value, address }) => [label, value ?? address])).toEqual(expected)
  expect(shown.asksTwice).toEqual(reason === undefined ? [] : [reason])
})

test('names costs and changes, and unknown values as unknown (T62)', () => {
  const shown = view([send], {
    simulation: { at: 'works', changes: [{ asset: {}, change: -1_500_000_000n }] },
    prices: { '': 200 },
    pricedAt: 0,
  })
  expect(shown).toMatchObject({
    title: 'Send 1.5 SOL',
    headline: { fiat: '≈ $300.00', who: { word: 'to', address: friend } },
    action: 'Send 1.5 SOL',
    warnings: [],
  })
  expect(shown.facts).toEqual([
    { label: 'You pay', value: '−1.5 SOL' },
    { label: 'Network fee, at most', value: '0.000005 SOL', fiat: '< $0.01' },
    { label: 'Total, at most', value: '1.500005 SOL', isTotal: true, fiat: '≈ $300.00' },
    { label: 'Network', value: 'Solana Devnet' },
    { label: 'Account', value: me, address: true },
  ])
  const { fee: _, simulation: __, ...rest } = known
  const params = { transaction: wireOf([send]), pubkey: me }
  const request = readSolanaRequest('solana_signTransaction', params, asking)
  const unknown = composeApproval(request, rest)
  expect(unknown.asksTwice).toEqual(['We couldn’t find out the network fee.'])
  expect(unknown.warnings.map(({ text }) => text)).toContain(
    'This page gets the signed transaction and can send it.',
  )
  const fails = view([send], { simulation: { at: 'fails', reason: 'no funds' } })
  expect(fails.asksTwice).toEqual(['The network says this would fail: no funds'])
})

test('asks twice where more leaves than the request says, and says so', () => {
  const changes = [{ asset: {}, change: -1_500_000_001n }]
  const shown = view([send], { simulation: { at: 'works', changes } })
  const text = 'The network’s preview shows more leaving your account than this request says.'
  expect(shown.asksTwice).toEqual([text])
  expect(shown.warnings).toContainEqual({ tone: 'danger', text })
})

test('has a title of what it does only where it does one thing, with the account’s own money', () => {
  const foreign = getTransferSolInstruction({
    source: createNoopSigner(friend),
    destination: other,
    amount: lamports(1n),
  })
  expect(view([budget, note, send]).title).toBe('Send 1.5 SOL')
  for (const each of [[send, send], [send, stranger], [foreign]])
    expect(view(each)).toMatchObject({ title: 'Approve a transaction', action: 'Send transaction' })
})

test('names other signers and payers, and a look-alike receiver (T63)', () => {
  const params = { transaction: wireOf([send], other), pubkey: me }
  const request = readSolanaRequest('solana_signTransaction', params, asking)
  const shown = composeApproval(request, known)
  expect(shown.facts).toContainEqual({ label: 'Also signs', value: other, address: true })
  expect(shown.facts).toContainEqual({ label: 'Network fee, at most', value: 'paid by another account' })
  const twin = `${friend.slice(0, 4)}${'1'.repeat(35)}${friend.slice(-4)}`
  expect(view([send], { known: [twin] }).alike).toEqual({ address: friend, known: twin })
})

const siws = (domain: string, account: string) =>
  `${domain} wants you to sign in with your Solana account:\n${account}\n\nURI: https://${domain}\nVersion: 1\nChain ID: devnet\nNonce: abcdefgh1234\nIssued At: 2026-11-21T08:00:00Z`
const message = async (text: string) => {
  const { formatBase58 } = await import('latchkey/services')
  const params = { message: formatBase58(new TextEncoder().encode(text)), pubkey: me }
  return readSolanaRequest('solana_signMessage', params, asking)
}

test('accepts a sign-in at the requesting page, and refuses one for any other (T37)', async () => {
  expect(composeApproval(await message(siws('shop.example', me)), known)).toMatchObject({
    title: 'Sign in to shop.example',
  })
  for (const foreign of [
    siws('evil.example', me),
    siws('shop.example', me.toLowerCase()),
    `${siws('evil.example', me)}\u0000`,
  ])
    expect(await message(foreign)).toMatchObject({ is: 'blocked' })
})

test.each<readonly [string, string, object, number]>([
  [
    'somebody else’s transaction',
    'solana_signTransaction',
    { transaction: wireOf([], friend), pubkey: me },
    4100,
  ],
  ['another account', 'solana_signTransaction', { transaction: wireOf([send]), pubkey: friend }, 4100],
  ['no transaction', 'solana_signTransaction', { transaction: 'AAAA', pubkey: me }, -32_602],
  [
    'another writing of it',
    'solana_signTransaction',
    { transaction: `${wireOf([send])}=`, pubkey: me },
    -32_602,
  ],
  [
    'one twice',
    'solana_signAllTransactions',
    { transactions: [wireOf([send]), wireOf([send])], pubkey: me },
    -32_602,
  ],
  ['no text', 'solana_signMessage', { message: '0OIl', pubkey: me }, -32_602],
  ['more than anybody asked for', 'solana_signMessage', { message: '2g', pubkey: me, chain: 1 }, -32_602],
])('%s is refused', (_name, method, params, code) => {
  expect(() => readSolanaRequest(method, params, asking)).toThrow(
    expect.objectContaining({ context: expect.objectContaining({ rpc: expect.objectContaining({ code }) }) }),
  )
})
