import { addressOf, networkIdOf } from '../../../contract/caip.ts'
import type { Siwx } from '../../../contract/siwx.ts'
import type { EngineContext } from '../../context.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'
import { isSignInEnabled } from './isSignInEnabled.ts'
import type { SignInSubject } from './signIn.ts'

export interface SignOut {
  /** Whether a connection has the account. */
  isHeld(address: string): boolean
  /** Ends a session that came when its account had gone, with the last one all; whether it had. */
  endLate(subject: Pick<SignInSubject, 'caipNetworkId' | 'address'>): boolean
  /** Ends all, for a disconnect that came before anybody listened here. */
  leave(): void
  readonly stop: () => void
}

/**
 * Ends sessions with the connections they were made with, unless `signOutOnDisconnect` is false (SPEC §4 "Disconnect"): all with the
 * last one, whatever was looked up (T35), else those of accounts that no other connection holds, by exact account and network (T36).
 */
export function followSignOut(ctx: EngineContext, source: () => Promise<Siwx>): SignOut {
  const { connections, signIn: standing } = ctx
  let hasHeard = false

  const isHeld = (address: string) =>
    connections
      .getState()
      .connections.some(({ namespaces }) =>
        Object.values(namespaces).some(({ accounts }) =>
          accounts.some(({ caip10 }) => addressOf(caip10) === address),
        ),
      )

  const isNobodyHere = () => connections.getState().connections.length === 0

  function end(run: (siwx: Siwx) => Promise<void>): void {
    if (ctx.config.signOutOnDisconnect === false) return
    source()
      .then(siwx => (siwx.signOutOnDisconnect === false ? undefined : run(siwx)))
      // The page has forgotten the session; where it is stored, it runs out.
      .catch((cause: unknown) => ctx.alert('SIGNIN_INIT_FAILED', { reason: String(cause) }))
  }

  const endAll = () => end(siwx => siwx.setSessions([]))

  const stop = ctx.facts.on('disconnected', () => {
    hasHeard = true
    const known = standing.getState()
    const all = Object.entries(known.accounts)
    const left = all.filter(([caip10]) => isHeld(addressOf(caip10 as never)))
    if (left.length < all.length) standing.dispatch({ ...known, accounts: Object.fromEntries(left) })
    const ended = all.filter(each => each[1] && !left.includes(each))
    if (isNobodyHere()) {
      // Where visitors are not asked to sign in, there is no source to end a session at.
      if (ended.length > 0 || isSignInEnabled({ config: ctx.config, features: featuresOf(ctx) })) endAll()
    } else if (ended.length > 0)
      end(async siwx => {
        for (const [caip10] of ended)
          await siwx.revokeSession(networkIdOf(caip10 as never), addressOf(caip10 as never))
      })
  })

  return {
    isHeld,
    endLate({ caipNetworkId, address }) {
      if (isHeld(address)) return false
      // A cookie that comes late brings back those that it held before the last disconnect.
      if (isNobodyHere()) endAll()
      else end(siwx => siwx.revokeSession(caipNetworkId, address))
      return true
    },
    leave() {
      if (!hasHeard) endAll()
    },
    stop,
  }
}
