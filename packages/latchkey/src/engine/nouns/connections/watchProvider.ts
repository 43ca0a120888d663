import type { ProviderChange } from '../../../contract/adapter.ts'
import { addressOf, type ChainNamespace } from '../../../contract/caip.ts'
import type { EngineContext, LiveProvider } from '../../context.ts'
import { isListed } from '../networks/findNetwork.ts'

/** Takes a connected provider into the engine and follows what the wallet changes by itself (SPEC §4). */
export function watchProvider(
  ctx: EngineContext,
  connectionId: string,
  namespace: ChainNamespace,
  live: Omit<LiveProvider, 'unwatch'>,
  ended: () => void,
): void {
  const unwatch = live.adapter.watch(live.provider, change => {
    if (!ctx.live.get(connectionId, namespace)) return
    if (change.type === 'disconnected') ended()
    else applyChange(ctx, connectionId, namespace, change)
  })
  ctx.live.set(connectionId, namespace, { ...live, unwatch })
}

/** Writes an account or network change into the state and emits it as a fact, once. */
export function applyChange(
  ctx: EngineContext,
  connectionId: string,
  namespace: ChainNamespace,
  change: Exclude<ProviderChange, { type: 'disconnected' }>,
): void {
  const before = ctx.connections.getState()
  if (change.type === 'accounts') {
    const { accounts, keepsActive } = change
    ctx.connections.dispatch({ type: 'accountsChanged', connectionId, namespace, accounts, keepsActive })
    const active = ctx.connections.getState().active[namespace]
    if (active && active.caip10 !== before.active[namespace]?.caip10) {
      ctx.facts.emit('accountChanged', { namespace, address: active.caip10 })
    }
    return
  }
  const { caipNetworkId, accounts } = change
  ctx.connections.dispatch({ type: 'networkChanged', connectionId, namespace, caipNetworkId, accounts })
  if (ctx.connections.getState() === before) return
  const active = ctx.connections.getState().active[namespace]
  if (active?.connectionId !== connectionId) return
  ctx.facts.emit('networkChanged', {
    namespace,
    caipNetworkId,
    supported: isListed(ctx.config.networks, caipNetworkId),
  })
  const earlier = before.active[namespace]
  if (earlier && addressOf(earlier.caip10) !== addressOf(active.caip10))
    ctx.facts.emit('accountChanged', { namespace, address: active.caip10 })
}
