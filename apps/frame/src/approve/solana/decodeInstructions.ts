import { readUnsigned } from 'latchkey/services'
import type { Instruction } from '../../provider/solana/parseTransaction.ts'
import { decodeSystem } from './decodeSystem.ts'
import { decodeToken } from './decodeToken.ts'
import {
  accountProgram,
  computeProgram,
  memoPrograms,
  systemProgram,
  token2022Program,
  tokenProgram,
} from './programs.ts'
import type { SolanaEffect } from './solanaEffect.ts'

/** What the instructions do, one after the other; what only says how the network is to run them is left out. */
export function decodeInstructions(instructions: readonly Instruction[]): readonly SolanaEffect[] {
  const effects = instructions.flatMap(each => decode(each) ?? unknown(each))
  // The chain lets such an account be made for that owner alone.
  const owners = new Map(
    effects.flatMap(each =>
      each.is === 'makeAccount' || each.is === 'openAccount' ? [[each.account, each.owner] as const] : [],
    ),
  )
  return effects.map(each => {
    const owner = each.is === 'tokenTransfer' ? owners.get(each.to) : undefined
    return owner === undefined ? each : { ...each, owner }
  })
}

/** Lamports that are offered beyond the network's own fee, at most; undefined where the instructions do not say. */
export function priorityFee(instructions: readonly Instruction[]): bigint | undefined {
  let price = 0n
  let units: bigint | undefined
  for (const { program, data } of instructions) {
    if (program !== computeProgram || !isBudget(data)) continue
    if (data[0] === 2) units = readUnsigned(data, 1, 4)
    if (data[0] === 3) price = readUnsigned(data, 1, 8) ?? 0n
  }
  if (price === 0n) return 0n
  // The price is in millionths of a lamport for each unit.
  return units === undefined ? undefined : (price * units + 999_999n) / 1_000_000n
}

function unknown({ program, accounts }: Instruction): SolanaEffect {
  const isUnread = accounts.some(({ address }) => address === undefined)
  return { is: 'unknown', program, ...(isUnread && { isUnread }) }
}

/** Nothing where the instruction changes nothing; undefined where it is not understood. */
function decode(instruction: Instruction): SolanaEffect | readonly SolanaEffect[] | undefined {
  const { program, data } = instruction
  if (program === systemProgram) return decodeSystem(instruction)
  if (program === tokenProgram || program === token2022Program)
    return decodeToken(instruction, program === token2022Program)
  if (program === accountProgram) return makeAccount(instruction)
  // How much work is paid for is in the fee.
  if (program === computeProgram) return isBudget(data) ? [] : undefined
  if (!memoPrograms.includes(program)) return undefined
  try {
    return { is: 'note', text: new TextDecoder('utf-8', { fatal: true }).decode(data) }
  } catch {
    return undefined
  }
}

function isBudget(data: Uint8Array): boolean {
  return data.length === { 1: 5, 2: 5, 3: 9, 4: 5 }[data[0] ?? 0]
}

/** An account of tokens that belongs to its owner by its address: made, or left alone where it is there already. */
function makeAccount({ data, accounts }: Instruction): SolanaEffect | undefined {
  const [payer, account, owner, mint] = accounts.map(({ address }) => address)
  const isMade = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  return isMade && payer && account && owner && mint
    ? { is: 'makeAccount', account, owner, mint, payer }
    : undefined
}
