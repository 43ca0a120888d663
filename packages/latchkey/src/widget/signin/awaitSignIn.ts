/** What of signing in is known up front: when to look, and who waits meanwhile. The rest comes by `import()` (DESIGN "Facts"). */
import type { ChainNamespace } from '../../contract/caip.ts'
import { errorTable } from '../../contract/errors/table.ts'
import { featuresOf } from '../../engine/remoteconfig/featuresOf.ts'
import { asksSignIn } from '../../engine/signin/asksSignIn.ts'
import type { FollowSignIn, SignInFollower } from './followSignIn.ts'

export interface SignInGate {
  /** Runs once it is known that nobody has to sign in; otherwise the widget shows where to. */
  pass(then: () => void): void
  readonly stop: () => void
}

/** Looks for a session whenever another account or network is in use, where the host asks for sign-in. */
export function awaitSignIn(follow: FollowSignIn): SignInGate {
  const { ctx } = follow.engine
  let follower: Promise<SignInFollower> | undefined
  const load = () => {
    follower ??= import('./followSignIn.ts').then(
      ({ followSignIn }) => followSignIn(follow, failed),
      cause => {
        follower = undefined
        throw cause
      },
    )
    return follower
  }
  /** SPEC §4: "An initialization failure shows its message, disconnects and returns to Connect." */
  function failed(isSilent: boolean) {
    // A page that was just loaded keeps what its visitor connected: it is looked for again with the next account.
    if (isSilent) return
    const { config, state, modal } = follow.snapshot()
    const message = config.texts?.['error.SIGNIN_INIT_FAILED'] ?? errorTable.SIGNIN_INIT_FAILED.text
    follow.engine.disconnect({ namespace: state.activeNamespace }).catch(() => undefined)
    if (modal.inline) follow.navigation.modal.dispatch({ type: 'reset', view: 'Connect' })
    else follow.open('Connect')
    follow.notify({ message, variant: 'error' })
  }

  function look(isSilent = false) {
    if (!asksSignIn({ config: ctx.config, features: featuresOf(ctx) })) return
    load().then(
      each => each.look(isSilent),
      () => failed(isSilent),
    )
  }
  const isActive = (namespace: ChainNamespace) => namespace === ctx.connections.getState().activeNamespace
  const moved = ({ namespace }: { readonly namespace: ChainNamespace }) => {
    if (isActive(namespace)) look()
  }
  const stops = [
    ctx.facts.on('connected', ({ namespace, reconnected }) => {
      if (isActive(namespace)) look(reconnected)
    }),
    ctx.facts.on('accountChanged', moved),
    ctx.facts.on('networkChanged', moved),
    ctx.facts.on('activeNamespaceChanged', moved),
    ctx.facts.on('disconnected', moved),
    // One approval for both needs a nonce before a code is shown or a wallet is asked (DECISIONS C10).
    ctx.facts.on('opened', ({ connected }) => {
      if (connected || !asksSignIn({ config: ctx.config, features: featuresOf(ctx) })) return
      follow.engine
        .signIn()
        .then(
          each => each.request(),
          () => undefined,
        )
        .catch(() => undefined)
    }),
  ]
  return {
    pass(then) {
      if (!follower) return then()
      follower.then(each => each.pass(then), then)
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
