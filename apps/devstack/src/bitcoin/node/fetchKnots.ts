import { execFile } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ChainUnavailable } from '../../demand/demandChain.ts'

const run = promisify(execFile)

/** The keys that Debian signs its lists with. */
export const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
const release = 'trixie'
const backports = `${release}-backports`
/** The libraries of the node, down to the C library: the machine's own may be older. */
const libraries = [
  'libc6',
  'libstdc++6',
  'libgcc-s1',
  'libsqlite3-0',
  'libzmq5',
  'libevent-core-2.1-7t64',
  'libevent-extra-2.1-7t64',
  'libevent-pthreads-2.1-7t64',
  'libsodium23',
  'libpgm-5.3-0t64',
  'libnorm1t64',
  'libgssapi-krb5-2',
  'libkrb5-3',
  'libk5crypto3',
  'libkrb5support0',
  'libcom-err2',
  'libkeyutils1',
  'libbsd0',
  'libmd0',
  'libprotobuf32t64',
]

/**
 * Downloads the Debian package of Bitcoin Knots and its libraries, and unpacks them into `root` of the cache. It asks the mirror that the
 * machine already has, by apt with lists and state of its own, which checks the signatures; the machine's packages stay as they are.
 * @throws ChainUnavailable with one line: no Debian, no mirror, no such package.
 */
export async function fetchKnots(options: {
  readonly cache: string
  /** The mirror of Debian that the machine uses, if it has one. */
  readonly mirror: string | undefined
  /** The major version that the package must have. */
  readonly major: number
  readonly log: (line: string) => void
  readonly signal?: AbortSignal | undefined
}): Promise<void> {
  const { cache, mirror, major, log, signal } = options
  if (!mirror)
    throw new ChainUnavailable('Bitcoin Knots is a Debian package, and this machine has no mirror of Debian')
  log('downloading Bitcoin Knots (16 MB, once)…')
  rmSync(cache, { recursive: true, force: true })
  const folder = (name: string): string => {
    const path = join(cache, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  const debs = folder('debs')
  folder('state/lists/partial')
  folder('apt/archives/partial')
  writeFileSync(join(cache, 'status'), '')
  writeFileSync(
    join(cache, 'debian.sources'),
    `Types: deb\nURIs: ${mirror}\nSuites: ${release} ${backports}\nComponents: main\nSigned-By: ${keyring}\n`,
  )
  const apt = [
    `Dir::State=${join(cache, 'state')}`,
    `Dir::State::status=${join(cache, 'status')}`,
    `Dir::Cache=${join(cache, 'apt')}`,
    `Dir::Etc::sourcelist=${join(cache, 'debian.sources')}`,
    'Dir::Etc::sourceparts=-',
    'Dir::Etc::preferencesparts=-',
    'Acquire::Languages=none',
    'Acquire::Retries=2',
  ].flatMap(option => ['-o', option])
  const tool = async (command: string, args: readonly string[], cwd = cache): Promise<string> => {
    const { stdout } = await run(command, args, { cwd, timeout: 300_000, ...(signal && { signal }) })
    return stdout
  }
  try {
    await tool('apt-get', [...apt, '-qq', 'update'])
    const policy = await tool('apt-cache', [...apt, 'policy', 'bitcoin-knots'])
    const candidate = /Candidate: (\S+)/.exec(policy)?.[1]
    if (!candidate?.startsWith(`${major}.`))
      throw new ChainUnavailable(
        `the mirror of Debian has no Bitcoin Knots ${major} (it has ${candidate ?? 'none'})`,
      )
    await tool('apt-get', [...apt, '-qq', 'download', `bitcoin-knots=${candidate}`, ...libraries], debs)
    const root = folder('root')
    for (const deb of globSync('*.deb', { cwd: debs })) await tool('dpkg-deb', ['-x', join(debs, deb), root])
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ChainUnavailable) throw error
    throw new ChainUnavailable('the mirror of Debian does not hand out Bitcoin Knots', { cause: error })
  }
  for (const name of ['debs', 'state', 'apt']) rmSync(join(cache, name), { recursive: true, force: true })
  writeFileSync(join(cache, 'complete'), '')
}
