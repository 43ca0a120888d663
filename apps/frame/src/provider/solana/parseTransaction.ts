import { formatBase58 } from 'latchkey/services'
import type { Bytes } from '../../keys/bytes.ts'
import { type ByteReader, readBytes } from './readBytes.ts'

/** What a Solana network takes in one packet. */
export const longestTransaction = 1_232

/** An account that an instruction names. */
export interface InstructionAccount {
  /** Absent: it stands in a table on the chain that was not read. */
  readonly address?: string
  readonly isSigner: boolean
  readonly isWritable: boolean
}

export interface Instruction {
  readonly program: string
  readonly accounts: readonly InstructionAccount[]
  readonly data: Bytes
}

/** A table on the chain (an address lookup table), and which of its places a transaction uses. */
export interface UsedTable {
  readonly address: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** What tables hold, by their address: base58 addresses at their places. */
export type TableContents = ReadonlyMap<string, readonly string[]>

/** The signed message of a Solana transaction, fully parsed. */
export interface SolanaMessage {
  readonly version: 'legacy' | 0
  /** The bytes themselves. */
  readonly bytes: Bytes
  /** The required signers, in their order; the first one pays. */
  readonly signers: readonly string[]
  readonly instructions: readonly Instruction[]
  readonly tables: readonly UsedTable[]
}

export interface SolanaTransaction {
  readonly message: SolanaMessage
  /** By the place of their signer; 64 zeros where one is missing. */
  readonly signatures: readonly Bytes[]
}

/**
 * Reads a transaction as it goes over the wire; undefined for invalid or oversized bytes, or for one that no network
 * would accept.
 */
export function parseTransaction(
  bytes: Uint8Array,
  contents: TableContents = new Map(),
): SolanaTransaction | undefined {
  if (bytes.length > longestTransaction) return undefined
  return attempt(() => {
    const reader = readBytes(bytes)
    const signatures = Array.from({ length: reader.count() }, () => reader.take(64))
    const message = readMessage(reader.take(reader.left), contents)
    if (signatures.length !== message.signers.length) throw new RangeError('Signatures without signers')
    return { message, signatures }
  })
}

/** Reads the signed message of a transaction; undefined for anything else. */
export function parseMessage(bytes: Uint8Array): SolanaMessage | undefined {
  return attempt(() => readMessage(Uint8Array.from(bytes), new Map()))
}

/** The transaction with a signature at its signer's place, as it goes over the wire. */
export function joinTransaction({ message }: SolanaTransaction, signatures: readonly Bytes[]): Bytes {
  // There are fewer than 128 signers in what fits a packet.
  return Uint8Array.from([signatures.length, ...signatures.flatMap(each => [...each]), ...message.bytes])
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readMessage(bytes: Bytes, contents: TableContents): SolanaMessage {
  const reader = readBytes(bytes)
  const first = reader.byte()
  const version = first < 0x80 ? 'legacy' : first === 0x80 ? 0 : undefined
  if (version === undefined) throw new RangeError('Another version')
  const signed = version === 0 ? reader.byte() : first
  const [readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte()]
  const keys = readList(reader, 32, () => formatBase58(reader.take(32)))
  // The network's own checks: a writable signer pays, and no account occurs twice.
  if (signed < 1 || readonlySigned >= signed || signed + readonlyUnsigned > keys.length)
    throw new RangeError('No account pays')
  if (new Set(keys).size !== keys.length) throw new RangeError('An account twice')
  // The block hash: for how long the network takes it.
  reader.take(32)
  const raw = readList(reader, 3, () => ({
    program: reader.byte(),
    accounts: readList(reader, 1, () => reader.byte()),
    data: reader.take(reader.count()),
  }))
  const tables =
    version === 0
      ? readList(
          reader,
          34,
          (): UsedTable => ({
            address: formatBase58(reader.take(32)),
            writable: readList(reader, 1, () => reader.byte()),
            readonly: readList(reader, 1, () => reader.byte()),
          }),
        )
      : []
  if (reader.left > 0) throw new RangeError('More than a message')
  const read = (kind: 'writable' | 'readonly') =>
    tables.flatMap(table => table[kind].map(place => contents.get(table.address)?.[place]))
  const writableLoaded = read('writable')
  const all: readonly (string | undefined)[] = [...keys, ...writableLoaded, ...read('readonly')]
  if (all.length > 256) throw new RangeError('Too many accounts')

  const accountAt = (index: number): InstructionAccount => {
    if (index >= all.length) throw new RangeError('No such account')
    const address = all[index]
    if (index >= keys.length) {
      const isWritable = index < keys.length + writableLoaded.length
      return { ...(address !== undefined && { address }), isSigner: false, isWritable }
    }
    const isSigner = index < signed
    const isWritable = isSigner ? index < signed - readonlySigned : index < keys.length - readonlyUnsigned
    return { ...(address !== undefined && { address }), isSigner, isWritable }
  }
  const instructions = raw.map(({ program, accounts, data }): Instruction => {
    const address = keys[program]
    // A program stands in the transaction itself, and never pays.
    if (address === undefined || program === 0) throw new RangeError('No program')
    return { program: address, accounts: accounts.map(accountAt), data }
  })
  return { version, bytes, signers: keys.slice(0, signed), instructions, tables }
}

/** Reads a counted list whose items have at least `least` bytes; refuses a count that the bytes cannot hold. */
function readList<T>(reader: ByteReader, least: number, item: () => T): T[] {
  const length = reader.count()
  if (length * least > reader.left) throw new RangeError('The bytes end too soon')
  return Array.from({ length }, item)
}
