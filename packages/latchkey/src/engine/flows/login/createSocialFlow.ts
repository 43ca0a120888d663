import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { toConnectError } from '../../../contract/errors/toConnectError.ts'
import { type FrameAnswer, framePath, keeperHash } from '../../../contract/frame.ts'
import type { FrameScreen } from '../../../contract/frameScreens.ts'
import { limits } from '../../../contract/limits.ts'
import { isWebUrl } from '../../../contract/link.ts'
import type { SocialMethod } from '../../../contract/loginNames.ts'
import { isSafeLink } from '../../../contract/safeLink.ts'
import type { Frame } from '../../../embedded/openFrame.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { KeyStore } from '../../base/storage.ts'
import type { EngineContext } from '../../context.ts'
import { frameOf } from '../../nouns/embedded/frameOf.ts'
import { admitLogin } from './admitLogin.ts'
import { awaitedSocial } from './awaitedSocial.ts'
import { type Asking, createAsking, type ScreenData } from './createAsking.ts'
import { createUnderWay } from './createUnderWay.ts'
import { emitLoginFailed } from './emitLoginFailed.ts'
import { lastSocial } from './lastSocial.ts'
import { type SocialEvent, type SocialState, socialTransition } from './socialTransition.ts'
import type { SocialWindow } from './socialWindow.ts'
import { openTabStore } from './tabStore.ts'

/** Logging in by a provider's account, a Farcaster account or a passkey (SPEC §4 "Social login"). */
export interface SocialFlow {
  readonly machine: Machine<SocialState, SocialEvent>
  /**
   * Begins. A provider is asked in the window, which the click itself has to open; undefined where the browser let none
   * open. Farcaster and passkeys need none.
   */
  begin(method: SocialMethod, opened?: SocialWindow): void
  /** Sends this tab to the provider, and back to `returnTo`, a path of this page; `leave` goes there. */
  beginHere(method: SocialMethod, page: { readonly returnTo: string; leave(url: string): void }): void
  /** Goes on with a login for which this tab went to the provider. */
  resume(method: SocialMethod, flow: string): void
  /**
   * Opens the wallet that a window keeps, by the note that this page carries. The click opens the window; undefined where the
   * browser let none open, and the frame asks for a press of its own.
   */
  open(note: string, opened?: SocialWindow): void
  /** Brings the window to the front. */
  focus(): void
  /** Cancels the login: a later outcome starts no session here. */
  leave(): void
}

type Asked = 'CONNECT_SOCIAL' | 'CONNECT_FARCASTER'

/** How often the window is looked at, in milliseconds. */
const lookEvery = 250
const denied = ['denied']

export function createSocialFlow(ctx: EngineContext, tab: KeyStore = openTabStore(ctx)): SocialFlow {
  const machine = createMachine<SocialState, SocialEvent>({ at: 'idle' }, socialTransition)
  machine.subscribe(now => {
    const link = now.at === 'waiting' && now.method === 'farcaster' ? now.link : undefined
    ctx.farcasterUrl.dispatch(link?.url ?? null)
  })
  let attempt = new AbortController()
  let popup: SocialWindow | undefined
  let asking: Asking | undefined
  let isLeft = false

  const moved = createUnderWay(ctx)

  /** One login after the other: what was under way is given up. Undefined from `run`: it goes on elsewhere, or nowhere. */
  function start(
    method: SocialMethod,
    run: (frame: Frame, signal: AbortSignal) => Promise<boolean | undefined>,
    isReturn = false,
  ): void {
    giveUp()
    attempt = new AbortController()
    const { signal } = attempt
    isLeft = false
    machine.dispatch({ type: 'begun', method })
    moved(true)
    orAborted(frameOf(ctx), signal)
      .then(frame => {
        asking = createAsking(frame, signal)
        return run(frame, signal)
      })
      .then(
        isDone => {
          if (isDone === undefined || signal.aborted) return
          moved(false)
          machine.dispatch({ type: isDone ? 'entered' : 'stopped' })
          // The view is gone that would have left it.
          if (isLeft) giveUp()
        },
        cause => {
          // A visitor who left has ended it already. A closed window was reported as its end: then only success counts.
          if (!signal.aborted && machine.getState().at !== 'closed') fail(method, cause, isReturn)
        },
      )
      .finally(() => {
        if (!signal.aborted) popup?.close()
      })
  }

  function fail(method: SocialMethod, cause: unknown, isReturn: boolean): void {
    const error = toConnectError(cause)
    const { code, message, context } = error
    moved(false)
    // After ten minutes without an answer the frame says only that the login is over.
    if (code === 'LOGIN_ENDED') machine.dispatch({ type: 'expired', isReturn })
    else {
      const isDenied = denied.includes(String(context.reason))
      machine.dispatch({ type: 'failed', fault: { code, message, isDenied } })
    }
    emitLoginFailed(ctx, method, error)
  }

  /** Waits until it is over: each question to the frame ends before the login does. */
  async function answerOf(frame: Frame, name: Asked, flow: string, signal: AbortSignal) {
    const until = ctx.clock.now() + limits.socialLogin
    for (;;) {
      try {
        return await orAborted(frame.request(name, { flow }, { signal }), signal)
      } catch (cause) {
        if (!isLatchkeyError(cause, 'IFRAME_TIMEOUT') || ctx.clock.now() >= until) throw cause
      }
    }
  }

  /** Has the frame ask by a screen. Answers whether its visitor is logged in. */
  async function show(screen: FrameScreen, data?: ScreenData): Promise<boolean> {
    machine.dispatch({ type: 'asked' })
    return (await asking?.show(screen, data)) === true
  }

  async function admit(
    frame: Frame,
    method: SocialMethod,
    answer: FrameAnswer<Asked>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isShort = answer.needsRecovery === true || !('address' in answer)
    if (isShort && !(await show('RECOVERY'))) return false
    return enter(frame, method, signal)
  }

  async function enter(frame: Frame, method: SocialMethod, signal: AbortSignal): Promise<boolean> {
    machine.dispatch({ type: 'entering' })
    await admitLogin(ctx, frame, signal)
    void ctx.storage.write(lastSocial, method)
    if (method !== 'passkey') ctx.facts.emit('socialLoggedIn', { provider: method })
    return true
  }

  /** Reports once that the window is closed and no result came for 2 s; a later result still counts (T53). */
  function watch(method: SocialMethod, opened: SocialWindow, signal: AbortSignal): void {
    let since: number | undefined
    const look = () => {
      const { at } = machine.getState()
      if (signal.aborted || (at !== 'beginning' && at !== 'waiting')) return
      const now = ctx.clock.now()
      since = opened.isClosed ? (since ?? now) : undefined
      if (since === undefined || now - since < limits.popupGrace) {
        ctx.clock.setTimeout(look, lookEvery)
        return
      }
      moved(false)
      machine.dispatch({ type: 'closed' })
      emitLoginFailed(ctx, method, createError('POPUP_CLOSED'))
    }
    look()
  }

  /** A page of the wallet's own origin, and nothing else. @throws LatchkeyError SOCIAL_FAILED */
  function checked(uri: string): string {
    const own = ctx.config.endpoints?.frame
    if (!isWebUrl(uri) || own === undefined || new URL(uri).origin !== new URL(own).origin)
      throw createError('SOCIAL_FAILED', { context: { reason: 'address' } })
    return uri
  }

  /** Leaves what is shown. A login that the frame has reported continues. */
  function leave(): void {
    isLeft = machine.getState().at === 'asked' && asking?.leave() === true
    if (isLeft) {
      popup?.close()
      hide('HIDE_SCREEN')
    } else giveUp()
  }

  function giveUp(): void {
    const { at } = machine.getState()
    attempt.abort()
    popup?.close()
    popup = undefined
    machine.dispatch({ type: 'left' })
    moved(false)
    // Who came back without it begins anew.
    if (at === 'leaving') void tab.remove(awaitedSocial)
    if (at === 'idle' || at === 'in' || at === 'blocked' || at === 'failed' || at === 'expired') return
    hide(at === 'asked' ? 'HIDE_SCREEN' : 'CONNECT_ABORT')
  }

  /** A frame that does not hear it shows nothing, so we do not wait for its answer. */
  function hide(gone: 'HIDE_SCREEN' | 'CONNECT_ABORT'): void {
    ctx
      .frame?.()
      .then(frame => frame.request(gone, {}))
      .catch(() => undefined)
  }

  async function scan(frame: Frame, signal: AbortSignal): Promise<boolean> {
    const asked = frame.request('GET_FARCASTER_URI', {}, { signal })
    const { url, flow, match } = await orAborted(asked, signal)
    if (!isOfFarcaster(url)) throw createError('FARCASTER_FAILED', { context: { reason: 'address' } })
    const madeAt = ctx.clock.now()
    machine.dispatch({ type: 'sent', link: { url, madeAt, expiresAt: madeAt + limits.socialLogin }, match })
    return admit(frame, 'farcaster', await answerOf(frame, 'CONNECT_FARCASTER', flow, signal), signal)
  }

  return {
    machine,
    begin(method, opened) {
      if (method === 'passkey') {
        start(method, async (frame, signal) =>
          (await show('PASSKEY')) ? enter(frame, method, signal) : false,
        )
        return
      }
      if (method === 'farcaster') {
        start(method, scan)
        return
      }
      if (opened === undefined) {
        giveUp()
        machine.dispatch({ type: 'begun', method })
        machine.dispatch({ type: 'blocked' })
        return
      }
      start(method, async (frame, signal) => {
        const asked = frame.request('GET_SOCIAL_REDIRECT_URI', { provider: method }, { signal })
        const { uri, flow, match } = await orAborted(asked, signal)
        opened.go(checked(uri))
        // It may be closed already, and reported as closed.
        if (machine.getState().at === 'beginning') machine.dispatch({ type: 'sent', match })
        return admit(frame, method, await answerOf(frame, 'CONNECT_SOCIAL', flow, signal), signal)
      })
      popup = opened
      watch(method, opened, attempt.signal)
    },
    beginHere(method, { returnTo, leave: go }) {
      if (method === 'passkey' || method === 'farcaster') return
      start(method, async (frame, signal) => {
        const asked = frame.request('GET_SOCIAL_REDIRECT_URI', { provider: method, returnTo }, { signal })
        const { uri, flow } = await orAborted(asked, signal)
        const url = checked(uri)
        await orAborted(tab.write(awaitedSocial, { method, flow }), signal)
        machine.dispatch({ type: 'leaving' })
        go(url)
        return undefined
      })
    },
    resume(method, flow) {
      start(
        method,
        async (frame, signal) => {
          machine.dispatch({ type: 'entering' })
          return admit(frame, method, await answerOf(frame, 'CONNECT_SOCIAL', flow, signal), signal)
        },
        true,
      )
    },
    open(note, opened) {
      // The frame draws all of it, as for a passkey.
      start('passkey', async (frame, signal) => {
        const shown = show('OPEN_WALLET', { note })
        const { endpoints, projectId } = ctx.config
        if (opened && endpoints?.frame !== undefined) {
          const url = new URL(framePath, endpoints.frame)
          url.searchParams.set('projectId', projectId)
          url.hash = keeperHash
          opened.go(url.href)
        }
        if (!(await shown)) return false
        machine.dispatch({ type: 'entering' })
        await admitLogin(ctx, frame, signal)
        return true
      })
      popup = opened
    },
    focus: () => popup?.focus(),
    leave,
  }
}

/** A page of the web, or the app itself: no other app is anybody's account there. */
function isOfFarcaster(url: string): boolean {
  return isWebUrl(url) || (isSafeLink(url) && /^farcaster:/i.test(url))
}
