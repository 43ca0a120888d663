import { isContractFault } from '../contract/isContractFault.ts'

/** One question to one RPC of the server's own list (T30): bounded in time, in bytes, and without a way to lead elsewhere. */

/** Bytes of an answer that are read; one byte is expected. */
const longestAnswer = 16_384

export type RpcAnswer =
  | { readonly result: string }
  | { readonly refused: true }
  | { readonly unreachable: true }

export interface RpcOptions {
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

/** Asks; a refusal of the contract (a call that reverts) is an answer, everything else that is no result is `unreachable`. */
export async function rpcCall(
  url: string,
  method: string,
  params: readonly unknown[],
  options: RpcOptions,
): Promise<RpcAnswer> {
  const answer = Object(await postJson(url, { jsonrpc: '2.0', id: 1, method, params }, options))
  if (typeof answer.result === 'string') return { result: answer.result }
  const { code, message, data } = Object(answer.error)
  // Not `String`: an object of a node may not be turned into text, and throws.
  const words = typeof message === 'string' ? message : ''
  return isContractFault({ code, message: words, data }) ? { refused: true } : { unreachable: true }
}

/** Posts a question and reads the answer's JSON; undefined for every answer that is none. */
export async function postJson(
  url: string,
  question: object,
  { fetch, signal }: RpcOptions,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      // Not 'error', which runtimes at the edge do not have: a redirect is an answer without a result then.
      redirect: 'manual',
      signal,
    })
    const text = await readText(response, longestAnswer)
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text of a body of at most that many bytes; undefined for a longer one, whose rest is not fetched. */
export async function readText(body: Request | Response, limit: number): Promise<string | undefined> {
  if (Number(body.headers.get('content-length') ?? 0) > limit) {
    await body.body?.cancel()
    return undefined
  }
  const reader = body.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.length
    if (length > limit) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
