import { join, relative, resolve } from 'node:path'
import { installLocked } from '../../../../scripts/build/installLocked.ts'
import { ChainUnavailable } from './demandChain.ts'

/** The repository this file is in. */
const root = resolve(import.meta.dirname, '../../../..')

/**
 * Installs what a chain on demand needs, once for each lockfile: `demand/<chain>` has a package.json and a lockfile of its own. No
 * script of a package runs.
 * @returns the folder.
 * @throws ChainUnavailable when the npm registry cannot be reached or lacks a package.
 */
export async function installDemand(chain: string, signal?: AbortSignal): Promise<string> {
  const folder = join(import.meta.dirname, '../../demand', chain)
  try {
    await installLocked(folder, signal)
  } catch (error) {
    signal?.throwIfAborted()
    const at = relative(root, folder)
    throw new ChainUnavailable(`its packages could not be installed (npm ci --ignore-scripts in ${at})`, {
      cause: error,
    })
  }
  return folder
}
