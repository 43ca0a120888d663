import { fieldOf } from '../foreign/readForeign.ts'

/**
 * Sends a request as the wallets of bitcoin and stacks take them, with two arguments (WBIP001, SIP-030), and opens the JSON-RPC envelope of
 * the answer; an answer without one is returned as it is. @throws the error of the envelope, or whatever the wallet throws.
 */
export async function askRegistered(provider: unknown, method: string, params?: unknown): Promise<unknown> {
  const request = fieldOf(provider, 'request')
  if (typeof request !== 'function') throw new TypeError('no request')
  let answer: unknown
  try {
    answer = await Reflect.apply(request, provider, params === undefined ? [method] : [method, params])
  } catch (cause) {
    // Some reject with the envelope.
    throw fieldOf(cause, 'error') ?? cause
  }
  const error = fieldOf(answer, 'error')
  if (error !== undefined && error !== null) throw error
  const result = fieldOf(answer, 'result')
  return result === undefined ? answer : result
}
