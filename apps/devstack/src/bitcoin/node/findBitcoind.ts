import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ChainUnavailable } from '../../demand/demandChain.ts'
import { fetchKnots, keyring } from './fetchKnots.ts'
import { parseMirror } from './parseMirror.ts'

/** How the node is run: the program, and what comes before its own arguments. */
export interface Bitcoind {
  readonly command: string
  readonly args: readonly string[]
}

/** The newest release of Debian that has the package, and its major version. */
const wanted = 29

/**
 * Finds Bitcoin Knots: the one on PATH, else the Debian package, which is unpacked into a folder of the repository. Nothing is installed
 * on the machine.
 * @throws ChainUnavailable when neither is to be had.
 */
export async function findBitcoind(options: {
  /** Where the package is unpacked, once. */
  readonly cache: string
  readonly log: (line: string) => void
  readonly signal?: AbortSignal | undefined
}): Promise<Bitcoind> {
  const own = { command: 'bitcoind', args: [] }
  // Other nodes of Bitcoin sign no BIP-322, which the tests of sign-in need.
  if (/Knots/.test(versionOf(own))) return own
  const root = join(options.cache, 'root')
  const unpacked = unpackedIn(root)
  if (!existsSync(join(options.cache, 'complete')))
    await fetchKnots({ ...options, mirror: findMirror(), major: wanted })
  const version = versionOf(unpacked)
  if (!version.includes(` v${wanted}.`))
    throw new ChainUnavailable(
      `the package of Bitcoin Knots does not run here, or is not version ${wanted}: ${version.split('\n')[0]}`,
    )
  return unpacked
}

/** By its own loader and libraries: those of an older Debian are too old for it. */
function unpackedIn(root: string): Bitcoind {
  const machine = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch as 'x64' | 'arm64']
  const loader = { x64: 'ld-linux-x86-64.so.2', arm64: 'ld-linux-aarch64.so.1' }[
    process.arch as 'x64' | 'arm64'
  ]
  const libraries = join(root, 'usr/lib', machine ?? '')
  return {
    command: join(libraries, loader ?? ''),
    args: ['--library-path', libraries, join(root, 'usr/bin/bitcoind')],
  }
}

/** What the program says of itself; empty when it does not run. */
function versionOf({ command, args }: Bitcoind): string {
  const { stdout, error } = spawnSync(command, [...args, '--version'], { encoding: 'utf8', timeout: 10_000 })
  return error ? '' : stdout
}

/** The mirror of Debian's main archive that the machine uses. */
function findMirror(): string | undefined {
  if (!existsSync(keyring)) return undefined
  const lists = ['/etc/apt/sources.list', ...globSync('/etc/apt/sources.list.d/*.{list,sources}')]
  return lists
    .filter(path => existsSync(path))
    .map(path => parseMirror(readFileSync(path, 'utf8')))
    .find(mirror => mirror !== undefined)
}
