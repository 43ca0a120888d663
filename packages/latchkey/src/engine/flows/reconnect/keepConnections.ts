/** Keeps what is connected the same in every tab of the page, and remembers what was (F36; SPEC §3 "recent connections"). */
import type { RecentConnection } from '../../../contract/connection.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import { allConnections } from '../../nouns/connections/allConnections.ts'
import type { ConnectionsSnapshot, ConnectionsState } from '../../nouns/connections/connectionsState.ts'
import { followSnapshot } from '../../nouns/connections/followSnapshot.ts'
import { followRecents, recentConnectionsKey } from '../../nouns/connections/recentConnections.ts'
import { snapshotKey } from '../../nouns/connections/snapshot.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'

/** Milliseconds in which a store has taken a change. */
const storeTime = 100

export interface KeepOptions {
  /** The state the engine began with: what ended meanwhile is not lost. */
  readonly since: ConnectionsState
  /** Another tab has changed what is stored, or may have. */
  readonly isTold: boolean
  /** Runs what must not be stored again. */
  readonly follow: (run: () => void) => void
}

/** Until the engine ends. */
export async function keepConnections(
  ctx: EngineContext,
  { since, follow, isTold }: KeepOptions,
): Promise<void> {
  const { clock, config, connections, recents, signal, storage } = ctx
  const names = { snapshot: storage.fullName(snapshotKey), recents: storage.fullName(recentConnectionsKey) }
  // A store of the host's own emits no events, so the tabs notify each other.
  const channel =
    config.storage && typeof BroadcastChannel !== 'undefined'
      ? new BroadcastChannel(names.snapshot)
      : undefined
  let known: readonly RecentConnection[] = recents.getState()

  async function lookAtRecents(before?: ConnectionsState): Promise<void> {
    const stored = (await storage.read(recentConnectionsKey)) ?? []
    if (signal.aborted) return
    const isOn = featuresOf(ctx).multiWallet === true
    const state = connections.getState()
    const next = followRecents(stored, state, (isOn && before) || state)
    known = next.length === stored.length && next.every((each, at) => each === stored[at]) ? next : stored
    recents.dispatch(next)
  }

  /** As of now, not as of the event: a tab that connected since, this one or another, has stored it. */
  async function isGone(): Promise<boolean> {
    try {
      return (await (config.storage ?? localStorage).getItem(names.snapshot)) === null
    } catch {
      return false
    }
  }

  /** What cannot be read, as a newer release's, is left alone; what another tab took away has ended. */
  async function look(isTold: boolean): Promise<void> {
    const before = connections.getState()
    const { activeNamespace, chosen } = before
    const empty: ConnectionsSnapshot = { connections: [], active: {}, activeNamespace, chosen }
    const stored = isTold && (await isGone()) ? empty : await storage.read(snapshotKey)
    // Nothing is restored for this host, so another tab's connections are not taken either.
    if (!stored || signal.aborted || config.enableReconnect === false) return
    // The snapshot may be older than a later change of this tab: it is read again once that change is stored.
    if (connections.getState() !== before) return wait(clock, storeTime, signal).then(() => look(isTold))
    applySnapshot(ctx, stored, follow)
  }

  const onStorage = ({ key, storageArea }: StorageEvent) => {
    if (config.storage && storageArea !== (config.storage as unknown)) return
    // No key: everything was cleared.
    if (key === names.snapshot || key === null) void look(true)
    if (key === names.recents || key === null) void lookAtRecents()
  }
  const lookAgain = () => {
    void lookAtRecents()
    // For what there was no room for, which is in the memory of this page, a store that has nothing says nothing (F31).
    void storage.read(snapshotKey).then(kept => look(!kept))
  }
  // A page that comes back from the browser's cache heard nothing meanwhile.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) lookAgain()
  }
  channel?.addEventListener('message', lookAgain)
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onShow)
  const stops = [
    connections.subscribe((now, before) => {
      if (featuresOf(ctx).multiWallet !== true || now.connections === before.connections) return
      const next = followRecents(recents.getState(), now, before)
      if (next !== recents.getState()) recents.dispatch(next)
    }),
    recents.subscribe(now => {
      if (now === known) return
      known = now
      void (
        now.length > 0 ? storage.write(recentConnectionsKey, now) : storage.remove(recentConnectionsKey)
      ).then(() => channel?.postMessage('changed'))
    }),
    connections.subscribe(() => {
      if (!channel) return
      // The write that this change causes is under way; a store of the host's own may take its time.
      void wait(clock, storeTime, signal).then(() => {
        if (!signal.aborted) channel.postMessage('changed')
      })
    }),
  ]
  signal.addEventListener('abort', () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onShow)
    channel?.close()
    for (const stop of stops) stop()
  })
  await Promise.all([lookAtRecents(since), look(isTold)])
}

function applySnapshot(
  ctx: EngineContext,
  snapshot: ConnectionsSnapshot,
  follow: (run: () => void) => void,
): void {
  const before = ctx.connections.getState()
  const state = followSnapshot(before, snapshot)
  if (state === before) return
  const ended = endedNamespaces(before, state)
  for (const { connectionId, namespace } of ended) ctx.live.drop(connectionId, namespace)
  follow(() => ctx.connections.dispatch({ type: 'followed', state }))
  for (const { connectionId, namespace } of ended) {
    ctx.facts.emit('disconnected', { connectionId, namespace, by: 'app' })
  }
  for (const [namespace, { caip10, connectionId }] of Object.entries(state.active)) {
    const isKnown = before.connections.some(({ id }) => id === connectionId)
    if (isKnown && before.active[namespace]?.caip10 !== caip10) {
      ctx.facts.emit('accountChanged', { namespace, address: caip10 })
    }
  }
  const { activeNamespace: namespace } = state
  if (namespace !== before.activeNamespace) ctx.facts.emit('activeNamespaceChanged', { namespace })
  const ids = state.unconfirmed.filter(id => !before.unconfirmed.includes(id))
  if (ids.length === 0) return
  // Without the chunk they stay as they are painted, until the next load.
  import('./restoreConnections.ts')
    .then(({ restoreConnections }) => restoreConnections(ctx, { ids, keep: true }))
    .catch(() => undefined)
}

function endedNamespaces(before: ConnectionsState, now: ConnectionsState) {
  return allConnections(before).flatMap(({ id, namespaces }) => {
    const left = allConnections(now).find(other => other.id === id)?.namespaces ?? {}
    return Object.keys(namespaces)
      .filter(namespace => !left[namespace])
      .map(namespace => ({ connectionId: id, namespace }))
  })
}
