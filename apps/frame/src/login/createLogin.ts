import {
  getCustodyConfig,
  getCustodyWallet,
  getLoginUser,
  type LoginSession,
  limits,
  postLoginCode,
  postLoginDevice,
  postLoginEmail,
  postLoginResend,
} from 'latchkey/contract'
import { createKey } from '../keys/createKey.ts'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import type { Addresses } from '../keys/derive/addressesOf.ts'
import { openDeviceKey } from '../keys/deviceKey.ts'
import type { KeysContext } from '../keys/keysContext.ts'
import { KeysError } from '../keys/keysError.ts'
import { readPair } from '../keys/pairRecord.ts'
import { factorOf, operatorFactor } from '../keys/recovery/makeFactor.ts'
import { keyOfCode, makeRecoveryCode, readRecoveryCode } from '../keys/recovery/recoveryCode.ts'
import { refreshPair } from '../keys/refreshPair.ts'
import { withKey } from '../keys/withKey.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { createEmailChange, type EmailChange } from './createEmailChange.ts'
import { createSessions, type Sessions } from './createSessions.ts'
import type { LoginDeps } from './loginDeps.ts'
import type { LoginState } from './loginState.ts'
import { openKeys } from './openKeys.ts'
import { recoverAccount } from './recoverAccount.ts'
import { createWatched, type Watched } from './watched.ts'

/** What a page is told that a login needs next (SPEC §5 "Action results"). */
export type LoginAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/** Logging in under one page: what is typed for it is typed here, and nowhere else. */
export interface Login extends Watched<LoginState> {
  /** Nothing that is kept outlives this page: the browser does not let it (F30). */
  readonly isForgetful: boolean
  readonly sessions: Sessions
  readonly change: EmailChange
  /** Sends a mail, unless who is logged in has that address. @throws CustodyRefusal */
  begin(email: string): Promise<LoginAction>
  /** Waits until the link of the mail was used, for as long as the login goes on. */
  awaitDevice(): Promise<LoginAction>
  /** @throws CustodyRefusal EMAIL_CODE_INVALID, LOGIN_ENDED */
  enterCode(code: string): Promise<void>
  /** Sends the mail once more. @throws CustodyRefusal EMAIL_COOLDOWN, LOGIN_ENDED */
  resend(): Promise<void>
  /** Makes the key, once its visitor has kept what recovers it. @throws CustodyRefusal, KeysError */
  create(): Promise<void>
  /** Lets this browser sign again, by a recovery code. @throws KeysError, CustodyRefusal */
  recover(code: string): Promise<void>
  /** Asks the services whether the session holds; a browser that is offline is believed (F34). */
  check(): Promise<boolean>
  /** Who is logged in and can sign here. */
  loggedIn(): Promise<LoggedIn | undefined>
  signOut(): Promise<void>
}

export async function createLogin(deps: LoginDeps): Promise<Login> {
  const { host, locks, now, wait, signal } = deps
  const { database, isForgetful } = await openKeys(deps.openDatabase)
  const state = createWatched<LoginState>({ at: 'out' })
  function tell({ isConnected }: { readonly isConnected: boolean }): void {
    if (!isConnected) state.set({ at: 'out' })
    deps.tell({ isConnected })
  }
  const device = await openDeviceKey({ database, locks, now })
  const sessions = createSessions({ ...deps, tell }, device)
  const ctx: KeysContext = { client: sessions.client, database, device, locks }
  const change = createEmailChange({
    sessions,
    host,
    now,
    changed(user) {
      const known = state.get()
      if ('user' in known) state.set({ ...known, user })
    },
  })
  let polling: { readonly flow: string; readonly over: Promise<LoginAction> } | undefined

  const mailed = (step: { flow: string; form: 'digits' | 'letters' }, email: string) => ({
    flow: step.flow,
    form: step.form,
    email,
    until: now() + limits.emailCooldown,
  })
  const addressesOf = async (account: string): Promise<Addresses | undefined> =>
    (await readPair(database, account))?.addresses

  /** What a session is short of in this browser decides what is shown next. */
  async function settle({ user, need }: Pick<LoginSession, 'user' | 'need'>): Promise<LoginAction> {
    const { account } = user
    const hasHalf = need === 'none' && (await addressesOf(account)) !== undefined
    if (hasHalf) {
      const isNews = state.get().at !== 'in'
      state.set({ at: 'in', user })
      if (isNews) tell({ isConnected: true })
      return 'CONNECT'
    }
    if (need !== 'create') {
      const known = await ctx.client.call(getCustodyWallet)
      state.set({ at: 'recover', user, ways: known.wallet?.factors.map(({ kind }) => kind) ?? [] })
    } else {
      const known = state.get()
      const isSame = known.at === 'create' && known.user.account === account
      if (!isSame) state.set({ at: 'create', user, code: (await isOperated()) ? null : makeRecoveryCode() })
    }
    return 'VERIFY_OTP'
  }

  async function isOperated(): Promise<boolean> {
    return (await sessions.bare.call(getCustodyConfig)).mode === 'operator'
  }

  async function readUser(): Promise<Pick<LoginSession, 'user' | 'need'>> {
    const { user, need } = await sessions.client.call(getLoginUser)
    await sessions.update({ user, need })
    return { user, need }
  }

  /** After a key was made or came back: the session now says that it can sign. */
  async function arrive(): Promise<void> {
    await settle(await readUser())
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

  /** In custody mode `operator` a login is enough, as its visitor was told when the key was made. */
  async function recoverByLogin(): Promise<void> {
    const asked = state.get()
    if (asked.at !== 'recover' || !asked.ways.includes('operator')) return
    await recoverAccount(ctx, undefined).then(arrive, () => undefined)
  }

  return {
    get: state.get,
    watch: state.watch,
    isForgetful,
    sessions,
    change,
    async begin(email) {
      const step = await ask(email)
      if (step.action === 'CONNECT') return settle(await readUser())
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
      try {
        const session = await sessions.bare.call(postLoginCode, { flow: asked.flow, code })
        await sessions.keep(session)
        // A split of the key that somebody copied is worth nothing from now on (reference §2.3).
        if (session.need === 'none')
          await refreshPair(ctx, { account: session.user.account }).catch(() => undefined)
        await settle(session)
        await recoverByLogin()
      } catch (error) {
        if (isRefusal(error, 'LOGIN_ENDED')) state.set({ at: 'ended', email: asked.email })
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
        if (error instanceof CustodyRefusal && error.retryAfter !== undefined)
          state.set({ ...asked, until: now() + error.retryAfter * 1_000 })
        if (isRefusal(error, 'LOGIN_ENDED')) state.set({ at: 'ended', email: asked.email })
        throw error
      }
    },
    async create() {
      const asked = state.get()
      if (asked.at !== 'create') return
      const { account } = asked.user
      const { code } = asked
      const factor = code === null ? operatorFactor() : factorOf('code', await keyOfCode(code, account))
      try {
        await createKey(ctx, { account, factors: [factor] })
      } catch (error) {
        // Another tab or device made it meanwhile: never a second one (F34).
        if (!(error instanceof KeysError) || error.code !== 'exists') throw error
      }
      await arrive()
    },
    async recover(code) {
      const asked = state.get()
      if (asked.at !== 'recover') return
      await recoverAccount(ctx, readRecoveryCode(code))
      await arrive()
    },
    async check() {
      const kept = await sessions.read()
      if (!kept) return false
      try {
        return (await settle(await readUser())) === 'CONNECT'
      } catch (error) {
        if (!isRefusal(error, 'offline')) return false
        return (await addressesOf(kept.user.account)) !== undefined
      }
    },
    async loggedIn() {
      const kept = await sessions.read()
      const addresses = kept && (await addressesOf(kept.user.account))
      if (!kept || !addresses) return undefined
      const { account } = kept.user
      return {
        account,
        addresses,
        withKey: (request, use) => withKey(ctx, { account, request, purpose: 'sign' }, use),
      }
    },
    async signOut() {
      state.set({ at: 'out' })
      await sessions.end()
    },
  }
}

function isRefusal(error: unknown, code: string): error is CustodyRefusal {
  return error instanceof CustodyRefusal && error.code === code
}
