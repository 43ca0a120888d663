import { formatBase58 } from 'latchkey/services'
import type { Instruction } from '../../provider/solana/parseTransaction.ts'
import type { SolanaEffect } from './solanaEffect.ts'

const systemProgram = '11111111111111111111111111111111'
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const accountProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const computeProgram = 'ComputeBudget111111111111111111111111111111'
const memoPrograms: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

/** What the instructions do, one after the other; what only says how the network is to run them is left out. */
export function decodeInstructions(instructions: readonly Instruction[]): readonly SolanaEffect[] {
  const effects = instructions.flatMap(each => {
    // How much work is paid for is in the fee.
    if (each.program === computeProgram && isBudget(each.data)) return []
    return [decode(each) ?? { is: 'unknown' as const, program: each.program }]
  })
  // The chain lets such an account be made for that owner alone.
  const owners = new Map(
    effects.flatMap(each => (each.is === 'makeAccount' ? [[each.account, each.owner] as const] : [])),
  )
  return effects.map(each => {
    const owner = each.is === 'tokenTransfer' ? owners.get(each.to) : undefined
    return owner === undefined ? each : { ...each, owner }
  })
}

function decode(instruction: Instruction): SolanaEffect | undefined {
  const { program, data } = instruction
  if (program === systemProgram) return system(instruction)
  if (program === tokenProgram || program === token2022Program) return token(instruction)
  if (program === accountProgram) return makeAccount(instruction)
  if (memoPrograms.includes(program)) {
    try {
      return { is: 'note', text: new TextDecoder('utf-8', { fatal: true }).decode(data) }
    } catch {
      return undefined
    }
  }
  return undefined
}

function isBudget(data: Uint8Array): boolean {
  const length = { 1: 5, 2: 5, 3: 9, 4: 5 }[data[0] ?? 0]
  return data.length === length
}

function system({ data, accounts }: Instruction): SolanaEffect | undefined {
  const kind = numberAt(data, 0, 4)
  const [first, second] = accounts.map(({ address }) => address)
  // Transfer, and the same from an account that a seed leads to.
  if (kind === 2n && data.length === 12 && first && second)
    return { is: 'transfer', from: first, to: second, amount: numberAt(data, 4, 8) ?? 0n }
  const third = accounts[2]?.address
  if (kind === 11n && first && third) {
    const amount = numberAt(data, 4, 8)
    return amount === undefined ? undefined : { is: 'transfer', from: first, to: third, amount }
  }
  if (kind === 1n && data.length === 36 && first)
    return { is: 'assign', account: first, program: formatBase58(data.slice(4)) }
  if (kind === 4n && data.length === 4) return { is: 'lasting' }
  return undefined
}

const authorityKinds: Readonly<Record<number, string>> = {
  0: 'making new tokens',
  1: 'freezing accounts',
  2: 'the account of tokens itself',
  3: 'closing the account of tokens',
}

function token({ data, accounts }: Instruction): SolanaEffect | undefined {
  const [first, second, third] = accounts.map(({ address }) => address)
  const amount = numberAt(data, 1, 8)
  const decimals = data[9]
  switch (data[0]) {
    case 3:
      return data.length === 9 && amount !== undefined && first && second
        ? { is: 'tokenTransfer', from: first, to: second, amount }
        : undefined
    case 12:
      return data.length === 10 && amount !== undefined && decimals !== undefined && first && second && third
        ? { is: 'tokenTransfer', from: first, to: third, mint: second, amount, decimals }
        : undefined
    case 4:
      return data.length === 9 && amount !== undefined && first && second
        ? { is: 'allow', account: first, spender: second, amount }
        : undefined
    case 13:
      return data.length === 10 && amount !== undefined && decimals !== undefined && first && second && third
        ? { is: 'allow', account: first, mint: second, spender: third, amount, decimals }
        : undefined
    case 5:
      return data.length === 1 && first ? { is: 'revoke', account: first } : undefined
    case 6:
      return authority(data, first)
    case 8:
    case 15: {
      const isChecked = data[0] === 15
      if (data.length !== (isChecked ? 10 : 9) || amount === undefined || !first) return undefined
      return { is: 'burn', account: first, amount, ...(isChecked && decimals !== undefined && { decimals }) }
    }
    case 9:
      return data.length === 1 && first && second ? { is: 'close', account: first, to: second } : undefined
    default:
      return undefined
  }
}

function authority(data: Uint8Array, account: string | undefined): SolanaEffect | undefined {
  const kind = authorityKinds[data[1] ?? -1]
  if (!account || kind === undefined) return undefined
  if (data[2] === 0 && data.length === 3) return { is: 'authority', account, kind }
  if (data[2] !== 1 || data.length !== 35) return undefined
  return { is: 'authority', account, kind, to: formatBase58(data.slice(3)) }
}

/** An account of tokens that belongs to its owner by its address: made, or left alone where it is there already. */
function makeAccount({ data, accounts }: Instruction): SolanaEffect | undefined {
  const [payer, account, owner, mint] = accounts.map(({ address }) => address)
  const isMade = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  return isMade && payer && account && owner && mint
    ? { is: 'makeAccount', account, owner, mint, payer }
    : undefined
}

/** A number of so many bytes, the least of them first. */
function numberAt(data: Uint8Array, at: number, length: number): bigint | undefined {
  if (data.length < at + length) return undefined
  return data.slice(at, at + length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}
