import { createHash } from 'node:crypto'
import type { SignedThing } from 'latchkey/contract'
import { decodeFunctionData, erc20Abi, getAddress, type Hex, parseTransaction } from 'viem'
import type { NetworkRules, SigningPolicy } from './signingPolicy.ts'

/** Why a half is not released: nobody said what it is for, or what is said is not what was approved, or the policy. */
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
      // What could be sent is no text, whatever it is called.
      return policy.messages && readTransaction(signed.bytes) === undefined ? undefined : 'kind'
    case 'typedData':
      return policy.typedData && bytes.length === 32 ? undefined : 'kind'
    case 'solana':
      return policy.solana ? undefined : 'kind'
    case 'transaction':
      return judgeTransaction(policy, signed.bytes)
  }
}

function judgeTransaction({ networks }: SigningPolicy, bytes: string): PolicyRefusal | undefined {
  const transaction = readTransaction(bytes)
  if (transaction === undefined) return 'call'
  const rules = networks.get(`eip155:${transaction.chainId ?? 0}`)
  if (rules === undefined) return 'network'
  const { to, value = 0n, data = '0x' } = transaction
  if (value > rules.mostValue) return 'value'
  // A contract of its own is a call of nobody's that is listed.
  if (to === null || to === undefined) return 'call'
  const target = getAddress(to)
  if (rules.contracts.has(target)) return undefined
  if (data === '0x') return isReceiver(rules, target) ? undefined : 'receiver'
  return judgeToken(rules, { token: target, data, value })
}

/** A transfer of a token that is listed, and nothing beside it. */
function judgeToken(
  rules: NetworkRules,
  { token, data, value }: { readonly token: Hex; readonly data: Hex; readonly value: bigint },
): PolicyRefusal | undefined {
  const most = rules.tokens.get(getAddress(token))
  const transfer = readTransfer(data)
  if (most === undefined || transfer === undefined || value > 0n) return 'call'
  if (transfer.amount > most) return 'value'
  return isReceiver(rules, transfer.to) ? undefined : 'receiver'
}

function isReceiver({ receivers }: NetworkRules, address: Hex): boolean {
  return receivers?.has(getAddress(address)) ?? true
}

function readTransfer(data: Hex): { readonly to: Hex; readonly amount: bigint } | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    // More than its two words might be read otherwise by the token.
    if (functionName !== 'transfer' || data.length !== 2 + 2 * (4 + 64)) return undefined
    const [to, amount] = args
    return { to, amount }
  } catch {
    return undefined
  }
}

function readTransaction(bytes: string) {
  try {
    return parseTransaction(`0x${bytes}` as Hex)
  } catch {
    return undefined
  }
}
