import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { textOf } from '../../foreign/textOf.ts'
import { isTokenProgram, programs } from './programs.ts'

/** What a node says of a transaction that fails. */
export interface Failure {
  /** At most 200 characters. */
  readonly reason?: string
  /** Whether it is for want of money. */
  readonly lacks?: true
}

const lacking = (reason: string): Failure => ({ reason, lacks: true })

/** By the names of the runtime's own errors. */
const runtime: Readonly<Record<string, Failure>> = {
  AccountNotFound: lacking('the account holds nothing to pay the fee with'),
  InsufficientFundsForFee: lacking('the account holds too little to pay the fee'),
  InsufficientFundsForRent: lacking('an account would hold less than it must'),
  BlockhashNotFound: { reason: 'it was not sent in time' },
  AlreadyProcessed: { reason: 'the network has it already' },
  ProgramAccountNotFound: { reason: 'a program that it needs is not there' },
  AccountInUse: { reason: 'the account is in use, try again' },
  ComputationalBudgetExceeded: { reason: 'it takes more computing than it may' },
}

/** Numbers of errors of the token programs. */
const tokens: Readonly<Record<number, Failure>> = {
  1: lacking('the account holds too little of the token'),
  2: { reason: 'there is no such token' },
  3: { reason: 'the receiver’s account is for another token' },
  4: { reason: 'the account belongs to another owner' },
  17: { reason: 'the token account is frozen' },
  18: { reason: 'the token has another number of decimals' },
  32: { reason: 'the token’s fee has changed' },
  36: { reason: 'the receiver demands a memo with every transfer' },
  37: { reason: 'the token cannot be transferred' },
}

/** Names what failed. `programAt` gives the program of an instruction, whose numbers are its own. */
export function failureOf(error: unknown, programAt: (index: number) => string | undefined): Failure {
  if (typeof error === 'string') return runtime[error] ?? plain(error)
  const [index, inner] = itemsOf(fieldOf(error, 'InstructionError'), 2) ?? []
  if (typeof index !== 'number') {
    const name = keyOf(error)
    return runtime[name ?? ''] ?? plain(name)
  }
  const custom = fieldOf(inner, 'Custom')
  if (typeof custom !== 'number') {
    const name = typeof inner === 'string' ? inner : keyOf(inner)
    return runtime[name ?? ''] ?? plain(name)
  }
  const program = programAt(index)
  const known = isTokenProgram(program)
    ? tokens[custom]
    : program === programs.system && custom === 1
      ? lacking('the account holds too little')
      : undefined
  return known ?? plain(`custom program error: 0x${custom.toString(16)}`)
}

function plain(words: unknown): Failure {
  const reason = textOf(words, 200)
  return reason === undefined ? {} : { reason }
}

function keyOf(error: unknown): string | undefined {
  try {
    return typeof error === 'object' && error !== null ? Object.keys(error)[0] : undefined
  } catch {
    return undefined
  }
}
