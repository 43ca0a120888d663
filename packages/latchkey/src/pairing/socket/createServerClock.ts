/** The relay's time: this machine's, corrected by the relay's refusals (F38). */
import type { Clock } from '../../engine/base/clock.ts'

export interface ServerClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that the relay is ahead. */
  offset: number
  /** Learns from a refusal. False: it was about something else, or taught nothing new, so that another try is vain. */
  learn(reason: string): Promise<boolean>
  /** Asks without a refusal. True: it is so far from what was known that a token would be refused. */
  ask(): Promise<boolean>
}

export interface ServerClockOptions {
  readonly clock: Clock
  /** The relay's time in ms since the epoch, as its refusal of a token shows it. */
  readonly askTime: (reason: string) => Promise<number | undefined>
  /** Called with a new offset, to store it for the next page. */
  readonly onLearn?: (offset: number) => void
}

/** Less than this is no reason to try again (ms): tokens are allowed 120 s. */
const smallest = { refused: 1_000, asked: 60_000 }

export function createServerClock({ clock, askTime, onLearn }: ServerClockOptions): ServerClock {
  async function correct(clockOfRelay: ServerClock, reason: string, least: number): Promise<boolean> {
    const time = await askTime(reason).catch(() => undefined)
    if (time === undefined) return false
    const offset = time - clock.now()
    if (Math.abs(offset - clockOfRelay.offset) < least) return false
    clockOfRelay.offset = offset
    onLearn?.(offset)
    return true
  }

  return {
    offset: 0,
    now() {
      return clock.now() + this.offset
    },
    async learn(reason) {
      if (!/JWT.{0,40}(not yet valid|expired)/i.test(reason)) return false
      return correct(this, reason, smallest.refused)
    },
    ask() {
      return correct(this, '', smallest.asked)
    },
  }
}
