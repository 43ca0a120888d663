import { type CaipNetworkId, toCaipAddress } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { formatSignInMessage } from '../../contract/signInMessage.ts'
import { deleteSignInSession, getSignInNonce, getSignInSession, postSignIn } from '../../contract/signin.ts'
import type { Siwx, SiwxSession } from '../../contract/siwx.ts'
import type { EngineContext } from '../context.ts'
import type { PageKey } from './createPageKey.ts'

/** What hosted sign-in needs of an engine. */
export type HostedContext = Pick<EngineContext, 'config' | 'clock' | 'api' | 'signal'>

interface Held {
  readonly session: SiwxSession
  readonly token: string
  /** Milliseconds since the epoch, by the services' word. */
  readonly expiresAt: number
  readonly stop: () => void
}

/** Milliseconds before its end at which a token is renewed. */
const ahead = 120_000

/**
 * Sessions of the services (the `authentication` flag). Tokens are in memory alone, so that nothing of the page's storage is worth stealing
 * (T32): a page that is loaded anew asks for another signature. They are renewed while the page is there.
 */
export function createHostedSiwx(
  { config, clock, api, signal }: HostedContext,
  key: () => Promise<PageKey>,
  lost: (caip10: string) => void,
): Siwx {
  const held = new Map<string, Held>()

  function keep(session: SiwxSession, token: string, expiresAt: string): void {
    const { chainId, accountAddress } = session.data
    const caip10 = toCaipAddress(chainId, accountAddress)
    held.get(caip10)?.stop()
    const end = Date.parse(expiresAt)
    const stop = clock.setTimeout(() => void renew(caip10), Math.max(end - ahead - clock.now(), 10_000))
    held.set(caip10, { session, token, expiresAt: end, stop })
  }

  async function renew(caip10: string): Promise<void> {
    const now = held.get(caip10)
    if (!now || signal.aborted) return
    try {
      const client = await api()
      const headers = await (await key()).headers(getSignInSession, now.token)
      const { token, session } = await client.call(getSignInSession, { headers, signal })
      if (held.get(caip10) === now) keep(now.session, token, session.expiresAt)
    } catch (cause) {
      if (signal.aborted || held.get(caip10) !== now) return
      const isRefused = isLatchkeyError(cause) && cause.context.status === 401
      // Services that are down for a moment are asked again while the token lives (F20).
      if (!isRefused && clock.now() + 10_000 < now.expiresAt) {
        const stop = clock.setTimeout(() => void renew(caip10), 10_000)
        held.set(caip10, { ...now, stop })
        return
      }
      held.delete(caip10)
      lost(caip10)
    }
  }

  /** Ends one, in the services too; they let it run out when they cannot be reached. */
  async function end(caip10: string): Promise<void> {
    const now = held.get(caip10)
    if (!now) return
    now.stop()
    held.delete(caip10)
    const client = await api()
    const headers = await (await key()).headers(deleteSignInSession, now.token)
    await client.call(deleteSignInSession, { headers }).catch(() => undefined)
  }

  signal.addEventListener('abort', () => {
    for (const { stop } of held.values()) stop()
    held.clear()
  })

  return {
    getRequired: () => config.signInRequired !== false,
    async createMessage({ accountAddress, chainId }) {
      const [client, page] = await Promise.all([api(), key()])
      const { nonce, issuedAt } = await client.call(getSignInNonce, {
        query: { key: page.thumbprint },
        signal,
      })
      page.learn(issuedAt)
      const { host, origin } = location
      const data = { accountAddress, chainId, domain: host, uri: origin, version: '1', nonce, issuedAt }
      const text = formatSignInMessage(data)
      return { ...data, toString: () => text }
    },
    async addSession(session) {
      const { data, message, signature, emailProof } = session
      const [client, page] = await Promise.all([api(), key()])
      const headers = await page.headers(postSignIn)
      const { serializedMessage: _text, ...fields } = data
      const answer = await client.call(postSignIn, {
        headers,
        signal,
        body: {
          data: fields as never,
          message,
          signature,
          ...(emailProof !== undefined && { emailProof }),
        },
      })
      keep(session, answer.token, answer.session.expiresAt)
    },
    async getSessions(chainId: CaipNetworkId, address: string) {
      const now = held.get(toCaipAddress(chainId, address))
      return now && clock.now() < now.expiresAt ? [now.session] : []
    },
    async setSessions(sessions) {
      const kept = new Set(
        sessions.map(({ data }) => toCaipAddress(data.chainId, data.accountAddress) as string),
      )
      await Promise.all([...held.keys()].filter(caip10 => !kept.has(caip10)).map(end))
    },
    revokeSession: (chainId, address) => end(toCaipAddress(chainId, address)),
  }
}
