import { createError, limits } from 'latchkey/contract'
import {
  type FramePayload,
  frameSocials,
  getSocialProviders,
  postFarcasterBegin,
  postSocialBegin,
  postSocialUnlink,
} from 'latchkey/services'
import type { CustodyClient } from '../keys/custodyClient.ts'
import { requireMade } from '../waiting/requireMade.ts'
import type { Entry } from './createEntry.ts'
import type { Sessions } from './createSessions.ts'
import type { LoginDeps } from './loginDeps.ts'
import { pollSocial } from './pollSocial.ts'

/** A provider that an account can be known by. */
export type SocialName = FramePayload<'GET_SOCIAL_REDIRECT_URI'>['provider']

/** A provider with a window, or Farcaster, which uses a QR code instead. */
export type LinkName = SocialName | 'farcaster'

/** The purpose of a logged-in visitor at a provider: to link it, or to prove themselves. */
export type SocialPurpose = 'link' | 'prove'

/** How often a window is looked at, in milliseconds. */
const lookEvery = 250

/** Accounts at providers that an account is known by. */
export interface SocialLinks {
  /** Providers that can be offered, and answer at the moment. @throws CustodyRefusal */
  offered(): Promise<readonly LinkName[]>
  /** Where the window is to go: a page of the wallet's own. @throws CustodyRefusal LOGIN_STEP_UP, LatchkeyError SOCIAL_FAILED */
  begin(
    provider: SocialName,
    purpose: SocialPurpose,
  ): Promise<{ readonly uri: string; readonly flow: string; readonly match: string }>
  /**
   * Returns the address that the logged-in visitor scans or opens to prove themselves with the Farcaster app, and the number
   * that the page there shows. @throws CustodyRefusal LOGIN_STEP_UP, LatchkeyError SOCIAL_FAILED
   */
  beginFarcaster(
    purpose: SocialPurpose,
  ): Promise<{ readonly url: string; readonly flow: string; readonly match: string }>
  /**
   * Waits for the outcome at the provider; cancelling changes nothing about the login. @throws LatchkeyError
   * SOCIAL_FAILED, POPUP_CLOSED, RPC_ABORTED; CustodyRefusal LOGIN_ENDED
   */
  wait(
    flow: string,
    options: {
      readonly attempt: AbortSignal
      /** Whether its window is closed; what comes of it within 2 s still counts (T53). */
      readonly isClosed?: () => boolean
    },
  ): Promise<void>
  /** @throws CustodyRefusal LOGIN_STEP_UP, LOGIN_LAST for the last that the account is known by, LOGIN_UNPROTECTED */
  unlink(provider: LinkName): Promise<void>
}

export function createSocialLinks(
  deps: Pick<LoginDeps, 'host' | 'origin' | 'now' | 'wait' | 'signal' | 'tellWindow'> & {
    readonly sessions: Sessions
    readonly entry: Entry
  },
): SocialLinks {
  const { host, origin, sessions, entry, now, wait } = deps
  const askedFor = (purpose: SocialPurpose) => ({
    page: host,
    ...(purpose === 'link' ? { link: true } : { prove: true }),
  })

  /** A window is opened on it: whatever the services say, on nothing but a page of the wallet. @throws LatchkeyError */
  function requireOwnPage(uri: string): void {
    const url = new URL(uri)
    if (url.origin !== origin || !url.pathname.startsWith('/social/')) throw createError('SOCIAL_FAILED')
  }

  /** Ends when nothing came of a closed window for a while, by throwing. */
  async function closed(isClosed: () => boolean, signal: AbortSignal): Promise<never> {
    let since: number | undefined
    for (;;) {
      if (signal.aborted) throw createError('RPC_ABORTED')
      since = isClosed() ? (since ?? now()) : undefined
      if (since !== undefined && now() - since >= limits.popupGrace) throw createError('POPUP_CLOSED')
      await wait(lookEvery)
    }
  }

  return {
    async offered() {
      const { providers } = await sessions.client.call(getSocialProviders)
      return [...frameSocials, 'farcaster' as const].filter(name =>
        providers.some(({ provider, isAvailable }) => provider === name && isAvailable),
      )
    },
    async begin(provider, purpose) {
      const body = { provider, ...askedFor(purpose) }
      const { uri, flow, secret, match } = await sessions.client.call(postSocialBegin, body)
      requireOwnPage(uri)
      deps.tellWindow({ flow, secret })
      return { uri, flow, match }
    },
    async beginFarcaster(purpose) {
      const { url, flow, match } = await sessions.client.call(postFarcasterBegin, askedFor(purpose))
      requireOwnPage(url)
      return { url, flow, match }
    },
    async wait(flow, { attempt: given, isClosed }) {
      // The session does not depend on the answer: a visitor who goes back gets no more of it.
      const over = new AbortController()
      const attempt = AbortSignal.any([given, over.signal])
      const client: CustodyClient = { call: (route, body) => sessions.client.call(route, body, attempt) }
      const ending = await Promise.race([
        pollSocial(deps, { client, flow, attempt }),
        ...(isClosed ? [closed(isClosed, attempt)] : []),
      ]).finally(() => over.abort())
      // A flow begun with a session logs no visitor in.
      if (ending.state === 'done') throw createError('SOCIAL_FAILED')
      // Nor does it prove another visitor, whom another tab logged in meanwhile.
      const isTheirs = await sessions.update({ user: ending.user })
      if (given.aborted || !isTheirs) throw createError('RPC_ABORTED')
      if (ending.state === 'proven') await entry.prove()
    },
    async unlink(provider) {
      const { user } = requireMade(await sessions.client.call(postSocialUnlink, { provider }))
      await sessions.update({ user })
    },
  }
}
