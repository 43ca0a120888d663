import * as v from 'valibot'
import { parseJson } from '../../../core/http/parseJson.ts'
import { createSocialFetch } from '../createSocialFetch.ts'

/** Milliseconds for one answer. */
const patience = 5_000

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(512), v.regex(/^[\x21-\x7e]+$/))
const opened = v.object({ channelToken: token, url: v.pipe(v.string(), v.maxLength(2_048), v.url()) })
const answered = v.object({
  state: v.literal('completed'),
  message: v.pipe(v.string(), v.maxLength(10_000)),
  signature: v.pipe(v.string(), v.maxLength(32_770)),
  fid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})

/** The question that the visitor's app signs. */
export interface ChannelQuestion {
  readonly siweUri: string
  readonly domain: string
  readonly nonce: string
  readonly requestId: string
  readonly expirationTime: string
  readonly acceptAuthAddress: boolean
}

/** A relay between us and the apps of Farcaster accounts. What it hands over is judged by us, and believed in nothing. */
export interface RelayChannel {
  /** @throws Error when it cannot be reached, or answers something else. */
  open(question: ChannelQuestion): Promise<{ readonly token: string; readonly url: string }>
  /** Whether it answered lately (F46). */
  isAvailable(): boolean
  /** The signed answer, once; undefined until then, and while the relay is unreachable. */
  ask(token: string): Promise<Omit<v.InferOutput<typeof answered>, 'state'> | undefined>
}

export function createRelayChannel(
  base: string,
  deps: {
    /** Milliseconds since 1970. */
    readonly now: () => number
  },
): RelayChannel {
  const { fetchOf, isAvailable } = createSocialFetch(deps)
  const fetchRelay = fetchOf(base)

  async function call(
    path: string,
    init: { method: string; headers: Record<string, string>; body?: string },
  ) {
    const signal = AbortSignal.timeout(patience)
    const request = { ...init, body: init.body, redirect: 'manual', signal } as const
    const response = await fetchRelay(`${base}/v1/channel${path}`, request)
    if (!response.ok) throw new Error(`The relay answered with status ${response.status}`)
    return parseJson(await response.bytes())?.value
  }

  return {
    isAvailable: () => isAvailable(base),
    async open(question) {
      const headers = { 'content-type': 'application/json' }
      const answer = await call('', { method: 'POST', headers, body: JSON.stringify(question) })
      const { channelToken, url } = v.parse(opened, answer)
      // It becomes a link of a page.
      if (!/^(?:https|farcaster):$/.test(new URL(url).protocol)) throw new Error('The relay leads elsewhere')
      return { token: channelToken, url }
    },
    async ask(token) {
      try {
        const answer = await call('/status', { method: 'GET', headers: { authorization: `Bearer ${token}` } })
        const { output, success } = v.safeParse(answered, answer)
        return success ? output : undefined
      } catch {
        return undefined
      }
    },
  }
}
