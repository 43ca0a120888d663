import type { Shared } from '../scale/shared.ts'

const channel = 'login flows'

/** Lets a waiting call hear, in whichever process it waits, that its login goes on. */
export interface FlowWatch {
  /** After the write that it speaks of. One that cannot be told is looked after anyway. */
  tell(flow: string): Promise<void>
  /** Hears from now on; `stop` when there is nothing to wait for any more. */
  listen(flow: string): {
    /** Until something was said of the flow since the last time, for so many milliseconds at most. */
    next(milliseconds: number): Promise<void>
    stop(): void
  }
}

export function createFlowWatch(shared: Pick<Shared, 'publish' | 'subscribe'>): FlowWatch {
  const listeners = new Map<string, Set<() => void>>()
  shared
    .subscribe(channel, flow => {
      const sets = flow === undefined ? [...listeners.values()] : [listeners.get(flow) ?? new Set()]
      for (const wake of sets.flatMap(set => [...set])) wake()
    })
    .catch(() => {})

  return {
    tell: flow => shared.publish(channel, flow).catch(() => {}),
    listen(flow) {
      let isTold = false
      let wake: (() => void) | undefined
      const hear = () => {
        isTold = true
        wake?.()
      }
      const set = listeners.get(flow) ?? new Set()
      listeners.set(flow, set.add(hear))
      return {
        async next(milliseconds) {
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
        stop() {
          set.delete(hear)
          if (set.size === 0 && listeners.get(flow) === set) listeners.delete(flow)
        },
      }
    },
  }
}
