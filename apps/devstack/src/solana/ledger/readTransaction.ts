import {
  type Address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
} from '@solana/kit'

/** The most bytes of a transaction: what fits into one packet. */
export const largestTransaction = 1_232

/** An instruction whose accounts are places in the list of all keys. */
export interface ReadInstruction {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** A lookup: which addresses of a table are loaded. */
export interface ReadLookup {
  readonly table: Address
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

export interface ReadMessage {
  readonly version: 'legacy' | 0
  readonly header: {
    readonly numRequiredSignatures: number
    readonly numReadonlySignedAccounts: number
    readonly numReadonlyUnsignedAccounts: number
  }
  /** The keys that the message lists itself. */
  readonly keys: readonly Address[]
  readonly blockhash: string
  readonly instructions: readonly ReadInstruction[]
  readonly lookups: readonly ReadLookup[]
}

/** A transaction taken apart, and the bytes it came in. */
export interface ReadTransaction {
  readonly wire: Uint8Array
  readonly transaction: Transaction
  readonly message: ReadMessage
  /** In base58; the first is the transaction's id. An absent one is 64 zeros. */
  readonly signatures: readonly string[]
  readonly signature: string
}

/**
 * Takes a transaction apart.
 * @throws Error with a reason when the bytes are none, or of a version above 0.
 */
export function readTransaction(wire: Uint8Array): ReadTransaction {
  const transaction = getTransactionDecoder().decode(wire)
  if (!Buffer.from(getTransactionEncoder().encode(transaction)).equals(wire))
    throw new Error('it is not in its canonical form, or bytes follow it')
  const message = readMessage(transaction.messageBytes as unknown as Uint8Array)
  const base58 = getBase58Decoder()
  const signatures = Object.values(transaction.signatures).map(each =>
    base58.decode(each ?? new Uint8Array(64)),
  )
  const [signature] = signatures
  if (signature === undefined) throw new Error('it has no signature')
  return { wire, transaction, message, signatures, signature }
}

/**
 * Takes a message apart.
 * @throws Error with a reason when the bytes are none, or name an account that is not there.
 */
export function readMessage(bytes: Uint8Array): ReadMessage {
  const compiled = getCompiledTransactionMessageDecoder().decode(bytes)
  // The VM ends the process over bytes that decode and are not the only form of what they mean, such as a length of two bytes
  // where one would do.
  const again = getCompiledTransactionMessageEncoder().encode(compiled)
  if (again.length !== bytes.length || again.some((byte, index) => byte !== bytes[index]))
    throw new Error('it is not in its canonical form')
  if (compiled.version !== 'legacy' && compiled.version !== 0)
    throw new Error(`version ${compiled.version} is not supported`)
  const { header, staticAccounts } = compiled
  const lookups = ('addressTableLookups' in compiled && compiled.addressTableLookups) || []
  const message: ReadMessage = {
    version: compiled.version,
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    keys: staticAccounts,
    blockhash: compiled.lifetimeToken,
    instructions: compiled.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
      program: programAddressIndex,
      accounts: accountIndices ?? [],
      data: new Uint8Array(data ?? []),
    })),
    lookups: lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
      table: lookupTableAddress,
      writable: writableIndexes,
      readonly: readonlyIndexes,
    })),
  }
  const loaded = message.lookups.reduce((sum, each) => sum + each.writable.length + each.readonly.length, 0)
  const count = staticAccounts.length + loaded
  for (const { program, accounts } of message.instructions)
    if (program >= staticAccounts.length || accounts.some(account => account >= count))
      throw new Error('an instruction names an account that is not listed')
  return message
}

/** Whether the key at this place among those of the message signs. */
export function isSigner({ header }: ReadMessage, index: number): boolean {
  return index < header.numRequiredSignatures
}

/** Whether the account at this place is writable; loaded ones follow those of the message, the writable ones first. */
export function isWritable(message: ReadMessage, index: number): boolean {
  const { header, keys, lookups } = message
  if (index >= keys.length)
    return index - keys.length < lookups.reduce((sum, each) => sum + each.writable.length, 0)
  if (index < header.numRequiredSignatures)
    return index < header.numRequiredSignatures - header.numReadonlySignedAccounts
  return index < keys.length - header.numReadonlyUnsignedAccounts
}
