/** What went wrong lately, for a bug report; bounded in bytes, the oldest goes first (SPEC §9 "Log buffer"). */
import { limits } from './limits.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const

export type LogLevel = (typeof levels)[number]

/** What writes to a log and cannot read it. */
export interface LogWriter {
  /** Keeps a line; never a key, a URI or a message's content. */
  write(level: LogLevel, text: string): void
}

export interface Log extends LogWriter {
  /** One line for each entry: time, level, text. */
  read(): string
}

/** Makes a log that keeps entries of `level` and above; default 'error'. `now` answers ms since the epoch. */
export function createLog(
  clock: { now(): number },
  level: LogLevel = 'error',
  limit: number = limits.logBuffer,
): Log {
  const lines: string[] = []
  let size = 0
  const bytesOf = (line: string) => new TextEncoder().encode(line).length + 1
  return {
    write(at, text) {
      if (levels.indexOf(at) < levels.indexOf(level)) return
      // One entry cannot push all others out.
      const line = `${new Date(clock.now()).toISOString()} ${at} ${text.slice(0, 2_000)}`
      lines.push(line)
      size += bytesOf(line)
      while (size > limit) size -= bytesOf(lines.shift() ?? '')
    },
    read: () => lines.join('\n'),
  }
}
