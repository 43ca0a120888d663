import { Resolver } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../../core/store/database.ts'
import { openSqliteReader } from '../../core/store/openSqliteReader.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import type { Settings } from '../../rooms.ts'
import { CommandError } from '../commandError.ts'
import type { Examination, OpenedData } from './examination.ts'
import { examine } from './examine.ts'
import { formatFindings } from './formatFindings.ts'

export const doctorHelp = `latchkey-server doctor [--json] [--dkim <selector>], with the variables of the server:

  looks at this installation, from inside and as visitors reach it, and says what is wrong and what to do. It changes
  nothing. Exit code 0: nothing is wrong, 1: something is, 2: it could not run`

/** Milliseconds for one answer from the network. */
const patience = 5_000

/**
 * Does what the words after `latchkey-server doctor` ask for. `ended` is the exit code. `outside` replaces how names are
 * found and whom to trust, for a test.
 * @throws CommandError, EnvironmentError
 */
export async function runDoctorCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  outside: Partial<Pick<Examination, 'resolver' | 'lookup' | 'ca' | 'now' | 'timeout'>> = {},
): Promise<{ readonly text: string; readonly ended: 0 | 1 }> {
  const { json, dkim, help } = readWords(words)
  if (help) return { text: doctorHelp, ended: 0 }
  const settings = parseEnvironment(environment)
  const timeout = outside.timeout ?? patience
  const { data, close } = await openData(settings, timeout)
  try {
    const resolver = outside.resolver ?? new Resolver({ timeout: timeout / 2, tries: 2 })
    const findings = await examine({ settings, data, dkim, timeout, resolver, now: Date.now, ...outside })
    const isWrong = findings.some(({ state }) => state === 'wrong')
    const text = json ? JSON.stringify({ ok: !isWrong, findings }) : formatFindings(findings)
    return { text, ended: isWrong ? 1 : 0 }
  } finally {
    await close()
  }
}

function readWords(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { json: { type: 'boolean' }, dkim: { type: 'string' }, help: { type: 'boolean' } },
    })
    const { json = false, help = false, dkim } = values
    if (dkim !== undefined && !/^[\w.-]{1,63}$/.test(dkim))
      throw new CommandError('A DKIM selector is a word such as s1')
    return { json, help, dkim }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}

/** Opens the data for reading. The server's own way would make or migrate it. */
async function openData(
  settings: Settings,
  timeout: number,
): Promise<{ readonly data: OpenedData | { readonly problem: string }; close(): Promise<void> }> {
  if (settings.databaseUrl !== undefined) {
    const { openPostgresPool } = await import('../../core/store/openPostgresPool.ts')
    const { openPostgresReader } = await import('../../core/store/openPostgresReader.ts')
    const pool = openPostgresPool({
      url: settings.databaseUrl,
      size: 4,
      statementTimeout: timeout,
      connectTimeout: timeout,
      readOnly: true,
    })
    const { db } = openPostgresReader<Database>(pool)
    return { data: { db, engine: 'PostgreSQL' }, close: () => db.destroy() }
  }
  const file = join(settings.dataFolder, 'latchkey.db')
  const nothing = async () => {}
  if (!existsSync(file)) return { data: { problem: 'There is no database in DATA_FOLDER' }, close: nothing }
  try {
    const db = openSqliteReader<Database>(file, timeout)
    return { data: { db, engine: 'SQLite' }, close: () => db.destroy() }
  } catch {
    return { data: { problem: 'The database in DATA_FOLDER cannot be opened' }, close: nothing }
  }
}
