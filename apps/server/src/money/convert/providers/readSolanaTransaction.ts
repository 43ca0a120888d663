import { decodeMessages } from 'latchkey/services'
import type { BuiltConvert } from '../convertProvider.ts'
import { refuse } from './parseAnswer.ts'

/** Programs that every transaction calls besides: they swap nothing. */
const usual: ReadonlySet<string> = new Set([
  'ComputeBudget111111111111111111111111111111',
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
])

/**
 * A transaction of Solana as a vendor answers it, in base64, with the first program that swaps as where it goes. Its payer has
 * to be the account. What its programs do is not read: the services refuse to hand it on (T70).
 * @throws ConvertFault `unsafe`
 */
export function readSolanaTransaction(base64: string, account: string): BuiltConvert['tx'] {
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0)
  // A count below 128, then as many signatures of 64 bytes, and the message.
  const count = bytes[0] ?? 0
  const messages = count > 0 && count < 128 ? decodeMessages(bytes.subarray(1 + 64 * count)) : undefined
  const [message] = messages?.length === 1 ? messages : []
  if (message === undefined) return refuse('no transaction')
  if (message.payer !== account) refuse('another payer')
  const program = message.instructions.find(instruction => !usual.has(instruction.program))?.program
  if (program === undefined) return refuse('a transaction without a swap')
  return { to: program, data: base64, value: 0n, gas: null, gasPrice: null }
}
