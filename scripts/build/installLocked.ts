import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './runTool.ts'

/**
 * Installs what the lockfile of a folder outside the workspaces names, once for each lockfile: no scripts, nothing else.
 * @throws Error when the npm registry cannot be reached, or the signal ends npm.
 */
export async function installLocked(folder: string, signal?: AbortSignal): Promise<void> {
  const record = join(folder, 'node_modules', '.installed')
  const locked = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(record) && readFileSync(record, 'utf8') === locked) return
  const { code, output } = await runTool(
    ['npm', 'ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
    { cwd: folder, ...(signal && { signal }) },
  )
  if (code !== 0) {
    throw new Error(`${folder} could not be installed (once; needs the npm registry):\n${output}`)
  }
  writeFileSync(record, locked)
}
