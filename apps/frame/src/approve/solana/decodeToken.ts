import { readUnsigned } from 'latchkey/services'
import type { Instruction } from '../../provider/solana/parseTransaction.ts'
import { keyAt } from './keyAt.ts'
import type { SolanaEffect } from './solanaEffect.ts'

type Decoded = SolanaEffect | readonly SolanaEffect[] | undefined

/** What an instruction of the programs of tokens does: nothing where it changes nothing; undefined where it is not understood. */
export function decodeToken({ data, accounts }: Instruction, is2022: boolean): Decoded {
  const [first, second, third, fourth] = accounts.map(({ address }) => address)
  const amount = readUnsigned(data, 1, 8)
  const decimals = data[9]
  const isPlain = data.length === 9 && amount !== undefined
  const isChecked = data.length === 10 && amount !== undefined && decimals !== undefined
  const isBare = data.length === 1
  switch (data[0]) {
    // InitializeAccount, and the same with the owner among its bytes.
    case 1:
      return isBare && first && second && third ? open(first, second, third) : undefined
    case 16:
    case 18:
      return data.length === 33 && first && second ? open(first, second, keyAt(data, 1)) : undefined
    case 3:
      if (!isPlain || !first || !second || !third) return undefined
      return { is: 'tokenTransfer', from: first, to: second, by: third, amount }
    case 12:
      if (!isChecked || !first || !second || !third || !fourth) return undefined
      return { is: 'tokenTransfer', from: first, to: third, by: fourth, mint: second, amount, decimals }
    case 4:
      return isPlain && first && second ? { is: 'allow', account: first, spender: second, amount } : undefined
    case 13:
      return isChecked && first && second && third
        ? { is: 'allow', account: first, mint: second, spender: third, amount, decimals }
        : undefined
    case 5:
      return isBare && first ? { is: 'revoke', account: first } : undefined
    case 6:
      return authority(data, first)
    case 7:
    case 14:
      if (amount === undefined || !first || !second) return undefined
      if (data[0] === 14 ? !isChecked : !isPlain) return undefined
      return { is: 'mint', mint: first, to: second, amount, ...(isChecked && { decimals }) }
    case 8:
    case 15:
      if (amount === undefined || !first || !second) return undefined
      if (data[0] === 15 ? !isChecked : !isPlain) return undefined
      return { is: 'burn', account: first, mint: second, amount, ...(isChecked && { decimals }) }
    case 9:
      return isBare && first && second ? { is: 'close', account: first, to: second } : undefined
    case 10:
    case 11:
      if (!isBare || !first || !second) return undefined
      return { is: data[0] === 10 ? 'freeze' : 'thaw', account: first, mint: second }
    // SyncNative
    case 17:
      return isBare && first ? { is: 'wrap', account: first } : undefined
    // InitializeImmutableOwner: the account keeps its owner.
    case 22:
      return isBare && first ? [] : undefined
    default:
      return is2022 ? extension(data, [first, second, third, fourth]) : undefined
  }
}

/** What the extensions of Token-2022 do that a transfer or an account needs; any other is not understood. */
function extension(data: Uint8Array, accounts: readonly (string | undefined)[]): Decoded {
  const [first, second, third, fourth] = accounts
  const kind = data[0]
  // TransferCheckedWithFee
  if (kind === 26 && data[1] === 1) {
    const [amount, decimals, fee] = [readUnsigned(data, 2, 8), data[10], readUnsigned(data, 11, 8)]
    if (data.length !== 19 || amount === undefined || decimals === undefined || fee === undefined)
      return undefined
    if (!first || !second || !third || !fourth) return undefined
    return { is: 'tokenTransfer', from: first, to: third, by: fourth, mint: second, amount, decimals, fee }
  }
  // MemoTransfer and CpiGuard: a setting of the account that its owner turns on or off.
  const what = ({ 30: 'memo', 34: 'guard' } as const)[kind ?? 0]
  if (what && data.length === 2 && (data[1] === 0 || data[1] === 1) && first)
    return { is: 'setting', account: first, what, isOn: data[1] === 0 }
  return undefined
}

const authorityKinds: Readonly<Record<number, string>> = {
  0: 'making new tokens',
  1: 'freezing accounts',
  2: 'the token account itself',
  3: 'closing the token account',
  4: 'the fees of transfers',
  5: 'the fees that are held back',
  6: 'closing the mint',
  7: 'the interest of the token',
  8: 'moving the tokens of any holder',
  9: 'the confidential transfers of the token',
  10: 'the hook of transfers',
  11: 'the fees of confidential transfers',
  12: 'the metadata of the token',
  13: 'the group of the token',
  14: 'the members of the group',
  15: 'the scale of the amounts',
  16: 'stopping all transfers',
}

function authority(data: Uint8Array, account: string | undefined): SolanaEffect | undefined {
  const kind = authorityKinds[data[1] ?? -1]
  if (!account || kind === undefined) return undefined
  if (data[2] === 0 && data.length === 3) return { is: 'authority', account, kind }
  if (data[2] !== 1 || data.length !== 35) return undefined
  return { is: 'authority', account, kind, to: keyAt(data, 3) }
}

function open(account: string, mint: string, owner: string): SolanaEffect {
  return { is: 'openAccount', account, mint, owner }
}
