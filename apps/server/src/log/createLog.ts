import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from '../settings/parseEnvironment.ts'
import { redact } from './redact.ts'

/** Where log lines go, one JSON object each. */
export type LogSink = DestinationStream

/** Structured logs whose finished lines pass through `redact`, so that no field, message or stack gets round it. */
export function createLog(options: {
  readonly level: LogLevel
  readonly sink?: LogSink
  /** Exact texts that may never appear, such as the nodes' URLs. */
  readonly secrets?: readonly string[]
}): Logger {
  const secrets = options.secrets ?? []
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: {
        paths: [
          'authorization',
          'cookie',
          'email',
          '*.authorization',
          '*.cookie',
          '*.email',
          '*.*.authorization',
          '*.*.cookie',
        ],
        censor: '[redacted]',
      },
      hooks: { streamWrite: line => redact(line, secrets) },
    },
    options.sink ?? pino.destination({ dest: 1, sync: true }),
  )
}
