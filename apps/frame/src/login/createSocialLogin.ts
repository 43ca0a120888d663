import { createError } from 'latchkey/contract'
import { type FramePayload, postSocialBegin } from 'latchkey/services'
import type { Entry } from './createEntry.ts'
import type { Sessions } from './createSessions.ts'
import type { LoginDeps } from './loginDeps.ts'
import { pollSocial } from './pollSocial.ts'
import { refuseLate } from './refuseLate.ts'

/** Logging in by an account at a provider, which is asked for in a window of the wallet's origin (reference §3.3). */
export interface SocialLogin {
  /** Where the window, or with `returnTo` the tab, is to go. @throws CustodyRefusal, LatchkeyError SOCIAL_FAILED */
  begin(
    asked: FramePayload<'GET_SOCIAL_REDIRECT_URI'>,
  ): Promise<{ readonly uri: string; readonly flow: string; readonly match: string }>
  /**
   * Waits until it is over, once for each flow, unless another login begins. Answers whether its visitor can sign here.
   * @throws LatchkeyError SOCIAL_FAILED, RPC_ABORTED; CustodyRefusal LOGIN_ENDED
   */
  wait(flow: string): Promise<boolean>
}

export function createSocialLogin(
  deps: Pick<LoginDeps, 'host' | 'now' | 'wait' | 'signal' | 'tellWindow'> & {
    readonly sessions: Sessions
    readonly entry: Entry
  },
): SocialLogin {
  const { host, sessions, entry } = deps
  let waiting: { readonly flow: string; readonly over: Promise<boolean> } | undefined

  async function poll(flow: string, attempt: AbortSignal): Promise<boolean> {
    const ending = await pollSocial(deps, { client: sessions.bare, flow, attempt })
    // It was begun without a session, so there is none that it could be linked to, or prove.
    if (ending.state !== 'done') throw createError('SOCIAL_FAILED')
    return attempt.aborted ? refuseLate(sessions, ending.session) : entry.admit(ending.session)
  }

  return {
    async begin(asked) {
      const { uri, flow, secret, match } = await sessions.bare.call(postSocialBegin, { ...asked, page: host })
      deps.tellWindow({ flow, secret })
      return { uri, flow, match }
    },
    wait(flow) {
      if (waiting?.flow === flow) return waiting.over
      const attempt = entry.attempt()
      const over = Promise.race([poll(flow, attempt), aborted(attempt)]).finally(() => {
        if (waiting?.over === over) waiting = undefined
      })
      waiting = { flow, over }
      return over
    },
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(createError('RPC_ABORTED')), { once: true })
  })
}
