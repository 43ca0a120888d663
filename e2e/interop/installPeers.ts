import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../../scripts/build/runTool.ts'

/** Sets of peers with a lockfile of their own: what every run needs, and what the whole matrix adds. */
export type PeerSet = 'usual' | 'matrix'

export function peerFolder(set: PeerSet): string {
  return join(import.meta.dirname, 'peers', set)
}

/**
 * Installs a set of peers, once for each lockfile: no scripts, nothing but what the lockfile names.
 * @throws Error when the npm registry cannot be reached.
 */
export async function installPeers(set: PeerSet): Promise<void> {
  const folder = peerFolder(set)
  const record = join(folder, 'node_modules', '.installed')
  const locked = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(record) && readFileSync(record, 'utf8') === locked) return
  const { code, output } = await runTool(
    ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
    { cwd: folder },
  )
  if (code !== 0)
    throw new Error(
      `The peers of the interop tests could not be installed (once; needs the npm registry):\n${output}`,
    )
  writeFileSync(record, locked)
}
