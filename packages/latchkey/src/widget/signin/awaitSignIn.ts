/** What of signing in is known up front: when to look, and who waits meanwhile. The rest comes by `import()` (DESIGN "Facts"). */
import type { ChainNamespace } from '../../contract/caip.ts'
import { errorTextOf } from '../../contract/errors/errorTextOf.ts'
import { loadOnce } from '../../engine/base/loadOnce.ts'
import { isSignInEnabled } from '../../engine/flows/signin/isSignInEnabled.ts'
import { featuresOf } from '../../engine/nouns/remoteconfig/featuresOf.ts'
import type { FollowSignIn } from './followSignIn.ts'

export interface SignInGate {
  /** Runs `then` once no sign-in is owed; until then the widget shows the sign-in. */
  pass(then: () => void): void
  readonly stop: () => void
}

/** Looks for a session whenever another account or network is in use, where the host asks for sign-in. */
export function awaitSignIn(follow: FollowSignIn): SignInGate {
  const { ctx } = follow.engine
  const load = loadOnce(async () => (await import('./followSignIn.ts')).followSignIn(follow, failed))
  /** SPEC §4: "An initialization failure shows its message, disconnects and returns to Connect." */
  function failed(isSilent: boolean, show?: () => void) {
    // A page that was just loaded keeps what its visitor connected: it is looked for again when they open the widget.
    if (isSilent) return
    const { config, state } = follow.snapshot()
    const message = errorTextOf('SIGNIN_INIT_FAILED', config.texts)
    follow.engine.disconnect({ namespace: state.activeNamespace }).catch(() => undefined)
    show?.()
    follow.notify({ message, variant: 'error' })
  }

  const asks = () => isSignInEnabled({ config: ctx.config, features: featuresOf(ctx) })
  /** Runs `then` once the flags are known, or as good as they will be: whether a host requires sign-in is one of them. */
  const decide = (then: () => void) => {
    const settling = ctx.flags.settle()
    if (settling) void settling.then(() => ctx.signal.aborted || then())
    else then()
  }
  const look = ({
    namespace,
    by,
    connected,
    // A connection that replaces a disconnected one counts as well.
    reconnected = by !== undefined,
  }: {
    readonly namespace: ChainNamespace
    readonly by?: 'app' | 'wallet'
    readonly connected?: string
    readonly reconnected?: boolean
  }) => {
    const { activeNamespace, connections } = ctx.connections.getState()
    // After the last disconnect sessions end, wherever it was (T35).
    if ((connections.length > 0 && namespace !== activeNamespace) || !asks()) return
    load().then(
      each => each.look({ isSilent: reconnected, connected }),
      () => failed(reconnected),
    )
  }
  const moves = ['accountChanged', 'networkChanged', 'activeNamespaceChanged', 'disconnected'] as const
  const stops = moves.map(type => ctx.facts.on(type, look))
  stops.push(
    ctx.facts.on('connected', fact => {
      // A page that restores a connection sends no request for it before its visitor acts.
      if (fact.reconnected) look(fact)
      else decide(() => look({ ...fact, connected: fact.connectionId }))
    }),
    ctx.facts.on('opened', ({ connected }) => {
      // What could not be looked for as the page was loaded is looked for again.
      if (connected)
        decide(() => look({ namespace: ctx.connections.getState().activeNamespace, reconnected: true }))
      else if (asks())
        load().then(
          each => each.prepare(),
          () => undefined,
        )
    }),
  )
  return {
    pass(then) {
      decide(() => {
        if (asks()) load().then(each => each.pass(then), then)
        else then()
      })
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
