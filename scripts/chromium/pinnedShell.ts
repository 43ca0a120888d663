import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { installLocked } from '../build/installLocked.ts'

const carrier = '@sparticuz/chromium'
const manifest: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'shell', 'package.json'), 'utf8'),
)
const cache = join(import.meta.dirname, '../../.cache')
const folder = join(cache, `chromium-${manifest.dependencies[carrier]}`)

/** Where the pinned shell lies once it is fetched: Chromium without windows, in a build that is made for speed. */
export const pinnedShellPath: string = join(folder, 'headless-shell')

/** Whether there is a pinned shell for this kind of machine. */
export function hasPinnedShell(machine: { platform: string; arch: string } = process): boolean {
  return machine.platform === 'linux' && machine.arch === 'x64'
}

/**
 * Fetches the shell that the lockfile in `shell` names, an npm package of one compressed program (some 70 MB), and
 * resolves with its path once it has been seen to run. Neither root nor an install script is needed.
 *
 * @throws Error when the npm registry cannot be reached, or a library that Chromium needs is missing here.
 */
export async function fetchPinnedShell(signal?: AbortSignal): Promise<string> {
  // Parallel runs each fill a folder of their own; the last rename wins, and all are the same program.
  const temporary = `${folder}.${process.pid}.tmp`
  try {
    await mkdir(temporary, { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(join(import.meta.dirname, 'shell', name), join(temporary, name))
    }
    await installLocked(temporary, signal)
    const program = join(temporary, 'headless-shell')
    const packed = await readFile(join(temporary, 'node_modules', carrier, 'bin', 'chromium.br'))
    await writeFile(program, await promisify(brotliDecompress)(packed))
    await chmod(program, 0o755)
    await promisify(execFile)(program, ['--version'], { timeout: 30_000 })
    await mkdir(folder, { recursive: true })
    await rename(program, pinnedShellPath)
    return pinnedShellPath
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
