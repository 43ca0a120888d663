/** The relay's time: this machine's, corrected by what refusals tell (F38). */
import type { Clock } from '../../engine/base/clock.ts'

export interface ServerClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that the relay is ahead. */
  offset: number
  /** Learns from a refusal. False: it was about something else, or taught nothing new, so that another try is vain. */
  learn(reason: string): Promise<boolean>
}

export interface ServerClockOptions {
  readonly clock: Clock
  /** The relay's time in ms since the epoch, as its refusal of a token shows it. */
  readonly askTime: (reason: string) => Promise<number | undefined>
  /** Told of an offset that was learnt, for the next page. */
  readonly onLearn?: (offset: number) => void
}

/** Less than this is no reason to try again: tokens are allowed 120 s. */
const smallest = 1_000

export function createServerClock({ clock, askTime, onLearn }: ServerClockOptions): ServerClock {
  return {
    offset: 0,
    now() {
      return clock.now() + this.offset
    },
    async learn(reason) {
      if (!/JWT.{0,40}(not yet valid|expired)/i.test(reason)) return false
      const time = await askTime(reason).catch(() => undefined)
      if (time === undefined) return false
      const offset = time - clock.now()
      if (Math.abs(offset - this.offset) < smallest) return false
      this.offset = offset
      onLearn?.(offset)
      return true
    },
  }
}
