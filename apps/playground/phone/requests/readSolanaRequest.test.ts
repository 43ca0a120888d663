import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { getTransferCheckedInstruction } from '@solana-program/token'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSolanaRequest } from './readSolanaRequest.ts'

const [from, to, mint] = [
  'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9',
  '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu',
  'GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse',
].map(each => address(each)) as [
  ReturnType<typeof address>,
  ReturnType<typeof address>,
  ReturnType<typeof address>,
]
const source = { address: from } as never

function transactionOf(...instructions: readonly Instruction[]): string {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    each => setTransactionMessageFeePayer(from, each),
    each =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash('11111111111111111111111111111111'), lastValidBlockHeight: 1n },
        each,
      ),
    each => appendTransactionMessageInstructions(instructions, each),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

const send = getTransferSolInstruction({ source, destination: to, amount: lamports(1_500_000_000n) })
const sendToken = getTransferCheckedInstruction({
  source: from,
  mint,
  destination: to,
  authority: from,
  amount: 2_500_000n,
  decimals: 6,
})
const memoOf = (text: string): Instruction => ({
  programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  data: new TextEncoder().encode(text),
})
const read = (method: string, params: unknown) => readSolanaRequest(method, params, from)

test('a message is shown as text, or as bytes where it is none', () => {
  const encode = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
  const message = encode(new TextEncoder().encode('pay\u202eme'))
  expect(read('solana_signMessage', { message })).toMatchObject({
    kind: 'message',
    account: from,
    text: 'pay⟨U+202E⟩me',
  })
  const asked = read('solana_signMessage', { message: encode(Uint8Array.of(0xff, 0xfe)), pubkey: to })
  expect(asked).toEqual({ kind: 'message', account: to, hex: '0xfffe' })
})

test('a transaction is shown step by step, and an unknown program is said so', () => {
  const program = address('EdmxWPmx2WH6WgFfTdu9xfkYf3k1g5wD1zccTVySEEh1')
  const unknown = { programAddress: program, data: Uint8Array.of(1, 2) }
  const transaction = transactionOf(send, sendToken, memoOf('for tea'), unknown)
  const asked = read('solana_signAndSendTransaction', { transaction })
  expect(asked).toMatchObject({ kind: 'solana', account: from, isSent: true, count: 1 })
  expect(asked.kind === 'solana' && asked.steps).toEqual([
    {
      title: 'Send 1.5 SOL',
      lines: [
        { name: 'From', value: from },
        { name: 'To', value: to },
      ],
      isUnknown: false,
    },
    {
      title: 'Send 2.5 of a token',
      lines: [
        { name: 'Token', value: mint },
        { name: 'From', value: from },
        { name: 'To', value: to },
      ],
      isUnknown: false,
    },
    { title: 'Memo', lines: [{ name: 'Text', value: 'for tea' }], isUnknown: false },
    {
      title: 'Call a program',
      lines: [
        { name: 'Program', value: program },
        { name: 'Data', value: '5T' },
      ],
      isUnknown: true,
    },
  ])
})

test('several transactions show the steps of all', () => {
  const transactions = [transactionOf(send), transactionOf(sendToken)]
  const asked = read('solana_signAllTransactions', { transactions })
  expect(asked).toMatchObject({ count: 2, isSent: false })
  expect(asked.kind === 'solana' && asked.steps).toHaveLength(2)
})

test.each([
  ['a method that was not granted', 'solana_made', {}, 4200],
  ['a message that is not base58', 'solana_signMessage', { message: '0OIl' }, -32602],
  ['a message that is too long', 'solana_signMessage', { message: '1'.repeat(64_001) }, -32602],
  ['bytes that are no transaction', 'solana_signTransaction', { transaction: 'AAAA' }, -32602],
  ['no transaction', 'solana_signAllTransactions', { transactions: [] }, -32602],
  ['too many transactions', 'solana_signAllTransactions', { transactions: Array(21).fill('') }, -32602],
  ['an account that is no address', 'solana_signMessage', { message: '2', pubkey: 1 }, -32602],
])('refuses %s', (_what, method, params, code) => {
  expect(() => read(method, params)).toThrow(expect.objectContaining({ code }))
})

test('whatever a site sends, it is read or refused with a number', () => {
  const methods = ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions']
  const value = fc.oneof(fc.anything(), fc.string(), fc.base64String())
  const params = fc.oneof(
    fc.anything(),
    fc.record({ message: value, transaction: value, transactions: value }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...methods), params, (method, given) => {
      try {
        read(method, given)
      } catch (cause) {
        expect(cause).toMatchObject({ code: expect.any(Number) })
      }
    }),
  )
})
