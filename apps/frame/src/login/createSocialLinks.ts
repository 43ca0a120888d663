import {
  createError,
  type FramePayload,
  frameSocials,
  getSocialProviders,
  postSocialBegin,
  postSocialUnlink,
} from 'latchkey/contract'
import type { Entry } from './createEntry.ts'
import type { Sessions } from './createSessions.ts'
import type { LoginDeps } from './loginDeps.ts'
import { pollSocial } from './pollSocial.ts'

/** A provider that an account can be known by. */
export type SocialName = FramePayload<'GET_SOCIAL_REDIRECT_URI'>['provider']

/** What a provider is asked for by who is logged in: to know them from now on, or to say once more who they are. */
export type SocialPurpose = 'link' | 'prove'

/** Accounts at providers that an account is known by. */
export interface SocialLinks {
  /** Providers that can be offered, and answer at the moment. @throws CustodyRefusal */
  offered(): Promise<readonly SocialName[]>
  /** Where the window is to go. @throws CustodyRefusal LOGIN_STEP_UP */
  begin(
    provider: SocialName,
    purpose: SocialPurpose,
  ): Promise<{ readonly uri: string; readonly flow: string }>
  /** Waits until it is over there. @throws LatchkeyError SOCIAL_FAILED, RPC_ABORTED; CustodyRefusal LOGIN_ENDED */
  wait(flow: string, purpose: SocialPurpose, attempt: AbortSignal): Promise<void>
  /** @throws CustodyRefusal LOGIN_STEP_UP, for the last that the account is known by as well */
  unlink(provider: SocialName | 'farcaster'): Promise<void>
}

export function createSocialLinks(
  deps: Pick<LoginDeps, 'host' | 'now' | 'wait' | 'signal'> & {
    readonly sessions: Sessions
    readonly entry: Entry
  },
): SocialLinks {
  const { host, sessions, entry } = deps
  const clientOf = (purpose: SocialPurpose) => (purpose === 'link' ? sessions.client : sessions.bare)

  return {
    async offered() {
      const { providers } = await sessions.client.call(getSocialProviders)
      return frameSocials.filter(name =>
        providers.some(({ provider, isAvailable }) => provider === name && isAvailable),
      )
    },
    async begin(provider, purpose) {
      const asked = { provider, page: host, ...(purpose === 'link' && { link: true }) }
      const { uri, flow } = await clientOf(purpose).call(postSocialBegin, asked)
      return { uri, flow }
    },
    async wait(flow, purpose, attempt) {
      const ending = await pollSocial(deps, { client: clientOf(purpose), flow, attempt })
      if (ending.state === 'linked') {
        await sessions.update({ user: ending.user })
        return
      }
      const { session } = ending
      const own = (await sessions.read())?.user.account
      // Who says that they are somebody else proves nothing for who is logged in.
      if (attempt.aborted || session.user.account !== own) {
        void sessions.refuse(session)
        throw createError(attempt.aborted ? 'RPC_ABORTED' : 'SOCIAL_FAILED')
      }
      await entry.enter(session)
    },
    async unlink(provider) {
      const { user } = await sessions.client.call(postSocialUnlink, { provider })
      await sessions.update({ user })
    },
  }
}
