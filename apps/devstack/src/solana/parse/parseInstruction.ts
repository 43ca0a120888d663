import { type Address, getBase58Decoder } from '@solana/kit'
import { toTokenAmount } from '../ledger/tokenBalances.ts'
import { createReader, type Reader } from './createReader.ts'
import {
  associatedTokenProgram,
  isTokenProgram,
  memoProgram,
  systemProgram,
  token2022Program,
} from './tokenPrograms.ts'

/** An instruction with its accounts' keys. */
export interface PlainInstruction {
  readonly programId: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
  readonly stackHeight: number | null
}

interface Parsed {
  readonly type: string
  readonly info: Readonly<Record<string, unknown>>
}

/** An instruction as `jsonParsed` writes it: parsed for the programs known here, else with its bytes in base58. */
export function parseInstruction(instruction: PlainInstruction): unknown {
  const { programId, accounts, data, stackHeight } = instruction
  const known = parseKnown(instruction)
  if (known) return { ...known, programId, stackHeight }
  return { programId, accounts, data: getBase58Decoder().decode(data), stackHeight }
}

function parseKnown({ programId, accounts, data }: PlainInstruction): object | undefined {
  try {
    if (programId === memoProgram) return { program: 'spl-memo', parsed: Buffer.from(data).toString('utf8') }
    const reader = createReader(data)
    if (programId === systemProgram) {
      const parsed = parseSystem(reader, accounts)
      return parsed && { program: 'system', parsed }
    }
    if (programId === associatedTokenProgram) {
      const parsed = parseAssociated(data, accounts)
      return parsed && { program: 'spl-associated-token-account', parsed }
    }
    if (!isTokenProgram(programId)) return undefined
    const parsed = parseToken(reader, accounts)
    return parsed && { program: programId === token2022Program ? 'spl-token-2022' : 'spl-token', parsed }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function parseSystem(reader: Reader, [first, second, third]: readonly Address[]): Parsed | undefined {
  switch (reader.u32()) {
    case 0: {
      const lamports = reader.u64()
      const space = reader.u64()
      const owner = reader.address()
      return { type: 'createAccount', info: { source: first, newAccount: second, lamports, space, owner } }
    }
    case 2:
      return { type: 'transfer', info: { source: first, destination: second, lamports: reader.u64() } }
    case 4:
      return {
        type: 'advanceNonce',
        info: { nonceAccount: first, recentBlockhashesSysvar: second, nonceAuthority: third },
      }
    default:
      return undefined
  }
}

function parseAssociated(data: Uint8Array, accounts: readonly Address[]): Parsed | undefined {
  const [source, account, wallet, mint, system, token] = accounts
  const kind = data[0] ?? 0
  if (kind > 1) return undefined
  const info = { source, account, wallet, mint, systemProgram: system, tokenProgram: token }
  return { type: kind === 1 ? 'createIdempotent' : 'create', info }
}

// TokenInstruction of spl-token-interface; Token-2022 begins with the same ones.
function parseToken(reader: Reader, accounts: readonly Address[]): Parsed | undefined {
  const [first, second, third, fourth] = accounts
  switch (reader.u8()) {
    case 1:
      return {
        type: 'initializeAccount',
        info: { account: first, mint: second, owner: third, rentSysvar: fourth },
      }
    case 3: {
      const amount = String(reader.u64())
      return { type: 'transfer', info: { source: first, destination: second, authority: third, amount } }
    }
    case 7: {
      const amount = String(reader.u64())
      return { type: 'mintTo', info: { mint: first, account: second, mintAuthority: third, amount } }
    }
    case 8: {
      const amount = String(reader.u64())
      return { type: 'burn', info: { account: first, mint: second, authority: third, amount } }
    }
    case 9:
      return { type: 'closeAccount', info: { account: first, destination: second, owner: third } }
    case 12: {
      const tokenAmount = toTokenAmount(reader.u64(), reader.u8())
      return {
        type: 'transferChecked',
        info: { source: first, mint: second, destination: third, authority: fourth, tokenAmount },
      }
    }
    case 18: {
      const owner = reader.address()
      return { type: 'initializeAccount3', info: { account: first, mint: second, owner } }
    }
    case 22:
      return { type: 'initializeImmutableOwner', info: { account: first } }
    case 26: {
      // TransferFeeExtension: TransferCheckedWithFee.
      if (reader.u8() !== 1) return undefined
      const amount = reader.u64()
      const decimals = reader.u8()
      const info = { source: first, mint: second, destination: third, authority: fourth }
      return {
        type: 'transferCheckedWithFee',
        info: {
          ...info,
          tokenAmount: toTokenAmount(amount, decimals),
          feeAmount: toTokenAmount(reader.u64(), decimals),
        },
      }
    }
    default:
      return undefined
  }
}
