/** The relay's time: this machine's, corrected by what refusals tell (F38). */
import type { Clock } from '../../engine/base/clock.ts'
import { readServerTime } from '../relayjwt/readServerTime.ts'

export interface ServerClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that the relay is ahead. */
  offset: number
  /**
   * Learns from the refusal of a token, asking the relay's `Date` when the reason holds no figures. False when nothing
   * new was learnt, so that another try would end the same.
   */
  learn(reason: string): Promise<boolean>
}

export interface ServerClockOptions {
  readonly clock: Clock
  /** The time of the relay's host in ms since the epoch, where it can be had. */
  readonly askTime: () => Promise<number | undefined>
}

/** Less than this is no reason to try again: tokens are allowed 120 s. */
const smallest = 1_000

export function createServerClock({ clock, askTime }: ServerClockOptions): ServerClock {
  return {
    offset: 0,
    now() {
      return clock.now() + this.offset
    },
    async learn(reason) {
      const time = readServerTime(reason) ?? (await askTime().catch(() => undefined))
      if (time === undefined || !Number.isFinite(time)) return false
      const offset = time - clock.now()
      if (Math.abs(offset - this.offset) < smallest) return false
      this.offset = offset
      return true
    },
  }
}
