import { createPublicKey, verify } from 'node:crypto'
import { CosmosRefusal, codes } from './cosmosRefusal.ts'
import { type CosmosState, ironwood, pay, take } from './cosmosState.ts'
import { type ReadTransaction, readTransaction } from './readTransaction.ts'

/** Gas that a transfer uses. */
const gasUsed = 70_000n
/** Base units that a thousand of gas cost at least. */
const leastPrice = 5n
/** Half of the order of secp256k1: s of a signature is at most that. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
/** Before a compressed key in SPKI (RFC 5480). */
const keyHead = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

/** What became of a transaction in a block. Its fee is paid and its sequence used, whatever the code. */
export interface TransactionOutcome {
  readonly code: number
  readonly log: string
  readonly gasWanted: bigint
  readonly gasUsed: bigint
}

/**
 * Carries a transaction out on the state, as the bank and ante handlers of the Cosmos SDK would: signature, sequence, chain id, fee, gas
 * and funds count.
 * @throws CosmosRefusal for one that gets in no block; the state is as before.
 */
export function applyTransaction(state: CosmosState, bytes: Uint8Array, height: number): TransactionOutcome {
  const transaction = readTransaction(bytes)
  const { sender, receiver, amount, fee, gas } = transaction
  const account = checkSigner(state, transaction)
  if (transaction.timeoutHeight !== 0n && transaction.timeoutHeight < BigInt(height))
    throw new CosmosRefusal(codes.txTimeoutHeight, 'tx timeout height')
  const required = (gas * leastPrice + 999n) / 1_000n
  if (gas === 0n || fee < required)
    throw new CosmosRefusal(
      codes.insufficientFee,
      `insufficient fees; got: ${fee}${ironwood.denom} required: ${required}${ironwood.denom}: insufficient fee`,
    )
  if (!take(state, sender, fee))
    throw new CosmosRefusal(codes.insufficientFunds, 'insufficient funds to pay for fees: insufficient funds')
  const key = Buffer.from(transaction.key).toString('base64')
  state.accounts.set(sender, { ...account, sequence: account.sequence + 1, key })
  const used = { gasWanted: gas, gasUsed: gas < gasUsed ? gas : gasUsed }
  if (gas < gasUsed) return { ...used, code: codes.outOfGas, log: 'out of gas in location: bank: out of gas' }
  if (!take(state, sender, amount)) {
    const log = `spendable balance is smaller than ${amount}${ironwood.denom}: insufficient funds`
    return { ...used, code: codes.insufficientFunds, log }
  }
  pay(state, receiver, amount)
  return { ...used, code: 0, log: '' }
}

/** The account whose key signed, with the sequence that is its next. */
function checkSigner({ accounts }: CosmosState, transaction: ReadTransaction) {
  const { sender, sequence, key, signature } = transaction
  const account = accounts.get(sender)
  if (!account) throw new CosmosRefusal(codes.unauthorized, `account ${sender} does not exist: unauthorized`)
  if (sequence !== account.sequence)
    throw new CosmosRefusal(
      codes.wrongSequence,
      `account sequence mismatch, expected ${account.sequence}, got ${sequence}: incorrect account sequence`,
    )
  if (!isSignature(transaction.signedBytes(account.number), key, signature))
    throw new CosmosRefusal(
      codes.unauthorized,
      `signature verification failed; please verify account number (${account.number}), sequence (${account.sequence}) and chain-id (${ironwood.chainId}): unauthorized`,
    )
  return account
}

/** By Node's own curve: what wallets sign with is another one. */
function isSignature(bytes: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  if (BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`) > halfOrder) return false
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([keyHead, key]), format: 'der', type: 'spki' })
    return verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
  } catch {
    // Bytes that are no point of the curve.
    return false
  }
}
