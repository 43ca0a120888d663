/**
 * The instructions of Token-2022 that the seed needs, by hand: the package for them asks for another major version of
 * kit. Layouts: spl-token-2022-interface (TokenInstruction and its extensions) and spl-token-metadata-interface.
 */
import { type Address, getAddressEncoder, type Instruction } from '@solana/kit'
import { systemProgram, token2022Program } from '../parse/tokenPrograms.ts'

const writable = (address: Address) => ({ address, role: 1 as const })
const readonly = (address: Address) => ({ address, role: 0 as const })
const signer = (address: Address) => ({ address, role: 2 as const })
const payer = (address: Address) => ({ address, role: 3 as const })

function instruction(accounts: Instruction['accounts'], ...data: (number | Uint8Array)[]): Instruction {
  const bytes = Buffer.concat(data.map(each => (typeof each === 'number' ? Buffer.from([each]) : each)))
  return { programAddress: token2022Program, accounts: accounts ?? [], data: new Uint8Array(bytes) }
}

const keyOf = (address: Address): Uint8Array => new Uint8Array(getAddressEncoder().encode(address))

/** A key behind a byte that says that it is there. */
const some = (address: Address): Uint8Array => Buffer.concat([Buffer.from([1]), keyOf(address)])

function u16(value: number): Uint8Array {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value, 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** TransferFeeExtension (26), InitializeTransferFeeConfig (0). */
export function initializeTransferFee(options: {
  mint: Address
  authority: Address
  basisPoints: number
  most: bigint
}): Instruction {
  const { mint, authority, basisPoints, most } = options
  return instruction([writable(mint)], 26, 0, some(authority), some(authority), u16(basisPoints), u64(most))
}

/** MetadataPointerExtension (39), Initialize (0): the metadata is in the mint itself. */
export function initializeMetadataPointer(mint: Address, authority: Address): Instruction {
  return instruction([writable(mint)], 39, 0, keyOf(authority), keyOf(mint))
}

/** InitializeMint2 (20); without an authority to freeze. */
export function initializeMint(mint: Address, authority: Address, decimals: number): Instruction {
  return instruction([writable(mint)], 20, decimals, keyOf(authority), 0)
}

// The first 8 bytes of SHA-256 of "spl_token_metadata_interface:initialize_account".
const initializeAccount = new Uint8Array([210, 225, 30, 162, 88, 184, 77, 141])

/** Initialize of the metadata interface. */
export function initializeMetadata(options: {
  mint: Address
  authority: Address
  name: string
  symbol: string
  uri: string
}): Instruction {
  const { mint, authority, name, symbol, uri } = options
  return instruction(
    [writable(mint), readonly(authority), readonly(mint), signer(authority)],
    initializeAccount,
    text(name),
    text(symbol),
    text(uri),
  )
}

/** Reallocate (29) for MemoTransfer (8), and MemoTransferExtension (30), Enable (0). */
export function requireMemos(account: Address, owner: Address): Instruction[] {
  return [
    instruction([writable(account), payer(owner), readonly(systemProgram), signer(owner)], 29, u16(8)),
    instruction([writable(account), signer(owner)], 30, 0),
  ]
}

/** Bytes of a mint with these extensions, each with its 4 bytes of type and length, behind 166 bytes (AccountType::Mint). */
export function mintSize(extensions: readonly number[]): number {
  return extensions.reduce((sum, size) => sum + 4 + size, 166)
}

export const transferFeeSize = 108
export const metadataPointerSize = 64
/** Bytes of the metadata extension: two keys, three texts behind their lengths, and an empty list. */
export function metadataSize(texts: readonly string[]): number {
  return texts.reduce((sum, each) => sum + 4 + Buffer.byteLength(each), 64 + 4)
}
