import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { canInstall, lastLine } from '../chromium/chromium.ts'
import { type DatabaseName, databaseNames, findPrograms } from './findPrograms.ts'

/** Debian's packages, the better choice first; older releases have no Valkey. */
const packages: Readonly<Record<DatabaseName, readonly string[]>> = {
  postgres: ['postgresql'],
  redis: ['valkey-server', 'redis-server'],
}

/**
 * Installs Debian's packages of the missing systems, where that is possible, and prints its progress. A system that is
 * still missing afterwards is one failing test of the contract gate.
 */
export async function ensureDatabases(
  without: readonly DatabaseName[],
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const isMissing = (name: DatabaseName) => !without.includes(name) && findPrograms(name) === undefined
  const missing = databaseNames.filter(isMissing)
  if (missing.length === 0) return
  if (!canInstall()) {
    print(`Missing for the contract tests: ${missing.map(name => packages[name].join(' or ')).join(', ')}`)
    return
  }
  const run = promisify(execFile)
  const ending = signal && { signal }
  // The packages start services by default; the tests start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  let wanted: readonly string[] = missing
  try {
    print('Installing Debian’s packages of what the contract tests need …')
    await run('apt-get', ['update'], { env, timeout: 180_000, ...ending })
    wanted = await Promise.all(missing.map(name => choose(packages[name])))
    print(`apt-get install ${wanted.join(' ')}`)
    const args = ['install', '-y', '--no-install-recommends', ...wanted]
    await run('apt-get', args, { env, timeout: 600_000, maxBuffer: 64 * 1024 * 1024, ...ending })
  } catch (error) {
    signal?.throwIfAborted()
    print(`${wanted.join(' and ')} could not be installed: ${lastLine(error)}`)
  }
}

/** The first package that Debian's list on this machine has; the last one if it has none of them. */
async function choose(names: readonly string[]): Promise<string> {
  for (const name of names) {
    const { stdout } = await promisify(execFile)('apt-cache', ['search', '--names-only', `^${name}$`])
    if (stdout.trim() !== '') return name
  }
  return names.at(-1) ?? ''
}
