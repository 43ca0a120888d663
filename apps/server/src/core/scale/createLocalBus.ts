import type { Listener } from './shared.ts'

/** Listeners by channel, notified one by one: an error of one does not reach the others. */
export interface LocalBus {
  deliver(channel: string, message: string): void
  /** Notifies every listener that messages may have been missed. */
  reportMissed(): void
  add(channel: string, listener: Listener): () => void
  readonly channels: readonly string[]
}

export function createLocalBus(
  onError: (error: unknown) => void,
  /** Called when the last listener of a channel is gone. */
  onUnused: (channel: string) => void = () => {},
): LocalBus {
  const channels = new Map<string, Set<Listener>>()
  const call = (listeners: Iterable<Listener>, message: string | undefined): void => {
    for (const listener of [...listeners]) {
      try {
        listener(message)
      } catch (error) {
        onError(error)
      }
    }
  }
  return {
    deliver: (channel, message) => call(channels.get(channel) ?? [], message),
    reportMissed() {
      for (const listeners of [...channels.values()]) call(listeners, undefined)
    },
    add(channel, listener) {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || channels.get(channel) !== listeners) return
        channels.delete(channel)
        onUnused(channel)
      }
    },
    get channels() {
      return [...channels.keys()]
    },
  }
}
