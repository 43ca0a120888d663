import type { LiveProvider, LiveProviders } from '../context.ts'

/** Holds the foreign provider objects of one engine. */
export function createLiveProviders(): LiveProviders {
  const providers = new Map<string, LiveProvider>()
  const keyOf = (connectionId: string, namespace: string) => `${connectionId} ${namespace}`
  function end(key: string) {
    const live = providers.get(key)
    providers.delete(key)
    live?.unwatch()
  }
  return {
    get: (connectionId, namespace) => providers.get(keyOf(connectionId, namespace)),
    set(connectionId, namespace, live) {
      end(keyOf(connectionId, namespace))
      providers.set(keyOf(connectionId, namespace), live)
    },
    drop: (connectionId, namespace) => end(keyOf(connectionId, namespace)),
    clear: () => {
      for (const key of [...providers.keys()]) end(key)
    },
  }
}
