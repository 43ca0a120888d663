import { getLoginUser, policyReason } from 'latchkey/services'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import type { KeysContext } from '../keys/keysContext.ts'
import { createServicesClock } from '../keys/servicesClock.ts'
import { withKey } from '../keys/withKey.ts'
import { createIdleLock, type IdleLock } from '../lock/idleLock.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { passkeyRefusal, refusal } from '../provider/refusal.ts'
import { createEmailChange, type EmailChange } from './createEmailChange.ts'
import { createEmailLogin, type EmailLogin } from './createEmailLogin.ts'
import { createEntry, type Entry } from './createEntry.ts'
import { createProof, type Proof } from './createProof.ts'
import { createSessions, type Sessions } from './createSessions.ts'
import { createSocialLinks, type SocialLinks } from './createSocialLinks.ts'
import { createSocialLogin, type SocialLogin } from './createSocialLogin.ts'
import { isRefusal } from './isRefusal.ts'
import type { LoginDeps } from './loginDeps.ts'
import type { LoginState } from './loginState.ts'
import type { Memory } from './memoryOf.ts'
import { openKeys } from './openKeys.ts'
import { createPasskeyLogin, type PasskeyLogin } from './passkey/createPasskeyLogin.ts'
import { createWatched, type Watched } from './watched.ts'

/** Logging in under one page: the visitor types codes and addresses here, and nowhere else. */
export interface Login
  extends Watched<LoginState>,
    EmailLogin,
    Pick<Entry, 'attempt' | 'enter' | 'create' | 'keep' | 'settled' | 'cancel' | 'recover' | 'confirm'> {
  /** How long this browser stores the wallet: only while this page lives where storage is unavailable (F30, F31). */
  readonly memory: Memory
  readonly sessions: Sessions
  readonly keys: KeysContext
  readonly proof: Proof
  readonly change: EmailChange
  readonly social: SocialLogin
  readonly links: SocialLinks
  readonly passkeys: PasskeyLogin
  readonly lock: IdleLock
  /** Asks the services whether the session holds; a browser that is offline is believed (F34). */
  check(): Promise<boolean>
  /** Another tab of this browser has ended the session. */
  ended(): void
  /** The logged-in visitor who can sign here; undefined without one. */
  loggedIn(): Promise<LoggedIn | undefined>
  signOut(): Promise<void>
}

export async function createLogin(deps: LoginDeps): Promise<Login> {
  const { host, locks, now } = deps
  const clock = createServicesClock(now)
  const { database, device, memory } = await openKeys({ ...deps, now: clock.now })
  const state = createWatched<LoginState>({ at: 'out' })
  function ended(): void {
    // A login that goes on keeps its screen.
    if ('user' in state.get()) state.set({ at: 'out' })
  }
  function emit({ isConnected }: { readonly isConnected: boolean }): void {
    if (!isConnected) ended()
    deps.emit({ isConnected })
  }
  const sessions = createSessions({ ...deps, emit }, device, clock)
  const ctx: KeysContext = { client: sessions.client, database, device, locks }
  const lock = createIdleLock({ store: deps.store, now })
  const entry = createEntry({
    state,
    ctx,
    sessions,
    mode: deps.mode,
    memory,
    proven: lock.unlock,
    smartAddress: deps.smartAddress,
    arrived: () => emit({ isConnected: true }),
  })
  const change = createEmailChange({
    sessions,
    host,
    now,
    changed(user) {
      const known = state.get()
      if ('user' in known) state.set({ ...known, user })
    },
  })
  let whose: string | undefined
  state.watch(() => {
    const known = state.get()
    const account = 'user' in known ? known.user.account : undefined
    if (account !== whose) change.forget()
    whose = account
  })
  const passkeys = createPasskeyLogin({ host, browser: deps.passkeys, sessions, ctx, entry })

  /**
   * Asks for the visitor's passkey where a project's policy wants one for what they approved (T82), and repeats the work once.
   * @throws LatchkeyError `passkeyRefusal` where they used none
   */
  async function withPasskey<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!isRefusal(error, 'CUSTODY_STEP_UP') || !(error instanceof CustodyRefusal)) throw error
      if (!error.reasons.includes(policyReason.passkey)) throw error
    }
    const isProven = await passkeys.prove().catch(() => false)
    if (!isProven) throw passkeyRefusal()
    return work()
  }

  return {
    get: state.get,
    watch: state.watch,
    memory,
    sessions,
    keys: ctx,
    proof: createProof({ host, mode: deps.mode, sessions, entry, passkeys }),
    change,
    ...createEmailLogin({ ...deps, state, sessions, entry }),
    social: createSocialLogin({ ...deps, sessions, entry }),
    links: createSocialLinks({ ...deps, sessions, entry }),
    passkeys,
    lock,
    attempt: entry.attempt,
    enter: entry.enter,
    create: entry.create,
    keep: entry.keep,
    settled: entry.settled,
    cancel: entry.cancel,
    recover: entry.recover,
    confirm: entry.confirm,
    async check() {
      const kept = await sessions.read()
      if (!kept) return false
      const { at } = state.get()
      try {
        // A login that goes on keeps its screen.
        if (at !== 'device' && at !== 'code') return await entry.resume()
        await sessions.client.call(getLoginUser)
      } catch (error) {
        // Whatever else keeps an answer from coming says nothing of the session (F34).
        if (isRefusal(error, 'SIGN_IN_INVALID')) return false
      }
      const isHere = (await entry.addressesOf(kept.user.account)) !== undefined
      const still = (await sessions.read())?.user
      // The settings close without a login, so set the state, unless the visitor left meanwhile.
      if (isHere && still?.account === kept.user.account && state.get().at === 'out')
        state.set({ at: 'in', user: still })
      return isHere
    },
    ended,
    async loggedIn() {
      const kept = await sessions.read()
      const addresses = kept && (await entry.addressesOf(kept.user.account))
      if (!kept || !addresses) return undefined
      const { account, accountType } = kept.user
      return {
        account,
        addresses,
        ...(accountType && { accountType }),
        isLocked: lock.isLocked,
        touch: lock.touch,
        async withKey(request, use, signed) {
          if (await lock.isLocked()) throw refusal('unauthorized')
          const made = await withPasskey(() =>
            withKey(ctx, { account, request, purpose: 'sign', signed }, use),
          )
          await lock.touch()
          return made
        },
      }
    },
    async signOut() {
      entry.attempt()
      state.set({ at: 'out' })
      await sessions.end()
    },
  }
}
