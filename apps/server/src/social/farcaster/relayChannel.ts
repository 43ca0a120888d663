import * as v from 'valibot'
import { parseJson } from '../../http/parseJson.ts'
import { readBounded } from '../../http/readBody.ts'

/** Bytes of a relay's answer, and milliseconds for it. */
const mostBytes = 65_536
const patience = 5_000

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(512), v.regex(/^[\x21-\x7e]+$/))
const opened = v.object({ channelToken: token, url: v.pipe(v.string(), v.maxLength(2_048), v.url()) })
const answered = v.object({
  state: v.literal('completed'),
  message: v.pipe(v.string(), v.maxLength(10_000)),
  signature: v.pipe(v.string(), v.maxLength(32_770)),
  fid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})

/** What somebody's app is asked to sign. */
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
  /** What was signed, once; undefined until then, and while it cannot be reached. */
  ask(token: string): Promise<Omit<v.InferOutput<typeof answered>, 'state'> | undefined>
}

export function createRelayChannel(base: string): RelayChannel {
  async function call(path: string, init: RequestInit): Promise<unknown> {
    const signal = AbortSignal.timeout(patience)
    const response = await fetch(`${base}/v1/channel${path}`, { ...init, redirect: 'error', signal })
    const bytes = await readBounded(response.body, mostBytes)
    if (!response.ok || bytes === undefined)
      throw new Error(`The relay answered with status ${response.status}`)
    return parseJson(bytes)?.value
  }

  return {
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
        const answer = await call('/status', { headers: { authorization: `Bearer ${token}` } })
        const { output, success } = v.safeParse(answered, answer)
        return success ? output : undefined
      } catch {
        return undefined
      }
    },
  }
}
