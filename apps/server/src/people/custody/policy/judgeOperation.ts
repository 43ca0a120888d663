import { type CaipNetworkId, isCaipNetworkId } from 'latchkey/contract'
import { canonicalJson, safeContracts, userOperationSchema } from 'latchkey/services'
import * as v from 'valibot'
import { viem } from '../../../core/libraries/viem.ts'
import {
  decodeOperationCalls,
  isSame,
  type OperationCall,
} from '../../../data/operations/decodeOperationCalls.ts'
import { judgeCall, readTransfer } from './judgeCall.ts'
import type { PolicyRefusal } from './judgeSigned.ts'
import type { NetworkRules, SigningPolicy } from './signingPolicy.ts'

const network = v.custom<CaipNetworkId>(value => typeof value === 'string' && isCaipNetworkId(value))
const operationSchema = v.strictObject({
  chainId: network,
  entryPoint: v.string(),
  // EIP-7702 hands the account to a contract: that has a kind of its own, which no policy lets through.
  operation: v.omit(userOperationSchema, ['signature', 'eip7702Auth']),
})
const messageSchema = v.strictObject({
  chainId: network,
  account: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  is: v.picklist(['message', 'typedData']),
  bytes: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})*$/)),
})

/** What one operation moves, with the rules of its network. */
interface ReadOperation {
  readonly rules: NetworkRules
  readonly calls: readonly OperationCall[]
  readonly value: bigint
  /** By token: what its transfers move together; undefined for a call that is none. */
  readonly tokens: ReadonlyMap<string, bigint | undefined>
}

/** Judges an operation of a smart account by the calls that it makes: each by itself, and what they move together. */
export function judgeOperation(policy: SigningPolicy, bytes: Uint8Array): PolicyRefusal | undefined {
  const read = readOperation(policy, bytes)
  if (typeof read === 'string') return read
  const { rules, calls, value, tokens } = read
  for (const call of calls) {
    const refusal = judgeCall(rules, call)
    if (refusal) return refusal
  }
  if (value > rules.mostValue) return 'value'
  for (const [token, amount] of tokens) {
    const most = rules.tokens.get(viem().getAddress(token))
    if (most !== undefined && amount !== undefined && amount > most) return 'value'
  }
  return undefined
}

/** Whether a passkey is wanted for an operation that the rules allow (T82). */
export function needsOperationPasskey(policy: SigningPolicy, bytes: Uint8Array): boolean {
  const read = readOperation(policy, bytes)
  if (typeof read === 'string') return false
  const { rules, value, tokens } = read
  if (rules.passkeyAbove !== undefined && value > rules.passkeyAbove) return true
  return [...tokens].some(([token, amount]) => {
    const most = rules.passkeyTokensAbove.get(viem().getAddress(token))
    return most !== undefined && (amount === undefined || amount > most)
  })
}

/** Judges a text or typed data for a smart account: for contracts its signature is worth as much as an account's own. */
export function judgeAccountMessage(policy: SigningPolicy, bytes: Uint8Array): PolicyRefusal | undefined {
  const message = readCanonical(messageSchema, bytes)
  if (message === undefined) return 'call'
  if (message.is === 'message') return policy.messages ? undefined : 'kind'
  return policy.typedData && message.bytes.length === 64 ? undefined : 'kind'
}

function readOperation({ networks }: SigningPolicy, bytes: Uint8Array): ReadOperation | PolicyRefusal {
  const read = readCanonical(operationSchema, bytes)
  if (read === undefined) return 'call'
  const rules = networks.get(read.chainId)
  if (rules === undefined) return 'network'
  const { factory, callData } = read.operation
  // Another factory could make another account, whose calls mean other things.
  if (factory !== undefined && !isSame(factory, safeContracts.factory)) return 'call'
  const calls = decodeOperationCalls(callData, read.entryPoint)
  if (calls === undefined) return 'call'
  const tokens = new Map<string, bigint | undefined>()
  for (const { to, data } of calls) {
    if (data === '0x') continue
    const token = to.toLowerCase()
    const amount = readTransfer(data)?.amount
    const before = tokens.has(token) ? tokens.get(token) : 0n
    tokens.set(token, amount === undefined || before === undefined ? undefined : before + amount)
  }
  return { rules, calls, value: calls.reduce((sum, call) => sum + call.value, 0n), tokens }
}

/** Undefined unless the bytes are the one text of a value of the schema. */
function readCanonical<S extends v.GenericSchema>(
  schema: S,
  bytes: Uint8Array,
): v.InferOutput<S> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    return canonicalJson(value) === text && v.is(schema, value) ? (value as v.InferOutput<S>) : undefined
  } catch {
    return undefined
  }
}
