import type { TabShare } from './tabShare.ts'

export interface TabShareOptions {
  /** `@latchkey/<id>/pairing`: the name of lock and channel (DECISIONS C7). */
  readonly name: string
  /** The browser's own unless given; null for none. */
  readonly locks?: LockManager | null
  /** Opens the channel; the browser's own unless given, null for none. */
  readonly openChannel?: ((name: string) => BroadcastChannel) | null
}

/** Joins the tabs of a name. A tab that leads does so until it goes, or until another one takes over. */
export function createTabShare(options: TabShareOptions): TabShare {
  const { name } = options
  const locks = options.locks === undefined ? globalThis.navigator?.locks : options.locks
  const openChannel = options.openChannel === undefined ? browserChannel() : options.openChannel
  const leadListeners = new Set<(leads: boolean) => void>()
  const listeners = new Set<(message: unknown) => void>()
  let channel: BroadcastChannel | undefined
  let leads = false
  let isClosed = false
  let leave = () => {}
  let turn = 0

  function lead(next: boolean): void {
    if (leads === next) return
    leads = next
    for (const listener of [...leadListeners]) listener(next)
  }

  /** Waits for its turn to lead, or takes it. */
  function queue(from: LockManager, steal: boolean): void {
    const mine = ++turn
    leave()
    const waiting = new AbortController()
    let wasHeld = false
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    leave = () => {
      waiting.abort()
      release()
    }
    from
      .request(name, steal ? { steal } : { signal: waiting.signal }, async () => {
        if (mine !== turn) return
        wasHeld = true
        lead(true)
        await held
      })
      .catch(() => undefined)
      .then(() => {
        if (mine !== turn || isClosed) return
        // Denied, as in a sandboxed frame: this tab is alone.
        if (!wasHeld) return lead(true)
        // Another tab took the lock away: it leads now, and this tab queues behind it.
        lead(false)
        queue(from, false)
      })
  }

  if (locks && openChannel) {
    channel = openChannel(name)
    channel.onmessage = ({ data }) => {
      for (const listener of [...listeners]) listener(data)
    }
    queue(locks, false)
  } else leads = true

  return {
    get leads() {
      return leads
    },
    onLead(listener) {
      leadListeners.add(listener)
      if (leads) listener(true)
      return () => leadListeners.delete(listener)
    },
    send(message) {
      if (!isClosed) channel?.postMessage(message)
    },
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    takeOver() {
      if (!leads && !isClosed && locks) queue(locks, true)
    },
    close() {
      isClosed = true
      turn++
      leave()
      lead(false)
      channel?.close()
      leadListeners.clear()
      listeners.clear()
    },
  }
}

function browserChannel(): ((name: string) => BroadcastChannel) | null {
  return typeof BroadcastChannel === 'function' ? name => new BroadcastChannel(name) : null
}
