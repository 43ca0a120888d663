import { type DestinationStream, type Logger, pino } from 'pino'
import { redact } from './redact.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Where log lines go, one JSON object each. */
export type LogSink = DestinationStream

/** Structured logs whose finished lines pass through `redact`, so that no field, message or stack gets round it. */
export function createLog(options: {
  readonly level: LogLevel
  readonly sink?: LogSink
  /** Exact texts that may never appear, such as the nodes' URLs. */
  readonly secrets?: readonly string[]
}): Logger {
  // As they stand in a line, which is JSON.
  const secrets = (options.secrets ?? []).map(secret => JSON.stringify(secret).slice(1, -1))
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
          // Errors of Redis repeat the command that failed, which names clients and topics.
          'err.command.args',
        ],
        censor: '[redacted]',
      },
      hooks: { streamWrite: line => redact(line, secrets) },
    },
    options.sink ?? standardOutput(),
  )
}

/** A line that cannot be written, because the disk behind it is full, is lost, and with it nothing else (F07). */
function standardOutput(): LogSink {
  const open = () => {
    const stream = pino.destination({ dest: 1, sync: true })
    // It keeps what it could not write, and would never stop to.
    stream.once('error', () => {
      current = open()
    })
    return stream
  }
  let current = open()
  return { write: line => void current.write(line) }
}
