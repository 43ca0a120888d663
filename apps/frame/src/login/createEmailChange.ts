import {
  type LoginCodeForm,
  type LoginUser,
  limits,
  postEmailChange,
  postEmailChangePrimary,
  postEmailChangeSecondary,
  postLoginCode,
  postLoginEmail,
} from 'latchkey/contract'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import type { Sessions } from './createSessions.ts'
import { createWatched, type Watched } from './watched.ts'

interface Asked {
  /** The new address. */
  readonly next: string
  /** Milliseconds since 1970 from when on another mail may be sent. */
  readonly until: number
}

interface CodeAsked extends Asked {
  readonly form: LoginCodeForm
  /** Where the code is. */
  readonly email: string
}

/** How far the visitor is with changing their address (SPEC §4 "Email change"). */
export type ChangeState =
  | { readonly at: 'none' }
  | { readonly at: 'done' }
  /** The login is older than five minutes: a code at the old address proves it anew. */
  | ({ readonly at: 'prove'; readonly flow: string } & CodeAsked)
  /** That was done, and the next mail to the same address has to wait. */
  | ({ readonly at: 'wait' } & Asked)
  | ({ readonly at: 'primary' | 'secondary'; readonly change: string } & CodeAsked)

export type ChangeAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'

/** A change of address: a code at the old one, then one at the new one; both are typed in the wallet's page (T45). */
export interface EmailChange extends Watched<ChangeState> {
  /** @throws CustodyRefusal */
  begin(next: string): Promise<ChangeAction>
  /** @throws CustodyRefusal EMAIL_CODE_INVALID */
  enterCode(code: string): Promise<void>
}

export function createEmailChange(deps: {
  readonly sessions: Sessions
  /** The page around. */
  readonly host: string
  readonly now: () => number
  /** The session has another user, or is a new one. */
  readonly changed: (user: LoginUser) => void
}): EmailChange {
  const { sessions, host, now, changed } = deps
  const state = createWatched<ChangeState>({ at: 'none' })
  const soon = () => now() + limits.emailCooldown

  async function ownEmail(): Promise<string | null> {
    return (await sessions.read())?.user.email ?? null
  }

  async function ask(next: string): Promise<ChangeAction> {
    const step = await sessions.client.call(postEmailChange, { email: next, page: host })
    const { action, change, form } = step
    const at = action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary'
    const email = (at === 'primary' && (await ownEmail())) || next
    state.set({ at, change, form, email, next, until: soon() })
    return action
  }

  /** Whoever is logged in shows that it is still them. */
  async function prove(next: string, refusal: CustodyRefusal): Promise<ChangeAction> {
    const email = await ownEmail()
    if (email === null) throw refusal
    const step = await sessions.client.call(postLoginEmail, { email, page: host, fresh: true })
    // A browser that is no longer known logs in anew, as anybody does.
    if (step.action !== 'VERIFY_OTP') throw refusal
    state.set({ at: 'prove', flow: step.flow, form: step.form, email, next, until: soon() })
    return 'VERIFY_PRIMARY_OTP'
  }

  return {
    get: state.get,
    watch: state.watch,
    async begin(typed) {
      const next = typed.trim()
      try {
        return await ask(next)
      } catch (error) {
        if (error instanceof CustodyRefusal && error.code === 'LOGIN_STEP_UP') return prove(next, error)
        throw error
      }
    },
    async enterCode(code) {
      const asked = state.get()
      if (asked.at === 'prove') {
        const session = await sessions.bare.call(postLoginCode, { flow: asked.flow, code })
        await sessions.keep(session)
        changed(session.user)
        try {
          await ask(asked.next)
        } catch (error) {
          if (!(error instanceof CustodyRefusal) || error.code !== 'EMAIL_COOLDOWN') throw error
          state.set({ at: 'wait', next: asked.next, until: now() + (error.retryAfter ?? 30) * 1_000 })
        }
      } else if (asked.at === 'primary') {
        const { change, form } = await sessions.client.call(postEmailChangePrimary, {
          change: asked.change,
          code,
        })
        state.set({ ...asked, at: 'secondary', change, form, email: asked.next, until: soon() })
      } else if (asked.at === 'secondary') {
        const { user } = await sessions.client.call(postEmailChangeSecondary, { change: asked.change, code })
        await sessions.update({ user })
        changed(user)
        state.set({ at: 'done' })
      }
    },
  }
}
