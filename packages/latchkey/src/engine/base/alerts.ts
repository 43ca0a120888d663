import type { LogWriter } from '../../contract/createLog.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type ErrorCode, errorTable } from '../../contract/errors/table.ts'
import type { Facts } from './facts.ts'

/**
 * Developer alerts of SPEC §8: a fact and a line of the log each time, one console line per code and engine. The long
 * text is fetched only when there is something to tell.
 */
export function createAlerts(
  facts: Facts,
  log: LogWriter,
  sink: Pick<Console, 'error' | 'warn' | 'info'> = console,
) {
  const told = new Set<string>()
  return (code: ErrorCode, context: Readonly<Record<string, unknown>> = {}): void => {
    const { level } = errorTable[code]
    const place = level === 'warning' ? 'warn' : level
    const { message } = createError(code, { context })
    facts.emit('alert', { code, level, text: message })
    log.write(place, `${code} ${message}`)
    const key = `${code} ${JSON.stringify(context)}`
    if (told.has(key)) return
    told.add(key)
    const write = (long: string) => sink[place](`[latchkey] ${code} ${message}. ${long}`, context)
    import('../../contract/errors/developer.ts').then(
      texts => write(texts.developerTexts[code]),
      () => write(''),
    )
  }
}
