import type { Address, Hex } from 'viem'
import { parseJson } from '../../core/http/parseJson.ts'
import { viem } from '../../core/libraries/viem.ts'
import { type FetchPublic, PublicFetchError, type PublicFetchFailure } from '../images/fetchPublic.ts'

/** What a gateway came to: an answer, none, or none because it is out. */
export interface CcipAnswer {
  readonly data?: Hex
  readonly failed?: boolean
  readonly cause?: unknown
}

export interface CcipLookup {
  readonly sender: Address
  readonly data: Hex
  readonly urls: readonly string[]
}

export type CcipRequest = (lookup: CcipLookup) => Promise<CcipAnswer>

const mostUrls = 5
const longestAnswer = 262_144
const finalFailures: ReadonlySet<PublicFetchFailure> = new Set(['refused', 'too-large', 'redirects'])

/**
 * Asks the gateways that a resolver names (EIP-3668). Their addresses are untrusted, so only the public internet is
 * reached (T95); the resolver verifies a gateway's answer on the chain. Our own gateway is asked in process.
 */
export function createCcipRequest(deps: {
  readonly fetchPublic: FetchPublic
  /** The answer of our own gateway, undefined when the question is not for it. */
  readonly answerOwn: (lookup: { sender: Address; data: Hex }) => Promise<Hex | undefined>
  readonly timeout: number
}): CcipRequest {
  const { fetchPublic, answerOwn, timeout } = deps
  return async ({ sender, data, urls }) => {
    let last: CcipAnswer = {}
    for (const template of urls.slice(0, mostUrls)) {
      if (ownGateway.test(template)) {
        const own = await answerOwn({ sender, data })
        if (own !== undefined) return { data: own }
      }
      const answer = await askOne(template, sender, data)
      if (answer === undefined) continue
      last = answer
      // EIP-3668: a 4xx is final.
      if (last.data !== undefined || last.failed !== true) return last
    }
    return last
  }

  /** Undefined for an address that is never asked, or an answer that is never read: it will not be another time either. */
  async function askOne(template: string, sender: Address, data: Hex): Promise<CcipAnswer | undefined> {
    const url = template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data)
    const post = !template.includes('{data}')
    try {
      const answer = await fetchPublic(url, {
        timeout,
        maxBytes: longestAnswer,
        ...(post
          ? {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ sender, data }),
            }
          : {}),
      })
      if (answer.status >= 500 || answer.status === 429)
        return { failed: true, cause: `gateway: HTTP ${answer.status}` }
      const found = answer.status < 300 ? readData(answer.body) : undefined
      return found === undefined ? {} : { data: found }
    } catch (cause) {
      const isFinal = cause instanceof PublicFetchError && finalFailures.has(cause.code)
      return isFinal ? undefined : { failed: true, cause }
    }
  }
}

/** The path of this server's gateway, whatever address the resolver knows it under. */
const ownGateway = /^https?:\/\/[^/]{1,253}\/v1\/names\/ccip\b/

/** EIP-3668's JSON object, or bare hexadecimal text. */
function readData(body: Uint8Array): Hex | undefined {
  const json = parseJson(body)
  const value =
    json === undefined
      ? new TextDecoder().decode(body).trim()
      : typeof json.value === 'object' && json.value !== null && 'data' in json.value
        ? json.value.data
        : json.value
  return viem().isHex(value) ? value : undefined
}
