import { formatBase58 } from '../../../contract/base58.ts'
import { longestTransaction } from '../longestTransaction.ts'

/** An instruction as it stands in a transaction. */
export interface SeenInstruction {
  /** The address of the program, in base58. */
  readonly program: string
  /** Addresses in base58; undefined for an account that only a table on the chain names. */
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
}

export interface SeenTransaction {
  /** 64 bytes each; zeros where one is missing. */
  readonly signatures: readonly Uint8Array[]
  readonly payer: string
  /** Base58. */
  readonly blockhash: string
  readonly instructions: readonly SeenInstruction[]
  /** Whether it names accounts by tables on the chain. */
  readonly hasTables: boolean
}

/** What is signed of a transaction. */
export type SeenMessage = Omit<SeenTransaction, 'signatures'>

/** Reads a transaction of either form; undefined for anything that is not just one. */
export function decodeTransaction(bytes: Uint8Array): SeenTransaction | undefined {
  if (bytes.length > longestTransaction) return undefined
  return attempt(() => {
    const reader = read(bytes)
    const signatures = reader.many(() => reader.take(64))
    const { required, ...message } = readMessage(reader)
    if (reader.left() > 0 || signatures.length !== required) return undefined
    return { signatures, ...message }
  })
}

/** Reads the messages of transactions, one behind the other; undefined for anything else. */
export function decodeMessages(bytes: Uint8Array): readonly SeenMessage[] | undefined {
  return attempt(() => {
    const reader = read(bytes)
    const messages: SeenMessage[] = []
    do {
      const before = reader.left()
      const { required, ...message } = readMessage(reader)
      // With its signatures it would not cross the network.
      if (1 + 64 * required + before - reader.left() > longestTransaction) return undefined
      messages.push(message)
    } while (reader.left() > 0)
    return messages
  })
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

function read(bytes: Uint8Array) {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('It ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = () => take(1)[0] ?? 0
  const count = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte()
      value |= (next & 127) << shift
      if (next < 128) return value
    }
    throw new RangeError('A count is too long')
  }
  const many = <T>(one: () => T): readonly T[] => Array.from({ length: checked(count()) }, one)
  const checked = (length: number) => {
    if (length > bytes.length) throw new RangeError('A list is too long')
    return length
  }

  return { take, byte, count, many, checked, left: () => bytes.length - at }
}

function readMessage({
  take,
  byte,
  count,
  many,
  checked,
}: ReturnType<typeof read>): SeenMessage & { readonly required: number } {
  const first = byte()
  // Only version 0 is in use beside the legacy form.
  if (first > 128) throw new RangeError('Another version')
  const required = first === 128 ? byte() : first
  take(2)
  const keys = many(() => formatBase58(take(32)))
  const blockhash = formatBase58(take(32))
  const instructions = many((): SeenInstruction => {
    const program = keys[byte()]
    if (program === undefined) throw new RangeError('A program is not named')
    const accounts = [...take(checked(count()))].map(index => keys[index])
    return { program, accounts, data: take(checked(count())) }
  })
  const tables = first === 128 ? many(() => [take(32), take(checked(count())), take(checked(count()))]) : []
  const [payer] = keys
  if (payer === undefined) throw new RangeError('No account pays')
  return { required, payer, blockhash, instructions, hasTables: tables.length > 0 }
}
