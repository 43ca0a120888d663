/** The instructions that a transfer is made of, byte for byte as the programs read them. */
import { parseBase58 } from '../../../contract/base58.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { join, u32, u64 } from './bytes.ts'
import { programs } from './programs.ts'

export interface AccountUse {
  /** Base58. */
  readonly address: string
  readonly signer: boolean
  readonly writable: boolean
}

export interface Instruction {
  readonly program: string
  readonly accounts: readonly AccountUse[]
  readonly data: Uint8Array
}

const reads = (address: string): AccountUse => ({ address, signer: false, writable: false })
const writes = (address: string): AccountUse => ({ address, signer: false, writable: true })
const signs = (address: string, writable = false): AccountUse => ({ address, signer: true, writable })

/** How much computing the transaction may take, in compute units. */
export function setComputeLimit(units: number): Instruction {
  return { program: programs.computeBudget, accounts: [], data: join([[2], u32(units)]) }
}

/** What a compute unit is worth to the sender, in millionths of a lamport. */
export function setComputePrice(price: bigint): Instruction {
  return { program: programs.computeBudget, accounts: [], data: join([[3], u64(price)]) }
}

export function transferLamports(from: string, to: string, lamports: bigint): Instruction {
  return {
    program: programs.system,
    accounts: [signs(from, true), writes(to)],
    data: join([u32(2), u64(lamports)]),
  }
}

export interface TokenMove {
  readonly program: string
  readonly mint: string
  readonly source: string
  readonly destination: string
  /** Who holds the source. */
  readonly owner: string
  readonly amount: bigint
  readonly decimals: number
  /** What the token keeps back; undefined for a token without transfer fees. */
  readonly fee?: bigint | undefined
}

/** Moves tokens, with the decimals and the fee that the visitor was shown: the program refuses others. */
export function transferTokens(move: TokenMove): Instruction {
  const { program, source, mint, destination, owner, amount, decimals, fee } = move
  const words = [...u64(amount), decimals]
  return {
    program,
    accounts: [writes(source), reads(mint), writes(destination), signs(owner)],
    data: join([fee === undefined ? [12, ...words] : [26, 1, ...words, ...u64(fee)]]),
  }
}

/** Opens the receiver's account for a token, unless it is there by now. */
export function openTokenAccount({
  payer,
  account,
  owner,
  mint,
  program,
}: Readonly<Record<'payer' | 'account' | 'owner' | 'mint' | 'program', string>>): Instruction {
  return {
    program: programs.tokenAccounts,
    accounts: [
      signs(payer, true),
      writes(account),
      reads(owner),
      reads(mint),
      reads(programs.system),
      reads(program),
    ],
    data: Uint8Array.of(1),
  }
}

export function addMemo(text: string): Instruction {
  return { program: programs.memo, accounts: [], data: new TextEncoder().encode(text) }
}

/** The 32 bytes of an address. @throws LatchkeyError RECEIVER_INVALID: after this it is money. */
export function addressBytes(address: string): Uint8Array {
  const bytes = parseBase58(address, 32)
  if (!bytes) throw createError('RECEIVER_INVALID')
  return bytes
}
