import { limits } from 'latchkey/contract'
import {
  type LoginCodeForm,
  type LoginUser,
  postEmailChange,
  postEmailChangeFinish,
  postEmailChangePrimary,
  postEmailChangeSecondary,
} from 'latchkey/services'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import { requireMade } from '../waiting/requireMade.ts'
import type { Sessions } from './createSessions.ts'
import { isRefusal } from './isRefusal.ts'
import { ownEmail } from './ownEmail.ts'
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
  /** The login is older than five minutes: the visitor proves themselves first. */
  | { readonly at: 'prove'; readonly next: string }
  /** That was done by a mail, and the next one to the same address has to wait. */
  | ({ readonly at: 'wait' } & Asked)
  | ({
      readonly at: 'primary' | 'secondary'
      readonly change: string
      /** The old mailbox is lost: the code at the new one is all there is, and the change waits. */
      readonly isLost?: true
    } & CodeAsked)

export type ChangeAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'

/** A change of address: a code at the old one, then one at the new one; both are typed in the wallet's page (T45). */
export interface EmailChange extends Watched<ChangeState> {
  /**
   * Begins a change. A visitor whose login is older proves themselves first, by any of their methods. @throws
   * CustodyRefusal LOGIN_STEP_UP in the day after a change of address
   */
  begin(next: string): Promise<ChangeAction>
  /**
   * Begins a change without the old mailbox, after a passkey just used: a code at the new address, and seven days of
   * waiting.
   * @throws CustodyRefusal LOGIN_STEP_UP
   */
  beginLost(next: string): Promise<void>
  /** Asks for the code anew. @throws CustodyRefusal */
  again(): Promise<void>
  /** Makes the waiting change, after a passkey just used, or stops it. @throws CustodyRefusal LOGIN_STEP_UP, LOGIN_ENDED */
  finish(isStopped: boolean): Promise<void>
  /** They were. @throws CustodyRefusal */
  proven(): Promise<void>
  /** @throws CustodyRefusal EMAIL_CODE_INVALID */
  enterCode(code: string): Promise<void>
}

/**
 * Creates the change of address. `forget` drops it when its visitor has logged out, so that the next one sees nothing
 * of it.
 */
export function createEmailChange(deps: {
  readonly sessions: Sessions
  /** The page around. */
  readonly host: string
  readonly now: () => number
  /** The user of the session is another than before. */
  readonly changed: (user: LoginUser) => void
}): EmailChange & { forget(): void } {
  const { sessions, host, now, changed } = deps
  const state = createWatched<ChangeState>({ at: 'none' })
  const soon = () => now() + limits.emailCooldown
  let visit = 0

  /** Shows how far it is, unless its visitor left after this was asked for. */
  function shower(): (next: ChangeState) => void {
    const asked = visit
    return next => {
      if (asked === visit) state.set(next)
    }
  }

  async function isFrozen(): Promise<boolean> {
    const until = (await sessions.read())?.user.frozenUntil
    return typeof until === 'string' && Date.parse(until) > now()
  }

  async function ask(next: string): Promise<ChangeAction> {
    const show = shower()
    const step = await sessions.client.call(postEmailChange, { email: next, page: host })
    const { action, change, form } = step
    const at = action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary'
    const email = (at === 'primary' && ownEmail((await sessions.read())?.user)) || next
    show({ at, change, form, email, next, until: soon() })
    return action
  }

  async function begin(typed: string): Promise<ChangeAction> {
    const next = typed.trim()
    const show = shower()
    try {
      return await ask(next)
    } catch (error) {
      // After a change of address no proof helps.
      if (!isRefusal(error, 'LOGIN_STEP_UP') || (await isFrozen())) throw error
      // An invalid address does not ask for a proof.
      if (!next.includes('@')) throw new CustodyRefusal('INVALID_EMAIL')
      show({ at: 'prove', next })
      return 'VERIFY_PRIMARY_OTP'
    }
  }

  async function beginLost(typed: string): Promise<void> {
    const next = typed.trim()
    const body = { email: next, page: host, lost: true }
    const show = shower()
    const { change, form } = await sessions.client.call(postEmailChange, body)
    show({ at: 'secondary', change, form, email: next, next, until: soon(), isLost: true })
  }

  async function keep(user: LoginUser): Promise<void> {
    if (await sessions.update({ user })) changed(user)
  }

  return {
    get: state.get,
    watch: state.watch,
    begin,
    beginLost,
    async again() {
      const asked = state.get()
      if (!('next' in asked)) return
      await ('isLost' in asked ? beginLost : begin)(asked.next)
    },
    async finish(cancel) {
      const { user } = await sessions.client.call(postEmailChangeFinish, { cancel })
      await keep(user)
    },
    async proven() {
      const asked = state.get()
      if (asked.at !== 'prove') return
      const show = shower()
      try {
        await ask(asked.next)
      } catch (error) {
        if (!isRefusal(error, 'EMAIL_COOLDOWN')) throw error
        show({ at: 'wait', next: asked.next, until: now() + (error.retryAfter ?? 30) * 1_000 })
      }
    },
    async enterCode(code) {
      const asked = state.get()
      const show = shower()
      if (asked.at === 'primary') {
        const { change, form } = await sessions.client.call(postEmailChangePrimary, {
          change: asked.change,
          code,
        })
        show({ ...asked, at: 'secondary', change, form, email: asked.next, until: soon() })
      } else if (asked.at === 'secondary') {
        const answer = await sessions.client.call(postEmailChangeSecondary, { change: asked.change, code })
        const { user } = requireMade(answer)
        await keep(user)
        show({ at: 'done' })
      }
    },
    forget() {
      visit++
      state.set({ at: 'none' })
    },
  }
}
