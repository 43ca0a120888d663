import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { SignedThing } from 'latchkey/services'
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializable,
  toRlp,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { judgeSigned } from './judgeSigned.ts'
import { readSigningPolicy, type SigningPolicy } from './signingPolicy.ts'

const friend = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const stranger = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const token = '0x1111111111111111111111111111111111111111'
const shop = '0x2222222222222222222222222222222222222222'

function policyOf(value: object): SigningPolicy {
  const policy = readSigningPolicy(value)
  if (policy === undefined) throw new Error('no policy')
  return policy
}
const strict = policyOf({
  networks: {
    'eip155:1': {
      mostValue: '100',
      tokens: { [token.toLowerCase()]: '50' },
      receivers: [friend],
      contracts: [shop],
    },
    'eip155:10': { mostValue: '100' },
  },
})

const digest = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
const told = (is: SignedThing['is'], bytes: string) => ({ signed: { is, bytes }, request: digest(bytes) })
const transaction = (change: Partial<TransactionSerializable> = {}) =>
  told(
    'transaction',
    serializeTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce: 0,
      gas: 21_000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 1n,
      to: friend,
      value: 100n,
      ...change,
    } as TransactionSerializable).slice(2),
  )
/** With a value of two bytes for a number of one. */
const written = toRlp(['0x01', '0x', '0x01', '0x02', '0x5208', friend, '0x0064', '0x', []])
const legacyOf = (change: { readonly chainId?: number | undefined } = {}) =>
  told(
    'transaction',
    serializeTransaction({
      type: 'legacy',
      chainId: 1,
      nonce: 0,
      gas: 21_000n,
      gasPrice: 1n,
      to: friend,
      value: 100n,
      ...change,
    } as TransactionSerializable).slice(2),
  )
const signed = () => {
  const { bytes } = transaction().signed
  const signature = { r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 1 } as const
  return told('transaction', serializeTransaction(parseTransaction(`0x${bytes}`), signature).slice(2))
}
const authorization = {
  address: shop,
  chainId: 1,
  nonce: 0,
  r: `0x${'11'.repeat(32)}`,
  s: `0x${'22'.repeat(32)}`,
  yParity: 1,
}
const blobHash = `0x01${'33'.repeat(31)}`
const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [friend, 1n] })

describe('a policy of a project (§2.3)', () => {
  it.each<[string, Parameters<typeof judgeSigned>[1], string | undefined]>([
    ['as much as it allows, to whom it allows', transaction(), undefined],
    ['the same in an older form', legacyOf(), undefined],
    ['more', transaction({ value: 101n }), 'value'],
    ['to somebody else', transaction({ to: stranger }), 'receiver'],
    ['to anybody, where nobody is listed', transaction({ chainId: 10, to: stranger }), undefined],
    ['on another network', transaction({ chainId: 137 }), 'network'],
    ['a token', transaction({ to: token, value: 0n, data: transfer(friend, 50n) }), undefined],
    ['too much of it', transaction({ to: token, value: 0n, data: transfer(friend, 51n) }), 'value'],
    [
      'of it to somebody else',
      transaction({ to: token, value: 0n, data: transfer(stranger, 1n) }),
      'receiver',
    ],
    ['an allowance', transaction({ to: token, value: 0n, data: approve }), 'call'],
    [
      'a transfer with more behind it',
      transaction({ to: token, value: 0n, data: `${transfer(friend, 1n)}00` }),
      'call',
    ],
    [
      'a transfer that pays as well',
      transaction({ to: token, value: 1n, data: transfer(friend, 1n) }),
      'call',
    ],
    ['another token', transaction({ to: stranger, value: 0n, data: transfer(friend, 1n) }), 'call'],
    ['a contract that is listed', transaction({ to: shop, value: 1n, data: '0xabcdef01' }), undefined],
    ['too much to it', transaction({ to: shop, value: 101n, data: '0xabcdef01' }), 'value'],
    ['a contract of its own', transaction({ to: undefined, value: 0n, data: '0x60' } as never), 'call'],
    ['no transaction', told('transaction', 'c0ffee'), 'call'],
    ['a text', told('message', '48656c6c6f'), undefined],
    [
      'a text that has the bytes of a transaction, which is signed behind a prefix',
      { ...transaction({ value: 101n }), signed: { ...transaction({ value: 101n }).signed, is: 'message' } },
      undefined,
    ],
    ['an even older form, of no network', legacyOf({ chainId: undefined }), 'network'],
    ['a transaction with more behind it', told('transaction', `${transaction().signed.bytes}00`), 'call'],
    ['one in another writing than is hashed', told('transaction', `02${written.slice(2)}`), 'call'],
    ['one that is signed already', signed(), 'call'],
    [
      'one that lets accounts act by a contract',
      transaction({ type: 'eip7702', authorizationList: [authorization] } as never),
      'call',
    ],
    [
      'one with blobs, which are paid for as well',
      transaction({ type: 'eip4844', maxFeePerBlobGas: 1n, blobVersionedHashes: [blobHash] } as never),
      'call',
    ],
    [
      'a transfer to a word that is more than an address',
      transaction({
        to: token,
        value: 0n,
        data: transfer(friend, 1n).replace('0'.repeat(24), '1'.padStart(24, '0')) as Hex,
      }),
      'call',
    ],
    ['typed data', told('typedData', '11'.repeat(32)), 'kind'],
    ['a transaction of Solana', told('solana', '0100'), 'kind'],
    ['nothing said', { signed: undefined, request: digest('') }, 'untold'],
    ['another thing than what was approved', { ...transaction(), request: digest('00') }, 'other'],
  ])('%s', (_name, asked, refused) => {
    expect(judgeSigned(strict, asked)).toBe(refused)
  })

  it('lets through what it says, besides transactions', () => {
    const open = policyOf({ networks: {}, messages: false, typedData: true, solana: true })
    expect(judgeSigned(open, told('typedData', '11'.repeat(32)))).toBeUndefined()
    expect(judgeSigned(open, told('solana', '0100'))).toBeUndefined()
    expect(judgeSigned(open, told('message', '48'))).toBe('kind')
    expect(judgeSigned(open, transaction())).toBe('network')
  })

  it.each([
    {},
    { networks: { 'eip155:0': {} } },
    { networks: { 'solana:x': {} } },
    { networks: { 'eip155:1': { mostValue: '-1' } } },
    { networks: { 'eip155:1': { mostValue: 1 } } },
    { networks: { 'eip155:1': { tokens: { nobody: '1' } } } },
    { networks: { 'eip155:1': { receivers: ['0x1'] } } },
    { networks: { 'eip155:1': { tokens: { [friend]: '1', [friend.toLowerCase()]: '2' } } } },
    { networks: { 'eip155:1': { maxValue: '1' } } },
    { networks: {}, typeddata: true },
    null,
  ])('refuses the policy %j', value => expect(readSigningPolicy(value)).toBeUndefined())

  it('judges any input, and releases nothing for unreadable bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        const hex = Buffer.from(bytes).toString('hex')
        expect(judgeSigned(strict, told('transaction', hex))).toBeDefined()
      }),
    )
  })
})
