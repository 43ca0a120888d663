import { formatBase58 } from 'latchkey/services'
import { type Bytes, base64, fromHex, joinBytes } from '../../keys/bytes.ts'
import { signSolanaMessage } from '../../keys/signWith.ts'
import type { ApprovalRequest } from '../approval.ts'
import type { LoggedIn } from '../loggedIn.ts'
import { refusal } from '../refusal.ts'
import { withSigned } from '../withSigned.ts'
import { joinTransaction } from './parseTransaction.ts'
import { parseWire } from './wire.ts'

/** A transaction with the account's signature in it. */
export interface SignedSolana {
  /** As it goes over the wire, base64. */
  readonly wire: string
  /** The account's, base58. */
  readonly signature: string
  /** By which the network knows it: its payer's, base58. */
  readonly id: string
}

/** Signs a message that was approved; base58. */
export async function signMessage(
  login: LoggedIn,
  request: Extract<ApprovalRequest, { is: 'solanaMessage' }>,
): Promise<string> {
  const [signature] = await signAll(login, request.account, [fromHex(request.bytes.slice(2))])
  return formatBase58(signature as Bytes)
}

/** Signs transactions that were approved, all at once; signatures of others stay as they are. */
export async function signTransactions(
  login: LoggedIn,
  request: Extract<ApprovalRequest, { is: 'solanaTransactions' }>,
): Promise<readonly SignedSolana[]> {
  const { account } = request
  const read = request.transactions.map(({ wire }) => {
    const transaction = parseWire(wire)
    const place = transaction?.message.signers.indexOf(account) ?? -1
    if (!transaction || place < 0) throw refusal('unauthorized')
    return { transaction, place }
  })
  const messages = read.map(({ transaction }) => transaction.message.bytes)
  const signed = await signAll(login, account, messages)
  return read.map(({ transaction, place }, at) => {
    const signature = signed[at] as Bytes
    const signatures = transaction.signatures.with(place, signature)
    return {
      wire: base64(joinTransaction(transaction, signatures)),
      signature: formatBase58(signature),
      id: formatBase58(signatures[0] as Bytes),
    }
  })
}

/** The key is had once, for just these bytes. */
function signAll(login: LoggedIn, account: string, messages: readonly Bytes[]): Promise<readonly Bytes[]> {
  return withSigned(login, { is: 'solana', signed: joinBytes(messages) }, async entropy => {
    const signatures: Bytes[] = []
    for (const message of messages) signatures.push(await signSolanaMessage(entropy, message, account))
    return signatures
  })
}
