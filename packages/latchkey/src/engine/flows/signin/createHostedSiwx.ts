import { type CaipNetworkId, toCaipAddress } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import type { RouteResponse } from '../../../contract/route.ts'
import { formatSignInMessage } from '../../../contract/signInMessage.ts'
import {
  deleteSignInSession,
  getSignInNonce,
  postSignIn,
  postSignInResume,
  type SignInSession,
} from '../../../contract/signin.ts'
import type { Siwx, SiwxSession } from '../../../contract/siwx.ts'
import type { EngineContext } from '../../context.ts'
import type { PageKey } from './createPageKey.ts'

/** What hosted sign-in needs of an engine. */
export type HostedContext = Pick<EngineContext, 'config' | 'clock' | 'api' | 'signal'>

interface Held {
  readonly session: SiwxSession
  readonly token: string
  /** Milliseconds since the epoch, by the services' word and this machine's clock. */
  readonly expiresAt: number
  /** Renewals since the last answer that came to nothing. */
  readonly failures: number
  readonly stop: () => void
}

/** Milliseconds before its end at which a token is renewed, and between tries when the services do not answer: at first, at most. */
const ahead = 120_000
const again = 10_000
const longest = 300_000

type Resumed = RouteResponse<typeof postSignInResume>['sessions'][number]

/**
 * Sessions of the services (the `authentication` flag). Tokens are in memory alone, so that nothing in the page's storage is
 * worth stealing (T32); what the browser keeps is a key that can be used there and not be read. With it a page that is
 * loaded anew, or wakes after its tokens ran out, takes its sessions up again.
 */
export function createHostedSiwx(
  { config, clock, api, signal }: HostedContext,
  key: () => Promise<PageKey>,
  lost: (caip10: string) => void,
): Siwx {
  const held = new Map<string, Held>()
  let looked: Promise<void> | undefined

  /** By the services' spelling of the account: a wallet's own in the text may be another one. */
  function keep(page: PageKey, session: SiwxSession, { token, session: said }: Resumed): void {
    const caip10 = toCaipAddress(said.chainId, said.address)
    const end = page.localTime(said.expiresAt)
    held.get(caip10)?.stop()
    const stop = clock.setTimeout(() => void renew(caip10), Math.max(end - ahead - clock.now(), again))
    held.set(caip10, { session, token, expiresAt: end, failures: 0, stop })
  }

  /** What the services have for the key: each with a fresh token. A clock that is off is set by theirs, once (F38). */
  async function resume(): Promise<readonly Resumed[]> {
    const [client, page] = await Promise.all([api(), key()])
    const ask = async () =>
      client.call(postSignInResume, { headers: await page.headers(postSignInResume), signal })
    const { sessions } = await ask().catch(async (cause: unknown) => {
      if (!isRefused(cause)) throw cause
      const { issuedAt } = await client.call(getSignInNonce, { query: { key: page.thumbprint }, signal })
      page.learn(issuedAt)
      return ask()
    })
    return sessions
  }

  const lookOnce = () => {
    looked ??= look().catch((cause: unknown) => {
      looked = undefined
      throw cause
    })
    return looked
  }

  /** Resumes the sessions after a reload. A visitor who never signed in here has no key, so no request is sent. */
  async function look(): Promise<void> {
    const page = await key()
    if (!page.isKept) return
    const sessions = await resume().catch((cause: unknown) => {
      if (!isRefused(cause)) throw cause
      return []
    })
    if (sessions.length === 0) await page.forget()
    for (const each of sessions) {
      const { chainId, address } = each.session
      if (!held.has(toCaipAddress(chainId, address))) keep(page, toSiwxSession(each.session), each)
    }
  }

  async function renew(caip10: string): Promise<void> {
    const now = held.get(caip10)
    if (!now || signal.aborted) return
    try {
      const [page, sessions] = await Promise.all([key(), resume()])
      const mine = sessions.find(isOf(caip10))
      if (held.get(caip10) !== now) return
      if (mine) {
        keep(page, now.session, mine)
        return
      }
    } catch (cause) {
      if (signal.aborted || held.get(caip10) !== now) return
      // Services that are down, or a machine that wakes before its network: the key takes the session up when they answer (F20, F35).
      if (isAway(cause)) {
        now.stop()
        const stop = clock.setTimeout(() => void renew(caip10), Math.min(again * 2 ** now.failures, longest))
        held.set(caip10, { ...now, failures: now.failures + 1, stop })
        return
      }
    }
    held.delete(caip10)
    lost(caip10)
  }

  /**
   * Ends one, in the services too, where its own token may have run out. When they cannot be reached they let it run out: the next page
   * has no key to take it up again, nor those beside it.
   */
  async function end(caip10: string): Promise<void> {
    const now = held.get(caip10)
    if (!now) return
    now.stop()
    held.delete(caip10)
    const [client, page] = await Promise.all([api(), key()])
    if (held.size === 0) await page.forget()
    const drop = async (token: string) =>
      client.call(deleteSignInSession, { headers: await page.headers(deleteSignInSession, token) })
    await drop(now.token)
      .catch(async (cause: unknown) => {
        if (!isRefused(cause)) throw cause
        const fresh = (await resume()).find(isOf(caip10))
        if (fresh) await drop(fresh.token)
      })
      .catch(() => page.forget())
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
      keep(page, session, answer)
      await page.keep()
    },
    async getSessions(chainId: CaipNetworkId, address: string) {
      await lookOnce()
      const caip10 = toCaipAddress(chainId, address)
      const isOver = ({ expiresAt }: Held) => clock.now() >= expiresAt
      const before = held.get(caip10)
      if (before && isOver(before)) await renew(caip10)
      const now = held.get(caip10)
      return now && !isOver(now) ? [now.session] : []
    },
    async setSessions(sessions) {
      // The sessions may not have been looked up yet. When they cannot be read, they run out without the key.
      await lookOnce().catch(async () => (await key()).forget())
      const kept = new Set(
        sessions.map(({ data }) => toCaipAddress(data.chainId, data.accountAddress) as string),
      )
      await Promise.all([...held.keys()].filter(caip10 => !kept.has(caip10)).map(end))
    },
    revokeSession: (chainId, address) => end(toCaipAddress(chainId, address)),
  }
}

function isOf(caip10: string): (each: Resumed) => boolean {
  return ({ session: { chainId, address } }) => toCaipAddress(chainId, address) === caip10
}

function isRefused(cause: unknown): boolean {
  return isLatchkeyError(cause) && cause.context.status === 401
}

/** No answer, or none yet: a later try may succeed. */
function isAway(cause: unknown): boolean {
  const status = isLatchkeyError(cause) ? Number(cause.context.status) : Number.NaN
  return status === 0 || status >= 429
}

/** A session as the services describe it. They saw the text and its signature, but neither was stored. */
function toSiwxSession({ address, chainId, issuedAt, expiresAt }: SignInSession): SiwxSession {
  const { host, origin } = location
  const data = {
    accountAddress: address,
    chainId,
    domain: host,
    uri: origin,
    version: '1',
    nonce: '',
    issuedAt,
    expirationTime: expiresAt,
  }
  return { data, message: '', signature: '' }
}
