import { createError, type FramePayload, postSocialBegin, postSocialPoll } from 'latchkey/contract'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import type { Entry } from './createEntry.ts'
import type { Sessions } from './createSessions.ts'
import { isRefusal } from './isRefusal.ts'
import type { LoginDeps } from './loginDeps.ts'

/** Milliseconds for which a login by way of a provider can go on. */
const lifetime = 600_000

/** Logging in by an account at a provider, which is asked for in a window of the wallet's origin (reference §3.3). */
export interface SocialLogin {
  /** Where the window, or with `returnTo` the tab, is to go. @throws CustodyRefusal, LatchkeyError SOCIAL_FAILED */
  begin(
    asked: FramePayload<'GET_SOCIAL_REDIRECT_URI'>,
  ): Promise<{ readonly uri: string; readonly flow: string }>
  /**
   * Waits until it is over, once for each flow, unless another login begins. Answers whether its visitor can sign here.
   * @throws LatchkeyError SOCIAL_FAILED, RPC_ABORTED; CustodyRefusal LOGIN_ENDED
   */
  wait(flow: string): Promise<boolean>
}

export function createSocialLogin(
  deps: Pick<LoginDeps, 'host' | 'now' | 'wait' | 'signal'> & {
    readonly sessions: Sessions
    readonly entry: Entry
  },
): SocialLogin {
  const { host, now, wait, signal, sessions, entry } = deps
  let waiting: { readonly flow: string; readonly over: Promise<boolean> } | undefined

  async function poll(flow: string, attempt: AbortSignal): Promise<boolean> {
    const until = now() + lifetime
    for (;;) {
      const began = now()
      if (signal.aborted || attempt.aborted) throw createError('RPC_ABORTED')
      if (began > until) throw new CustodyRefusal('LOGIN_ENDED')
      const step = await ask(flow)
      if (step?.state === 'done' && attempt.aborted) void sessions.refuse(step.session)
      else if (step?.state === 'done') return entry.enter(step.session)
      else if (step?.state === 'failed')
        throw createError('SOCIAL_FAILED', { context: { reason: step.reason } })
      // It was begun without a session, so there is none that it could be linked to.
      else if (step?.state === 'linked') throw createError('SOCIAL_FAILED')
      // Services that stop answer at once.
      else if (now() - began < 1_000) await wait(step ? 1_000 : 3_000)
    }
  }

  /** Undefined when nobody answered this time. */
  async function ask(flow: string) {
    try {
      return await sessions.bare.call(postSocialPoll, { flow })
    } catch (error) {
      if (isRefusal(error, 'offline') || isRefusal(error, 'APKT010')) return undefined
      throw error
    }
  }

  return {
    async begin(asked) {
      const { uri, flow } = await sessions.bare.call(postSocialBegin, { ...asked, page: host })
      return { uri, flow }
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
