import { decodeMessages, readUnsigned, type SeenInstruction, type SeenMessage } from 'latchkey/services'
import { token2022Program, tokenPrograms } from '../../../data/svm/tokenPrograms.ts'
import type { PolicyRefusal } from './judgeSigned.ts'
import type { SigningPolicy, SolanaRules } from './signingPolicy.ts'

const system = '11111111111111111111111111111111'
const budget = 'ComputeBudget111111111111111111111111111111'
const accounts = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/** What one transaction moves. */
interface Moves {
  lamports: bigint
  /** By mint. */
  readonly tokens: Map<string, bigint>
  /** It calls a program in a way that is not read. */
  isOpen: boolean
}

/**
 * Judges what the Solana account signs: the messages of transactions one behind the other, or a text. No message says for which
 * cluster it is, so the rules hold on all of them.
 */
export function judgeSolana(policy: SigningPolicy, bytes: Uint8Array): PolicyRefusal | undefined {
  if (isText(bytes)) return policy.messages ? undefined : 'kind'
  const { solana } = policy
  if (typeof solana === 'boolean') return solana ? undefined : 'kind'
  const messages = decodeMessages(bytes)
  if (!messages) return 'call'
  for (const message of messages) {
    const moves = readMoves(solana, message)
    if (typeof moves === 'string') return moves
    if (moves.lamports > solana.mostValue) return 'value'
    for (const [mint, amount] of moves.tokens) if (amount > (solana.tokens.get(mint) ?? -1n)) return 'value'
  }
  return undefined
}

/** Whether a passkey is wanted for what the rules allow (T82). */
export function needsSolanaPasskey({ solana }: SigningPolicy, bytes: Uint8Array): boolean {
  if (typeof solana === 'boolean' || isText(bytes)) return false
  const { passkeyAbove, passkeyTokensAbove } = solana
  return (decodeMessages(bytes) ?? []).some(message => {
    const moves = readMoves(solana, message)
    if (typeof moves === 'string') return false
    // A call that is not read moves as much as its program lets it.
    if (moves.isOpen && (passkeyAbove !== undefined || passkeyTokensAbove.size > 0)) return true
    if (passkeyAbove !== undefined && moves.lamports > passkeyAbove) return true
    return [...moves.tokens].some(([mint, amount]) => {
      const most = passkeyTokensAbove.get(mint)
      return most !== undefined && amount > most
    })
  })
}

/**
 * A text, which no network takes for a transaction: a transaction begins with its number of signatures, of which fewer than 20 fit
 * a packet, or with its version.
 */
function isText(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (first < 0x20 || first >= 0x80) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function readMoves(rules: SolanaRules, message: SeenMessage): Moves | PolicyRefusal {
  const moves: Moves = { lamports: 0n, tokens: new Map(), isOpen: false }
  // Accounts of tokens that the transaction makes by their owners' addresses, which the network checks.
  const owners = new Map<string, string>()
  for (const { program, accounts: named } of message.instructions)
    if (program === accounts && named[1] && named[2]) owners.set(named[1], named[2])
  for (const instruction of message.instructions) {
    const refusal = readMove(rules, instruction, { moves, owners })
    if (refusal) return refusal
  }
  return moves
}

function readMove(
  rules: SolanaRules,
  { program, data, accounts: named }: SeenInstruction,
  { moves, owners }: { readonly moves: Moves; readonly owners: ReadonlyMap<string, string> },
): PolicyRefusal | undefined {
  const isReceiver = (address: string | undefined) =>
    address !== undefined && (rules.receivers?.has(address) ?? true)
  if (rules.programs.has(program)) {
    moves.isOpen = true
    return undefined
  }
  if (program === budget || program === memo) return undefined
  if (program === system) {
    const amount = readUnsigned(data, 4, 8)
    // A transfer, and nothing else of the program.
    if (readUnsigned(data, 0, 4) !== 2n || data.length !== 12 || amount === undefined) return 'call'
    moves.lamports += amount
    return isReceiver(named[1]) ? undefined : 'receiver'
  }
  if (program === accounts) {
    const isMade = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
    if (!isMade || !named[3] || !rules.tokens.has(named[3])) return 'call'
    return isReceiver(named[2]) ? undefined : 'receiver'
  }
  if (!tokenPrograms.includes(program)) return 'call'
  const amount = readTransfer(program, data)
  const [, mint, to] = named
  if (amount === undefined || mint === undefined || to === undefined || !rules.tokens.has(mint)) return 'call'
  moves.tokens.set(mint, (moves.tokens.get(mint) ?? 0n) + amount)
  return isReceiver(to) || isReceiver(owners.get(to)) ? undefined : 'receiver'
}

/** The amount of a transfer that names its token, which the network checks: TransferChecked, and the same with its fee. */
function readTransfer(program: string, data: Uint8Array): bigint | undefined {
  if (data[0] === 12 && data.length === 10) return readUnsigned(data, 1, 8)
  const hasFee = program === token2022Program && data[0] === 26 && data[1] === 1 && data.length === 19
  return hasFee ? readUnsigned(data, 2, 8) : undefined
}
