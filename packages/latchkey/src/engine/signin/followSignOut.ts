import { addressOf, networkIdOf } from '../../contract/caip.ts'
import type { Siwx } from '../../contract/siwx.ts'
import type { EngineContext } from '../context.ts'

/**
 * Ends sessions with the connections they were made with, unless `signOutOnDisconnect` is false (SPEC §4 "Disconnect"): all with the
 * last one, else those of accounts that no other connection holds, by exact account and network (T36). The answer stops it.
 */
export function followSignOut(ctx: EngineContext, source: () => Promise<Siwx>): () => void {
  const { connections, facts, signIn: standing } = ctx
  return facts.on('disconnected', () => {
    const { connections: left } = connections.getState()
    const held = new Set(
      left.flatMap(({ namespaces }) =>
        Object.values(namespaces).flatMap(({ accounts }) => accounts.map(({ caip10 }) => addressOf(caip10))),
      ),
    )
    const known = standing.getState()
    const over = Object.keys(known.accounts).filter(caip10 => !held.has(addressOf(caip10 as never)))
    if (over.length === 0) return
    const accounts = Object.fromEntries(
      Object.entries(known.accounts).filter(([caip10]) => !over.includes(caip10)),
    )
    standing.dispatch({ ...known, accounts })
    if (ctx.config.signOutOnDisconnect === false) return
    const ended = over.filter(caip10 => known.accounts[caip10])
    if (ended.length === 0) return
    source()
      .then(async siwx => {
        if (siwx.signOutOnDisconnect === false) return
        if (left.length === 0) return siwx.setSessions([])
        for (const caip10 of ended) {
          await siwx.revokeSession(networkIdOf(caip10 as never), addressOf(caip10 as never))
        }
      })
      // The page has forgotten it; whoever keeps it will see it run out.
      .catch(() => ctx.alert('SIGNIN_INIT_FAILED'))
  })
}
