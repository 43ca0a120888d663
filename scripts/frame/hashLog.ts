import type { FrameVersion } from 'latchkey/services'

/** A released build of the wallet's page. */
export interface LoggedHash {
  readonly release: string
  /** Day of the release, as 2026-11-24. */
  readonly day: string
  readonly code: string
}

const entry = /^(\d+\.\d+\.\d+(?:-[\w.]+)?) (\d{4}-\d{2}-\d{2}) ([0-9a-f]{64})$/

/**
 * Reads the hash log: a line of release, day and hash for each release, oldest first; `#` begins a comment.
 * @throws Error naming a line that is none, or a release that stands twice.
 */
export function readHashLog(text: string): readonly LoggedHash[] {
  const logged: LoggedHash[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue
    const [, release, day, code] = entry.exec(line) ?? []
    if (release === undefined || day === undefined || code === undefined)
      throw new Error(`Line ${at + 1} of the hash log is not "<release> <day> <hash>"`)
    if (logged.some(each => each.release === release)) throw new Error(`Release ${release} is logged twice`)
    logged.push({ release, day, code })
  }
  return logged
}

/** Returns the log with a line for a release. @throws Error for a release that is logged with another hash. */
export function recordHash(
  text: string,
  release: string,
  options: { readonly version: FrameVersion; readonly now: Date },
): string {
  const { code } = options.version
  const known = readHashLog(text).find(each => each.release === release)
  if (known?.code === code) return text
  if (known !== undefined) throw new Error(`Release ${release} is logged as ${known.code}, not ${code}`)
  const line = `${release} ${options.now.toISOString().slice(0, 10)} ${code}`
  readHashLog(line)
  return `${text.replace(/\n*$/, '\n')}${line}\n`
}
