import type { CaipNetworkId } from 'latchkey/contract'
import { type Hex, parseAddress, textToHex } from 'latchkey/evmcodec'
import {
  type AskedCalls,
  type AskedTransaction,
  type FrameSite,
  longestSignedText,
  mostCalls,
} from 'latchkey/services'
import { type Call, decodeCall } from '../approve/effects/decodeCall.ts'
import { decodeTyped } from '../approve/effects/decodeTyped.ts'
import { type KnownContracts, knownContracts } from '../approve/effects/knownContracts.ts'
import { fromHex } from '../keys/bytes.ts'
import type { ActiveAccount } from './activeAccount.ts'
import type { EvmApproval } from './approval.ts'
import { deepFreeze } from './deepFreeze.ts'
import { actsForAccount } from './evm/actsForAccount.ts'
import { readTypedData } from './evm/typedData.ts'
import type { BatchingAccount } from './findPlainAccount.ts'
import { judgeSignIn } from './judgeSignIn.ts'
import type { NetworkFacts } from './networkFacts.ts'
import { askOperation, readPaymasterService } from './operation/askOperation.ts'
import { parseParams } from './parseParams.ts'
import { readableText } from './readableText.ts'
import { accountRefusal, refusal } from './refusal.ts'

/** Who asks, for whom, and where. */
export interface Asking {
  readonly host: string
  readonly chainId: CaipNetworkId
  readonly account: Hex
  /** The smart account is wanted, which the network does not carry. */
  readonly isFallback?: boolean
  /** What the network is called; absent: by the frame's own table alone. */
  readonly network?: NetworkFacts
  /** The project's own addresses, by the operator's word; absent: none. */
  readonly payee?: FrameSite['payee']
}

/** What the account is. */
export interface Whose {
  /** The account is this smart one; absent: it is the plain one. */
  readonly smart?: Extract<ActiveAccount, { type: 'smartAccount' }> | undefined
  /** The plain account sends calls as one here; absent: it does not. */
  readonly batching?: BatchingAccount | undefined
  /** Further addresses of the visitor, which no signature is to act for. */
  readonly others?: readonly string[]
}

/** What an approval is for, and the id of its batch if it has one. */
export interface ReadRequest {
  readonly request: EvmApproval
  readonly batch?: { readonly id?: string }
}

/**
 * Reads what a page wants the visitor to approve, once: later changes of what it sent are not seen (T62).
 * @throws LatchkeyError with EIP-1193's number for what makes no sense, is of another account or network, or is never signed.
 */
export function readRequest(
  method: string,
  params: unknown,
  asking: Asking,
  known: KnownContracts = knownContracts(asking.chainId),
  whose: Whose = {},
): ReadRequest {
  switch (method) {
    case 'personal_sign':
      return { request: deepFreeze(readMessage(params, asking)) }
    case 'eth_signTypedData_v4':
      return { request: deepFreeze(readTyped(params, asking, whose)) }
    case 'eth_sendTransaction':
      return { request: deepFreeze(readTransaction(params, asking, known, whose)) }
    default:
      return readCalls(params, asking, known, whose)
  }
}

function readMessage(params: unknown, asking: Asking): EvmApproval {
  const [first = '', second = ''] = parseParams('personal_sign', params)
  // Some libraries have the two the other way round.
  const isTurned = !parseAddress(second) && parseAddress(first) !== undefined
  const [message, address] = isTurned ? [second, first] : [first, second]
  checkAccount(address, asking)
  const bytes: Hex = /^0x(?:[0-9a-fA-F]{2})*$/.test(message)
    ? (message.toLowerCase() as Hex)
    : textToHex(message)
  const raw = fromHex(bytes.slice(2))
  const text = readableText(raw)
  if (text !== undefined && (text.length > longestSignedText || !message.isWellFormed()))
    throw refusal('invalidParams')
  // Also for bytes that are not all readable: a site may check only their words.
  const judged = judgeSignIn(text ?? new TextDecoder().decode(raw), asking)
  if (judged.is === 'foreign')
    return { ...asking, is: 'blocked', reason: 'sign-in', ...(judged.site && { site: judged.site }) }
  if (text === undefined) return { ...asking, is: 'message', bytes }
  return { ...asking, is: 'message', bytes, text, ...(judged.is === 'here' && { signIn: judged.message }) }
}

function readTyped(params: unknown, asking: Asking, { others = [] }: Whose): EvmApproval {
  const [address, input] = parseParams('eth_signTypedData_v4', params)
  checkAccount(address, asking)
  const data = readTypedData(input)
  if (!data) throw refusal('invalidParams', { message: 'The typed data does not fit its types.' })
  // An account is never moved or handed over by a page's wish (S1, T60).
  if (actsForAccount(data, [asking.account, ...others])) throw accountRefusal()
  const { chainId } = data.domain
  if (chainId !== undefined && `eip155:${BigInt(chainId as string | number)}` !== asking.chainId)
    throw refusal('chainDisconnected', { message: 'The typed data is for another network.' })
  const effect = decodeTyped(data)
  return { ...asking, is: 'typed', data, ...(effect && { effect }), isEverywhere: chainId === undefined }
}

function readTransaction(
  params: unknown,
  asking: Asking,
  known: KnownContracts,
  { smart }: Whose,
): EvmApproval {
  const [asked] = parseParams('eth_sendTransaction', params)
  if (asked.from !== undefined) checkAccount(asked.from, asking)
  checkChain(asked.chainId, asking)
  const gas = asked.gas ?? asked.gasLimit
  const call = toCall({ ...asked, data: dataOf(asked) })
  return {
    ...asking,
    is: 'calls',
    calls: [call],
    effects: [decodeCall(asking.account, call, known)],
    ...(smart
      ? { operation: askOperation(smart, [call], { answers: 'transaction' }) }
      : gas !== undefined && { gas: BigInt(gas) }),
  }
}

function readCalls(params: unknown, asking: Asking, known: KnownContracts, whose: Whose): ReadRequest {
  const [asked] = parseParams('wallet_sendCalls', params)
  if (asked.from !== undefined) checkAccount(asked.from, asking)
  checkChain(asked.chainId, asking)
  const by = asOneBy(asked, whose)
  if (asked.atomicRequired && !by) throw refusal('atomicity')
  if (asked.calls.length > mostCalls) throw refusal('tooLarge')
  checkCapabilities(asked.capabilities, by ? ['paymasterService'] : [])
  for (const each of asked.calls) checkCapabilities(each.capabilities, [])
  const host = by && readPaymasterService(asked.capabilities)
  const calls = asked.calls.map(toCall)
  const request: EvmApproval = {
    ...asking,
    is: 'calls',
    calls,
    effects: calls.map(call => decodeCall(asking.account, call, known)),
    ...(by && { operation: askOperation(by, calls, { answers: 'id', ...(host && { host }) }) }),
  }
  return { request: deepFreeze(request), batch: { ...(asked.id !== undefined && { id: asked.id }) } }
}

/** The account that does calls as one operation; undefined where they go out one by one. */
function asOneBy({ atomicRequired, calls }: AskedCalls, { smart, batching }: Whose) {
  if (smart || !batching) return smart
  // To hand the account to a contract is for pages that need it; and such an account makes no contracts.
  const isFit = !batching.plain.isNew && calls.every(({ to }) => to != null)
  return atomicRequired || isFit ? batching : undefined
}

/** What a page cannot do without has to be refused (EIP-5792), unless the account has it. */
function checkCapabilities(capabilities: AskedCalls['capabilities'], known: readonly string[]): void {
  for (const [name, wish] of Object.entries(capabilities ?? {})) {
    if (known.includes(name)) continue
    const isOptional =
      typeof wish === 'object' && wish !== null && 'optional' in wish && wish.optional === true
    if (!isOptional) throw refusal('unsupportedCapability')
  }
}

function toCall(asked: {
  readonly to?: Hex | null | undefined
  readonly value?: Hex | undefined
  readonly data?: Hex | undefined
}): Call {
  const data = (asked.data?.toLowerCase() ?? '0x') as Hex
  const value = asked.value === undefined ? 0n : BigInt(asked.value)
  if (asked.to == null) {
    // Nothing is made of no code: it would only burn what it carries.
    if (data === '0x') throw refusal('invalidParams', { message: 'A transaction needs a receiver or code.' })
    return { value, data }
  }
  const to = parseAddress(asked.to)
  if (!to) throw refusal('invalidParams', { message: 'The receiver is no address.' })
  return { to, value, data }
}

function dataOf({ data, input }: AskedTransaction): Hex | undefined {
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
    throw refusal('invalidParams', { message: 'The transaction has two different kinds of data.' })
  return data ?? input
}

function checkAccount(address: string | undefined, { account }: Asking): void {
  if (parseAddress(address) !== account) throw refusal('unauthorized')
}

function checkChain(asked: string | undefined, { chainId }: Asking): void {
  if (asked !== undefined && `eip155:${BigInt(asked)}` !== chainId) throw refusal('chainDisconnected')
}
