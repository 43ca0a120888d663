/** What the widget does by itself while a visitor signs in (SPEC §4 "Sign-in flow"). */
import type { ViewName } from '../../contract/views.ts'
import type { Notice } from '../../engine/context.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Navigation } from '../runtime/createNavigation.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import { owesSignIn } from './owesSignIn.ts'
import { viewOf } from './viewOf.ts'

export interface FollowSignIn {
  readonly engine: Engine
  readonly navigation: Navigation
  readonly snapshot: () => WidgetSnapshot
  readonly notify: (notice: Notice) => void
  readonly open: (view: ViewName) => void
  /** The visitor signed in, and the card is about to close over it. */
  readonly signed: () => void
}

export interface LookOptions {
  /** The page has just loaded. */
  readonly isSilent: boolean
  /** The id of a connection that was made just now. */
  readonly connected?: string | undefined
}

export interface SignInFollower {
  /**
   * Looks for a session of the account in use. On a page that has just loaded the widget does not open by itself; an
   * open or inline widget shows the owed signature first. A visitor who has just connected a wallet of this browser, where
   * signing in is required, need not press again: the wallet is asked once by itself.
   */
  look(options: LookOptions): void
  /** Prepares the message for a combined connect and sign-in approval, before the wallet prompts. */
  prepare(): void
  /** Runs what waits, unless a signature is wanted first. */
  pass(then: () => void): void
}

/** The views of signing in. */
const views: readonly ViewName[] = ['DataCapture', 'SIWXSignMessage']

/** Attaches it to an engine's sign-in; `failed`: sessions could not be looked for. */
export async function followSignIn(
  follow: FollowSignIn,
  failed: (isSilent: boolean, show: () => void) => void,
): Promise<SignInFollower> {
  const { engine, navigation } = follow
  const signIn = await engine.signIn()
  const { machine } = signIn
  let checking: Promise<void> | undefined
  /** The wallet whose owner has just connected it, and which has not been asked to sign yet. */
  let fresh: string | undefined

  const isShown = () => {
    const { open, entry } = navigation.modal.getState()
    return open && views.includes(entry.view)
  }

  /** Over its view the wallet in the page asks. */
  const isHeld = () => {
    const { behind } = navigation.modal.getState()
    return isShown() || behind.some(({ view }) => views.includes(view))
  }

  function show(view: ViewName) {
    const { open, entry } = navigation.modal.getState()
    if (!open) follow.open(view)
    // It waits for what the wallet in the page asks.
    else if (entry.view === 'ApproveTransaction') navigation.modal.dispatch({ type: 'slipped', view })
    else if (entry.view !== view) navigation.modal.dispatch({ type: 'reset', view })
  }

  /** Asks a wallet that shows its prompt without a press on this page; another one waits for the card's button. */
  function askAtOnce() {
    const state = machine.getState()
    if (state.at === 'idle' || state.subject.connectionId !== fresh) return
    if (state.at === 'signedIn' || state.at === 'dismissed') fresh = undefined
    if (state.at !== 'ready' || !isShown()) return
    fresh = undefined
    const { connections } = follow.snapshot().state
    const { transport } = connections.find(({ id }) => id === state.subject.connectionId) ?? {}
    if (transport === 'injected' && state.failure === undefined && owesSignIn(follow.snapshot()))
      signIn.sign()
  }

  machine.subscribe((state, before) => {
    // The view and all others that follow the machine come before its next state.
    queueMicrotask(askAtOnce)
    if (state.at === 'signedIn') {
      // SPEC §4: sign success closes the modal; so does a session that was there all along.
      if (isShown()) {
        follow.signed()
        navigation.close(true)
      }
    } else if (state.at === 'idle') {
      const snapshot = follow.snapshot()
      if (isShown()) navigation.modal.dispatch({ type: 'reset', view: 'Connect' })
      // A session is over, and inline there is no next opening at which another would be asked for.
      else if (snapshot.modal.inline && owesSignIn(snapshot)) show('SIWXSignMessage')
    } else if (isShown()) {
      const view = viewOf(signIn)
      if (view) show(view)
    } else if (state.at === 'ready' && state.failure !== undefined && before.at === 'asking') {
      // SPEC §2: the modal reopens on the sign-in view when signing fails.
      show('SIWXSignMessage')
    }
  })

  async function look({ isSilent, connected }: LookOptions): Promise<void> {
    if (connected !== undefined) fresh = connected
    // What ends sessions was perhaps not here yet, and did not hear of the last disconnect (T35).
    if (engine.ctx.connections.getState().connections.length === 0) signIn.leave()
    try {
      await signIn.check()
    } catch {
      failed(isSilent, () => {
        if (follow.snapshot().modal.inline) navigation.modal.dispatch({ type: 'reset', view: 'Connect' })
        else follow.open('Connect')
      })
      return
    }
    const snapshot = follow.snapshot()
    const isDue = !isSilent || (snapshot.modal.open && owesSignIn(snapshot))
    const view = isDue ? viewOf(signIn) : undefined
    if (view) show(view)
    askAtOnce()
  }

  return {
    look(options) {
      const mine = look(options).finally(() => {
        if (checking === mine) checking = undefined
      })
      checking = mine
    },
    prepare() {
      signIn.request().catch(() => undefined)
    },
    pass(then) {
      const decide = () => {
        // A sign-in that was not shown blocks nothing, as when it is optional and the page has just loaded.
        if (viewOf(signIn) === undefined || !isHeld()) then()
      }
      if (checking) void checking.then(decide)
      else decide()
    },
  }
}
