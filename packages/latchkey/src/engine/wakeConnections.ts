/** Loads the code that synchronizes tabs and remembers connections, once there is something to store or to follow (F36). */
import { wait } from './base/wait.ts'
import type { EngineContext } from './context.ts'
import type { KeepOptions } from './flows/reconnect/keepConnections.ts'
import { snapshotKey } from './nouns/connections/snapshot.ts'
import { featuresOf } from './nouns/remoteconfig/featuresOf.ts'

/** Milliseconds until the first picture stands; several wallets are remembered from then on. */
const later = 250

/** Until the engine ends. `follow` runs what must not be stored again. */
export function wakeConnections(ctx: EngineContext, follow: KeepOptions['follow']): void {
  const { clock, connections, facts, remote, signal, storage } = ctx
  const since = connections.getState()
  let isAwake = false
  let isTold = false
  const wake = (byOther: boolean) => {
    // An event that arrives while the chunk loads counts as well.
    isTold ||= byOther
    if (isAwake || signal.aborted) return
    isAwake = true
    import('./flows/reconnect/keepConnections.ts')
      .then(({ keepConnections }) => keepConnections(ctx, { since, follow, isTold }))
      .catch(() => {
        isAwake = false
      })
  }
  const keep = () => {
    // A store of the host's own emits no events of its changes.
    if (ctx.config.storage || featuresOf(ctx).multiWallet === true) wake(false)
  }
  void wait(clock, later, signal).then(keep)
  const stops = [remote.subscribe(keep), facts.on('opened', keep)]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  const page = globalThis.window
  page?.addEventListener(
    'storage',
    ({ key }) => {
      if (key === null || key === storage.fullName(snapshotKey)) wake(true)
    },
    { signal },
  )
  // A page that comes back from the browser's cache heard nothing meanwhile. What there was no room for is in its memory,
  // and is not gone because the store has none of it (F31).
  page?.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) void storage.read(snapshotKey).then(kept => wake(!kept))
    },
    { signal },
  )
}
