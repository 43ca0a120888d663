import { createHash } from 'node:crypto'
import type { SignedThing } from 'latchkey/services'
import type { Hex } from 'viem'
import { viem } from '../../../core/libraries/viem.ts'
import { chainOfNumber } from '../../../data/namespaces/namespaces.ts'
import { judgeCall, readTransfer } from './judgeCall.ts'
import { judgeAccountMessage, judgeOperation, needsOperationPasskey } from './judgeOperation.ts'
import { judgeSolana, needsSolanaPasskey } from './judgeSolana.ts'
import type { SigningPolicy } from './signingPolicy.ts'

/**
 * Why a key share is not released: the purpose is missing, the content differs from the approved one, or the policy
 * forbids it.
 */
export type PolicyRefusal = 'untold' | 'other' | 'network' | 'value' | 'receiver' | 'call' | 'kind'

/**
 * Judges the bytes that are to be signed; undefined lets them through. `request` is their digest, which the proof of the
 * device's key is for as well.
 */
export function judgeSigned(
  policy: SigningPolicy,
  { signed, request }: { readonly signed: SignedThing | undefined; readonly request: string },
): PolicyRefusal | undefined {
  if (signed === undefined) return 'untold'
  const bytes = Buffer.from(signed.bytes, 'hex')
  if (createHash('sha256').update(bytes).digest('hex') !== request) return 'other'
  switch (signed.is) {
    case 'message':
      // Signed behind EIP-191's prefix, whatever its bytes are: nothing that could be sent.
      return policy.messages ? undefined : 'kind'
    case 'typedData':
      return policy.typedData && bytes.length === 32 ? undefined : 'kind'
    case 'solana':
      return judgeSolana(policy, bytes)
    case 'transaction':
      return judgeTransaction(policy, signed.bytes)
    case 'userOperation':
      return judgeOperation(policy, bytes)
    case 'accountMessage':
      return judgeAccountMessage(policy, bytes)
    // What hands an account or its money to another one has no limits that a policy could name.
    case 'authorization':
    case 'delegation':
      return 'kind'
  }
}

/**
 * Whether a passkey is wanted for what a policy allows: a transaction of more native currency, or a transfer of more of a token,
 * than it takes without one (T82).
 */
export function needsPasskey(policy: SigningPolicy, signed: SignedThing | undefined): boolean {
  const { networks } = policy
  if (signed?.is === 'solana') return needsSolanaPasskey(policy, Buffer.from(signed.bytes, 'hex'))
  if (signed?.is === 'userOperation') return needsOperationPasskey(policy, Buffer.from(signed.bytes, 'hex'))
  if (signed?.is !== 'transaction') return false
  const transaction = readTransaction(signed.bytes)
  const rules = networks.get(chainOfNumber(transaction?.chainId ?? 0))
  if (transaction === undefined || rules === undefined) return false
  const { to, value = 0n, data = '0x' } = transaction
  if (rules.passkeyAbove !== undefined && value > rules.passkeyAbove) return true
  const most = to ? rules.passkeyTokensAbove.get(viem().getAddress(to)) : undefined
  const transfer = readTransfer(data)
  // A call that is no transfer moves as much as the token lets it.
  return most !== undefined && (transfer === undefined || transfer.amount > most)
}

function judgeTransaction({ networks }: SigningPolicy, bytes: string): PolicyRefusal | undefined {
  const transaction = readTransaction(bytes)
  if (transaction === undefined) return 'call'
  const rules = networks.get(chainOfNumber(transaction.chainId ?? 0))
  if (rules === undefined) return 'network'
  const { to, value = 0n, data = '0x' } = transaction
  if (value > rules.mostValue) return 'value'
  // A contract creation calls no listed contract.
  return to === null || to === undefined ? 'call' : judgeCall(rules, { to, value, data })
}

/** An unsigned one, of a kind that moves what the policy limits alone, and written in the one way in which it is hashed. */
function readTransaction(bytes: string) {
  const written: Hex = `0x${bytes}`
  try {
    const transaction = viem().parseTransaction(written)
    const { type, r } = transaction
    if ((type !== 'legacy' && type !== 'eip2930' && type !== 'eip1559') || r !== undefined) return undefined
    return viem().serializeTransaction(transaction) === written ? transaction : undefined
  } catch {
    return undefined
  }
}
