/** The timers of a connection: the heartbeat of SPEC §9, and the alarm for what does not come. */
import { limits } from '../../contract/limits.ts'
import type { Clock } from '../../engine/base/clock.ts'

export interface Pulse {
  /** Something should come now: without a `calm` within `patience` ms, else 10 s, `onSilent` is called. */
  expect(patience?: number): void
  calm(): void
  /** Beats every 5 s until `stop`. */
  start(): void
  stop(): void
}

export interface PulseOptions {
  readonly clock: Clock
  readonly onSilent: () => void
  readonly onBeat: () => void
}

const usualPatience = 10_000

export function createPulse({ clock, onSilent, onBeat }: PulseOptions): Pulse {
  let cancelAlarm: (() => void) | undefined
  let cancelBeat: (() => void) | undefined

  function beat(): void {
    cancelBeat = clock.setTimeout(() => {
      beat()
      onBeat()
    }, limits.heartbeat)
  }

  function calm(): void {
    cancelAlarm?.()
    cancelAlarm = undefined
  }

  return {
    expect(patience) {
      // One alarm is enough; one that is sooner takes its place.
      if (cancelAlarm && patience === undefined) return
      calm()
      cancelAlarm = clock.setTimeout(() => {
        cancelAlarm = undefined
        onSilent()
      }, patience ?? usualPatience)
    },
    calm,
    start() {
      if (!cancelBeat) beat()
    },
    stop() {
      calm()
      cancelBeat?.()
      cancelBeat = undefined
    },
  }
}
