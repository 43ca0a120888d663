import { ProviderRpcError } from '@latchkey/testing'
import {
  type Address,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getUtf8Decoder,
} from '@solana/kit'
import { getTransferSolInstructionDataDecoder, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { getTransferCheckedInstructionDataDecoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { formatUnits } from 'viem'
import { isReadable, signedText } from '../text/plainText.ts'
import type { Asked } from './readRequest.ts'
import type { DataLine } from './readTypedData.ts'

/** One step of a transaction, in words as far as the phone knows its program. */
export interface SolanaStep {
  readonly title: string
  readonly lines: readonly DataLine[]
  /** The phone does not know what it does. */
  readonly isUnknown: boolean
}

/** The methods of solana that the phone grants; each has a screen of its own. */
export const solanaPhoneMethods = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
] as const

/** The Memo program that wallets and chains have; the newer one of the package is not on every chain. */
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
/** Longest text of a message or a transaction that the phone reads. */
const longest = 64_000
/** More transactions at once than a visitor would read. */
const mostTransactions = 20

/**
 * Reads a request of solana as the screen shows it. What cannot be shown whole is refused. `account` is what the phone
 * signs with where the site names none.
 * @throws ProviderRpcError 4200 for a method that was not granted, -32602 for one that cannot be read.
 */
export function readSolanaRequest(method: string, params: unknown, account: string): Asked {
  const asked = Object(params) as Readonly<Record<string, unknown>>
  const named = asked.pubkey === undefined ? account : asked.pubkey
  if (typeof named !== 'string' || named.length > 60) throw invalid('The account must be an address.')
  switch (method) {
    case 'solana_signMessage':
      return { kind: 'message', account: named, ...readMessage(asked.message) }
    case 'solana_signTransaction':
    case 'solana_signAndSendTransaction': {
      const isSent = method === 'solana_signAndSendTransaction'
      return { kind: 'solana', account: named, isSent, count: 1, steps: readTransaction(asked.transaction) }
    }
    case 'solana_signAllTransactions': {
      const { transactions } = asked
      if (!Array.isArray(transactions) || transactions.length === 0) throw invalid('There is no transaction.')
      if (transactions.length > mostTransactions) throw invalid('These are too many transactions to be read.')
      const steps = transactions.flatMap(readTransaction)
      return { kind: 'solana', account: named, isSent: false, count: transactions.length, steps }
    }
    default:
      throw new ProviderRpcError(4200, 'This wallet does not know the method.')
  }
}

function readMessage(value: unknown): { readonly hex: `0x${string}`; readonly text?: string } {
  if (typeof value !== 'string' || value.length > longest)
    throw invalid('The message must be a string of readable length.')
  let bytes: Uint8Array
  try {
    bytes = Uint8Array.from(getBase58Encoder().encode(value))
  } catch {
    throw invalid('The message must be base58.')
  }
  const hex = `0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}` as const
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return isReadable(text) ? { hex, text: signedText(text) } : { hex }
  } catch {
    return { hex }
  }
}

function readTransaction(value: unknown): readonly SolanaStep[] {
  if (typeof value !== 'string' || value.length > longest)
    throw invalid('The transaction must be base64 of readable length.')
  try {
    const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(value))
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (!('instructions' in message)) throw new TypeError('an unknown version')
    const keyOf = (index: number): string =>
      message.staticAccounts[index] ?? 'an account out of a lookup table'
    return message.instructions.map(({ programAddressIndex, accountIndices = [], data }) =>
      readStep(keyOf(programAddressIndex) as Address, accountIndices.map(keyOf), Uint8Array.from(data ?? [])),
    )
  } catch {
    throw invalid('The transaction cannot be read.')
  }
}

function readStep(program: Address, accounts: readonly string[], data: Uint8Array): SolanaStep {
  const known = (
    title: string,
    ...lines: readonly (readonly [string, string | undefined])[]
  ): SolanaStep => ({
    title,
    lines: lines.map(([name, value]) => ({ name, value: value ?? '—' })),
    isUnknown: false,
  })
  try {
    if (program === SYSTEM_PROGRAM_ADDRESS && data[0] === 2 && data.length === 12) {
      const { amount } = getTransferSolInstructionDataDecoder().decode(data)
      return known(`Send ${formatUnits(amount, 9)} SOL`, ['From', accounts[0]], ['To', accounts[1]])
    }
    if (program === TOKEN_PROGRAM_ADDRESS && data[0] === 12 && data.length === 10) {
      const { amount, decimals } = getTransferCheckedInstructionDataDecoder().decode(data)
      const title = `Send ${formatUnits(amount, decimals)} of a token`
      return known(title, ['Token', accounts[1]], ['From', accounts[0]], ['To', accounts[2]])
    }
    if (program === memoProgram) return known('Memo', ['Text', signedText(getUtf8Decoder().decode(data))])
  } catch {
    // Known by its program, not by its data.
  }
  const lines = [
    { name: 'Program', value: program },
    ...(data.length > 0 ? [{ name: 'Data', value: getBase58Decoder().decode(data) }] : []),
  ]
  return { title: 'Call a program', lines, isUnknown: true }
}

function invalid(message: string): ProviderRpcError {
  return new ProviderRpcError(-32602, message)
}
