import { createHash } from 'node:crypto'
import type { SignedThing } from 'latchkey/services'
import type { Hex } from 'viem'
import { viem } from '../../../core/libraries/viem.ts'
import { chainOfNumber } from '../../../data/namespaces/namespaces.ts'
import { judgeSolana, needsSolanaPasskey } from './judgeSolana.ts'
import type { NetworkRules, SigningPolicy } from './signingPolicy.ts'

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
  }
}

/**
 * Whether a passkey is wanted for what a policy allows: a transaction of more native currency, or a transfer of more of a token,
 * than it takes without one (T82).
 */
export function needsPasskey(policy: SigningPolicy, signed: SignedThing | undefined): boolean {
  const { networks } = policy
  if (signed?.is === 'solana') return needsSolanaPasskey(policy, Buffer.from(signed.bytes, 'hex'))
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
  if (to === null || to === undefined) return 'call'
  const target = viem().getAddress(to)
  if (rules.contracts.has(target)) return undefined
  if (data === '0x') return isReceiver(rules, target) ? undefined : 'receiver'
  return judgeToken(rules, { token: target, data, value })
}

/** A transfer of a token that is listed, and nothing beside it. */
function judgeToken(
  rules: NetworkRules,
  { token, data, value }: { readonly token: Hex; readonly data: Hex; readonly value: bigint },
): PolicyRefusal | undefined {
  const most = rules.tokens.get(token)
  const transfer = readTransfer(data)
  if (most === undefined || transfer === undefined || value > 0n) return 'call'
  if (transfer.amount > most) return 'value'
  return isReceiver(rules, transfer.to) ? undefined : 'receiver'
}

function isReceiver({ receivers }: NetworkRules, address: Hex): boolean {
  return receivers?.has(address) ?? true
}

/** A call of `transfer(address,uint256)`: what else there were, the token might read otherwise. */
function readTransfer(data: Hex): { readonly to: Hex; readonly amount: bigint } | undefined {
  const [, to, amount] = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data) ?? []
  return to === undefined ? undefined : { to: viem().getAddress(`0x${to}`), amount: BigInt(`0x${amount}`) }
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
