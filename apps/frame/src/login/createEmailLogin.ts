import { createError, limits } from 'latchkey/contract'
import {
  type LoginCodeForm,
  postLoginCode,
  postLoginDevice,
  postLoginEmail,
  postLoginResend,
} from 'latchkey/services'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import type { Entry } from './createEntry.ts'
import type { Sessions } from './createSessions.ts'
import { isRefusal } from './isRefusal.ts'
import type { LoginDeps } from './loginDeps.ts'
import type { LoginState } from './loginState.ts'
import { refuseLate } from './refuseLate.ts'
import type { Watched } from './watched.ts'

/** The next action of a login, as reported to the page (SPEC §5 "Action results"). */
export type LoginAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/** Login by email: a link, and a code that is typed where the login began. */
export interface EmailLogin {
  /**
   * Sends a mail, unless the logged-in visitor has that address. @throws CustodyRefusal; LatchkeyError RPC_ABORTED once
   * another login began
   */
  begin(email: string): Promise<LoginAction>
  /** Waits until the link of the mail was used, for as long as the login goes on. */
  awaitDevice(): Promise<LoginAction>
  /** @throws CustodyRefusal EMAIL_CODE_INVALID, LOGIN_ENDED; LatchkeyError RPC_ABORTED as above, or once its visitor left */
  enterCode(code: string): Promise<void>
  /** Sends the mail once more. @throws CustodyRefusal EMAIL_COOLDOWN, LOGIN_ENDED */
  resend(): Promise<void>
}

export function createEmailLogin(
  deps: Pick<LoginDeps, 'host' | 'now' | 'wait' | 'signal'> & {
    readonly state: Watched<LoginState> & { set(state: LoginState): void }
    readonly sessions: Sessions
    readonly entry: Entry
  },
): EmailLogin {
  const { host, now, wait, signal, state, sessions, entry } = deps
  let polling: { readonly flow: string; readonly over: Promise<LoginAction> } | undefined

  const mailed = (step: { flow: string; form: LoginCodeForm }, email: string) => ({
    flow: step.flow,
    form: step.form,
    email,
    until: now() + limits.emailCooldown,
  })

  /** Whether the visitor is still at that step: a late answer changes no later step. */
  function isAt({ at, flow }: Extract<LoginState, { at: 'device' | 'code' }>): boolean {
    const still = state.get()
    return still.at === at && 'flow' in still && still.flow === flow
  }

  async function ask(email: string) {
    const body = { email, page: host }
    if (await sessions.read()) {
      try {
        return await sessions.client.call(postLoginEmail, body)
      } catch (error) {
        if (!isRefusal(error, 'SIGN_IN_INVALID')) throw error
      }
    }
    return sessions.bare.call(postLoginEmail, body)
  }
  async function poll(flow: string): Promise<LoginAction> {
    for (;;) {
      const began = now()
      const before = state.get()
      if (before.at !== 'device' || before.flow !== flow || signal.aborted) return 'VERIFY_DEVICE'
      try {
        const step = await sessions.bare.call(postLoginDevice, { flow })
        const still = state.get()
        if (still.at !== 'device' || still.flow !== flow) return 'VERIFY_DEVICE'
        if (step.action === 'VERIFY_OTP') {
          state.set({ at: 'code', ...mailed(step, still.email) })
          return 'VERIFY_OTP'
        }
        // Services that stop answer at once.
        if (now() - began < 1_000) await wait(1_000)
      } catch (error) {
        if (error instanceof CustodyRefusal && error.code !== 'offline' && error.code !== 'APKT010') {
          const still = state.get()
          if (still.at === 'device' && still.flow === flow) state.set({ at: 'ended', email: still.email })
          throw error
        }
        await wait(3_000)
      }
    }
  }

  return {
    async begin(email) {
      const attempt = entry.attempt()
      const step = await ask(email)
      if (attempt.aborted) throw createError('RPC_ABORTED')
      if (step.action === 'CONNECT') return (await entry.comeBack()) ? 'CONNECT' : 'VERIFY_OTP'
      const sent = mailed(step, email.trim())
      state.set(
        step.action === 'VERIFY_DEVICE'
          ? { at: 'device', match: step.match, ...sent }
          : { at: 'code', ...sent },
      )
      return step.action
    },
    async awaitDevice() {
      const asked = state.get()
      if (asked.at === 'code') return 'VERIFY_OTP'
      if (asked.at === 'in') return 'CONNECT'
      if (asked.at !== 'device') throw new CustodyRefusal('LOGIN_ENDED')
      const { flow } = asked
      if (polling?.flow !== flow) polling = { flow, over: poll(flow) }
      return polling.over
    },
    async enterCode(code) {
      const asked = state.get()
      if (asked.at !== 'code') throw new CustodyRefusal('LOGIN_ENDED')
      const attempt = entry.attempt()
      try {
        const session = await sessions.bare.call(postLoginCode, { flow: asked.flow, code })
        if (attempt.aborted) await refuseLate(sessions, session)
        await entry.enter(session)
      } catch (error) {
        if (isRefusal(error, 'LOGIN_ENDED') && isAt(asked)) state.set({ at: 'ended', email: asked.email })
        throw error
      }
    },
    async resend() {
      const asked = state.get()
      if (asked.at !== 'device' && asked.at !== 'code') return
      try {
        const step = await sessions.bare.call(postLoginResend, { flow: asked.flow })
        const still = state.get()
        if (still === asked) state.set({ ...asked, ...mailed(step, asked.email) })
      } catch (error) {
        if (!isAt(asked)) throw error
        if (error instanceof CustodyRefusal && error.retryAfter !== undefined)
          state.set({ ...asked, until: now() + error.retryAfter * 1_000 })
        if (isRefusal(error, 'LOGIN_ENDED')) state.set({ at: 'ended', email: asked.email })
        throw error
      }
    },
  }
}
