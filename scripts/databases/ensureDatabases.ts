import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { canInstall, lastLine } from '../chromium/chromium.ts'
import { type DatabaseName, databaseNames, findPrograms } from './findPrograms.ts'

const packages: Readonly<Record<DatabaseName, string>> = { postgres: 'postgresql', redis: 'redis-server' }

/**
 * Installs Debian's packages of the systems that are missing, where that is possible, and prints what happens. What is
 * missing afterwards is one failing test of the contract gate.
 */
export async function ensureDatabases(
  without: readonly DatabaseName[],
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const isMissing = (name: DatabaseName) => !without.includes(name) && findPrograms(name) === undefined
  const wanted = databaseNames.filter(isMissing).map(name => packages[name])
  if (wanted.length === 0) return
  if (!canInstall()) {
    print(`Missing for the contract tests: ${wanted.join(', ')}`)
    return
  }
  print(`Installing Debian’s packages (apt-get install ${wanted.join(' ')}) …`)
  const run = promisify(execFile)
  const ending = signal && { signal }
  // The packages start services of their own unless told not to; the tests start what they need.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  try {
    await run('apt-get', ['update'], { env, timeout: 180_000, ...ending })
    const args = ['install', '-y', '--no-install-recommends', ...wanted]
    await run('apt-get', args, { env, timeout: 600_000, maxBuffer: 64 * 1024 * 1024, ...ending })
  } catch (error) {
    signal?.throwIfAborted()
    print(`${wanted.join(' and ')} could not be installed: ${lastLine(error)}`)
  }
}
