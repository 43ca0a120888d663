import { formatBase58, readUnsigned } from 'latchkey/services'
import { token2022Program, tokenProgram } from '../../approve/solana/programs.ts'
import type { SeenAccount } from './readAccounts.ts'

/** What a token account holds, and for whom. */
export interface TokenAccount {
  readonly mint: string
  /** Whose tokens they are. */
  readonly owner: string
  readonly amount: bigint
}

const accountLength = 165
const mintLength = 82
const multisigLength = 355
/** Behind the first 165 bytes, accounts of Token-2022 say what they are. */
const kinds = { mint: 1, account: 2 } as const

/** Reads a token account; undefined for any other account. */
export function toTokenAccount(account: SeenAccount | null | undefined): TokenAccount | undefined {
  if (!account || !isToken(account, accountLength, kinds.account)) return undefined
  const { data } = account
  const amount = readUnsigned(data, 64, 8)
  // Not made yet: it holds nothing for anyone.
  if (amount === undefined || data[108] === 0) return undefined
  return { mint: formatBase58(data.slice(0, 32)), owner: formatBase58(data.slice(32, 64)), amount }
}

/** The decimals of a mint; undefined for any other account. */
export function toMintDecimals(account: SeenAccount | null | undefined): number | undefined {
  if (!account || !isToken(account, mintLength, kinds.mint)) return undefined
  const { data } = account
  return data[45] === 1 ? data[44] : undefined
}

function isToken({ owner, data }: SeenAccount, length: number, kind: number): boolean {
  if (owner !== tokenProgram && owner !== token2022Program) return false
  if (data.length === length) return true
  if (data.length === multisigLength) return false
  return owner === token2022Program && data.length > accountLength && data[accountLength] === kind
}
