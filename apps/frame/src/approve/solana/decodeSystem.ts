import { readUnsigned } from 'latchkey/services'
import type { Instruction } from '../../provider/solana/parseTransaction.ts'
import { keyAt } from './keyAt.ts'
import type { SolanaEffect } from './solanaEffect.ts'

const longestSeed = 32

/** What an instruction of the System program does; undefined where it is not understood. */
export function decodeSystem({ data, accounts }: Instruction): SolanaEffect | undefined {
  const [first, second, third] = accounts.map(({ address }) => address)
  switch (readUnsigned(data, 0, 4)) {
    // CreateAccount
    case 0n: {
      const amount = readUnsigned(data, 4, 8)
      if (data.length !== 52 || amount === undefined || !first || !second) return undefined
      return { is: 'create', from: first, account: second, amount, program: keyAt(data, 20) }
    }
    // Assign
    case 1n:
      return data.length === 36 && first
        ? { is: 'assign', account: first, program: keyAt(data, 4) }
        : undefined
    // Transfer
    case 2n: {
      const amount = readUnsigned(data, 4, 8)
      if (data.length !== 12 || amount === undefined || !first || !second) return undefined
      return { is: 'transfer', from: first, to: second, amount }
    }
    // CreateAccountWithSeed
    case 3n:
      return createWithSeed(data, first, second)
    // AdvanceNonceAccount
    case 4n:
      return data.length === 4 ? { is: 'lasting' } : undefined
    // WithdrawNonceAccount
    case 5n: {
      const amount = readUnsigned(data, 4, 8)
      if (data.length !== 12 || amount === undefined || !first || !second) return undefined
      return { is: 'transfer', from: first, to: second, amount }
    }
    // AuthorizeNonceAccount
    case 7n:
      return data.length === 36 && first
        ? { is: 'authority', account: first, kind: 'the account of a nonce', to: keyAt(data, 4) }
        : undefined
    // TransferWithSeed: from an account that a seed leads to.
    case 11n: {
      const amount = readUnsigned(data, 4, 8)
      const length = readUnsigned(data, 12, 8)
      const isWhole = length !== undefined && length <= longestSeed && data.length === 52 + Number(length)
      if (!isWhole || amount === undefined || !first || !third) return undefined
      return { is: 'transfer', from: first, to: third, amount }
    }
    default:
      return undefined
  }
}

function createWithSeed(
  data: Uint8Array,
  from: string | undefined,
  account: string | undefined,
): SolanaEffect | undefined {
  const length = readUnsigned(data, 36, 8)
  if (length === undefined || length > longestSeed || data.length !== 92 + Number(length)) return undefined
  const at = 44 + Number(length)
  const amount = readUnsigned(data, at, 8)
  if (amount === undefined || !from || !account) return undefined
  return { is: 'create', from, account, amount, program: keyAt(data, at + 16) }
}
