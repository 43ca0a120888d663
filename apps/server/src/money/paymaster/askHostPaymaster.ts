import { paymasterMethods, type RpcCall, readRpcAnswer, rpcRefusal } from 'latchkey/services'
import * as v from 'valibot'
import { type FetchPublic, PublicFetchError } from '../../data/images/fetchPublic.ts'
import { callFault, type PaymasterOutcome } from './callFault.ts'
import { readPaymasterCall } from './readPaymasterCall.ts'

/** Milliseconds for a host's paymaster. */
const timeout = 8_000
/** Bytes of its answer: an icon is the longest part. */
const maxBytes = 65_536

const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,32}$/))
/** The members of ERC-7677 alone: nothing else of an answer gets to the wallet. */
const answerSchema = v.object({
  paymaster: v.pipe(v.string(), v.regex(/^0x(?!0{40})[0-9a-fA-F]{40}$/)),
  paymasterData: v.pipe(v.string(), v.maxLength(16_386), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/)),
  paymasterVerificationGasLimit: v.optional(quantity),
  paymasterPostOpGasLimit: v.optional(quantity),
  isFinal: v.optional(v.boolean()),
  sponsor: v.optional(
    v.object({
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      icon: v.optional(v.pipe(v.string(), v.maxLength(32_768), v.startsWith('data:image/'))),
    }),
  ),
})

/**
 * Asks the paymaster that a page named, through `fetch`, which reaches public addresses alone and follows no redirect. A bad answer
 * is an error of the call: what it says of the operation itself is dropped.
 */
export async function askHostPaymaster(
  fetch: FetchPublic,
  url: string,
  call: RpcCall,
): Promise<PaymasterOutcome> {
  const read = readPaymasterCall(call)
  if (read === 'method') return callFault('method', `Only ${paymasterMethods.join(' and ')}`)
  if (read === 'params') return callFault('params', 'Invalid params')
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: call.method, params: call.params })
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      timeout,
      maxBytes,
      redirects: 0,
    })
    return readAnswer(answer.body)
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
    return callFault('internal', `The paymaster cannot be asked: ${error.message}`)
  }
}

function readAnswer(bytes: Uint8Array): PaymasterOutcome {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return unreadable
  }
  const answer = readRpcAnswer(value)
  if (answer?.id !== 1) return unreadable
  // Its words may go on a screen: short, and without what they carry besides.
  if ('error' in answer)
    return { error: { code: rpcRefusal.internal, message: answer.error.message.slice(0, 200) } }
  const result = v.safeParse(answerSchema, answer.result)
  return result.success ? { result: result.output } : unreadable
}

const unreadable = callFault('internal', "The paymaster's answer is none of ERC-7677")
