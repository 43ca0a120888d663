import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runTool } from './runTool.ts'
import { takeLock } from './takeLock.ts'

/** Milliseconds between two looks whether another process has installed it. */
const lookEvery = 100

/**
 * Installs what the lockfile of a folder outside the workspaces names, once for each lockfile: no scripts, nothing else. Of several that
 * ask at a time, in this process and others, one installs and the others wait.
 * @throws Error when the npm registry cannot be reached, or the signal ends npm.
 */
export async function installLocked(folder: string, signal?: AbortSignal): Promise<void> {
  const record = join(folder, 'node_modules', '.installed')
  const locked = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const isInstalled = (): boolean => existsSync(record) && readFileSync(record, 'utf8') === locked
  if (isInstalled()) return
  const giveBack = await waitForTurn(folder, signal)
  try {
    if (isInstalled()) return
    const { code, output } = await runTool(
      ['npm', 'ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
      { cwd: folder, ...(signal && { signal }) },
    )
    if (code !== 0) {
      throw new Error(`${folder} could not be installed (once; needs the npm registry):\n${output}`)
    }
    writeFileSync(record, locked)
  } finally {
    giveBack()
  }
}

async function waitForTurn(folder: string, signal: AbortSignal | undefined): Promise<() => void> {
  const cache = join(folder, '.cache')
  mkdirSync(cache, { recursive: true })
  while (true) {
    const taken = takeLock(join(cache, 'installing'))
    if (typeof taken === 'function') return taken
    await delay(lookEvery, undefined, { signal })
  }
}
