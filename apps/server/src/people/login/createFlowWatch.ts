import type { Shared } from '../../core/scale/shared.ts'

const channel = 'login flows'
/** Milliseconds between two polls of a flow without news. */
const lookEvery = 2_500

/** Lets waiting calls hear, in whichever process they wait, that a login goes on; after the write that it speaks of. */
export async function notifyFlow(shared: Pick<Shared, 'publish'>, flow: string): Promise<void> {
  // A flow whose notification fails is polled anyway.
  await shared.publish(channel, flow).catch(() => {})
}

/** A call that waits for a login to go on. */
export interface FlowWait<T> {
  readonly flow: string
  /** Of the request. */
  readonly signal: AbortSignal
  /** What became of the flow; undefined while there is nothing to say. */
  look(): Promise<T | undefined>
}

/** Lets calls wait for logins to go on. */
export interface FlowWatch {
  /**
   * Resolves with the news of a flow as soon as there is any; undefined after the timeout, or when the caller has gone.
   */
  until<T>(wait: FlowWait<T>): Promise<T | undefined>
}

export function createFlowWatch(deps: {
  readonly shared: Pick<Shared, 'subscribe'>
  /** Milliseconds for which a call waits at most. */
  readonly longest: number
  readonly isDraining: () => boolean
}): FlowWatch {
  const listeners = new Map<string, Set<() => void>>()
  deps.shared
    .subscribe(channel, flow => {
      const sets = flow === undefined ? [...listeners.values()] : [listeners.get(flow) ?? new Set()]
      for (const wake of sets.flatMap(set => [...set])) wake()
    })
    .catch(() => {})

  /** Listens for news of a flow; `stop` ends that. */
  function listen(flow: string) {
    let isTold = false
    let wake: (() => void) | undefined
    const hear = () => {
      isTold = true
      wake?.()
    }
    const set = listeners.get(flow) ?? new Set()
    listeners.set(flow, set.add(hear))
    return {
      /** Until something was said of the flow since the last time, for so many milliseconds at most. */
      async next(milliseconds: number): Promise<void> {
        if (!isTold) {
          let timer: NodeJS.Timeout | undefined
          await new Promise<void>(resolve => {
            wake = resolve
            timer = setTimeout(resolve, milliseconds)
          })
          clearTimeout(timer)
        }
        isTold = false
      },
      stop(): void {
        set.delete(hear)
        if (set.size === 0 && listeners.get(flow) === set) listeners.delete(flow)
      },
    }
  }

  return {
    async until({ flow, signal, look }) {
      const heard = listen(flow)
      try {
        for (let left = deps.longest; ; left -= lookEvery) {
          const seen = await look()
          // News that is delivered once stays for the next caller.
          if (signal.aborted) return undefined
          if (seen !== undefined || left <= 0 || deps.isDraining()) return seen
          await heard.next(Math.min(left, lookEvery))
        }
      } finally {
        heard.stop()
      }
    },
  }
}
