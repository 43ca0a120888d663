import type { CaipNetworkId } from 'latchkey/contract'
import { longestSolanaMessage, readBase58 } from 'latchkey/services'
import { decodeInstructions, priorityFee } from '../../approve/solana/decodeInstructions.ts'
import { toHex } from '../../keys/bytes.ts'
import type { ApprovalRequest, SolanaTransactionAsked } from '../approval.ts'
import { deepFreeze } from '../deepFreeze.ts'
import { judgeSignIn } from '../judgeSignIn.ts'
import type { NetworkFacts } from '../networkFacts.ts'
import { parseParams } from '../parseParams.ts'
import { readableText } from '../readableText.ts'
import { refusal } from '../refusal.ts'
import { parseMessage, parseTransaction, type SolanaMessage, type TableContents } from './parseTransaction.ts'
import { parseWire } from './wire.ts'

/** Who asks, for whom, and where. */
export interface SolanaAsking {
  readonly host: string
  readonly chainId: CaipNetworkId
  /** The account's address, base58. */
  readonly account: string
  /** What the network is called; absent: by the frame's own table alone. */
  readonly network?: NetworkFacts
}

/**
 * Reads what a page wants the visitor to approve with the Solana account.
 * @throws LatchkeyError with EIP-1193's number for what makes no sense, is of another account, or is never signed.
 */
export function readSolanaRequest(
  method: string,
  params: unknown,
  asking: SolanaAsking,
  tables: TableContents = new Map(),
): ApprovalRequest {
  switch (method) {
    case 'solana_signMessage': {
      const { message, pubkey } = parseParams('solana_signMessage', params)
      checkAccount(pubkey, asking)
      return deepFreeze(readMessage(message, asking))
    }
    case 'solana_signAllTransactions': {
      const { transactions, pubkey } = parseParams('solana_signAllTransactions', params)
      checkAccount(pubkey, asking)
      return readTransactions(transactions, asking, { sends: false, tables })
    }
    case 'solana_signTransaction': {
      const { transaction, pubkey } = parseParams('solana_signTransaction', params)
      checkAccount(pubkey, asking)
      return readTransactions([transaction], asking, { sends: false, tables })
    }
    case 'solana_signAndSendTransaction': {
      const { transaction, pubkey } = parseParams('solana_signAndSendTransaction', params)
      checkAccount(pubkey, asking)
      return readTransactions([transaction], asking, { sends: true, tables })
    }
    default:
      throw refusal('unsupported')
  }
}

function readMessage(message: string, asking: SolanaAsking): ApprovalRequest {
  const bytes = readBase58(message, longestSolanaMessage)
  if (!bytes || bytes.length === 0) throw refusal('invalidParams')
  // A signature counts for whatever has the same bytes: a message that is a transaction would be sent as one.
  if (isTransactionLike(bytes))
    throw refusal('unsupported', { message: 'A transaction is not signed as a message.' })
  const text = readableText(bytes)
  const judged = judgeSignIn(text ?? new TextDecoder().decode(bytes), asking)
  if (judged.is === 'foreign')
    return { ...asking, is: 'blocked', reason: 'sign-in', ...(judged.site && { site: judged.site }) }
  return {
    ...asking,
    is: 'solanaMessage',
    bytes: `0x${toHex(bytes)}`,
    ...(text !== undefined && { text }),
    ...(judged.is === 'here' && { signIn: judged.message }),
  }
}

/** Also for unknown versions: they begin with a byte that no text begins with. */
function isTransactionLike(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  return (first >= 0x80 && first < 0xc0) || Boolean(parseMessage(bytes) ?? parseTransaction(bytes))
}

function readTransactions(
  wires: readonly string[],
  asking: SolanaAsking,
  { sends, tables }: { readonly sends: boolean; readonly tables: TableContents },
): ApprovalRequest {
  // The same one twice would be one on the chain, and two on the screen.
  if (new Set(wires).size !== wires.length) throw refusal('invalidParams')
  const transactions = wires.map(wire => readTransaction(wire, asking, tables))
  return deepFreeze({ ...asking, is: 'solanaTransactions', transactions, sends })
}

function readTransaction(
  wire: string,
  { account }: SolanaAsking,
  tables: TableContents,
): SolanaTransactionAsked {
  const read = parseWire(wire, tables)
  if (!read) throw refusal('invalidParams', { message: 'It is no transaction of Solana.' })
  const { signers, instructions } = read.message
  if (!signers.includes(account)) throw refusal('unauthorized')
  const [payer = account] = signers
  const touched = touchedBy(read.message, payer)
  const priority = priorityFee(instructions)
  return {
    wire,
    effects: decodeInstructions(instructions),
    payer,
    others: signers.filter(signer => signer !== account),
    hasTables: read.message.tables.length > 0,
    ...(touched && { touched }),
    ...(priority !== undefined && { priority }),
  }
}

/** The accounts that a transaction may change: no program reaches others. Undefined where one is not known. */
function touchedBy({ instructions }: SolanaMessage, payer: string): readonly string[] | undefined {
  const all = new Set([payer])
  for (const { address, isWritable } of instructions.flatMap(({ accounts }) => accounts)) {
    if (!isWritable) continue
    if (address === undefined) return undefined
    all.add(address)
  }
  return [...all]
}

function checkAccount(pubkey: string, { account }: SolanaAsking): void {
  if (pubkey !== account) throw refusal('unauthorized')
}
