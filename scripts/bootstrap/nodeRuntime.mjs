import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnv } from './childEnv.mjs'
import { installArgs, runNpm } from './runNpm.mjs'
import { explain, SetupError, say } from './say.mjs'

export const nodeVersion = '24.21.0'
const wanted = 24

/**
 * The Node that runs everything: the running one when it is new enough, else the pinned one, fetched once as an npm
 * package whose integrity the lockfile beside this file states. Returns its path and the folders to put on PATH.
 *
 * @param {{ root: string, npm: string, versions?: { node: string }, machine?: { platform: string, arch: string, glibc: boolean } }} options
 */
export async function nodeRuntime({ root, npm, versions = process.versions, machine = thisMachine() }) {
  if (Number(versions.node.split('.')[0]) >= wanted) {
    return { node: process.execPath, folders: [dirname(process.execPath)] }
  }
  const folder = join(root, '.cache', `node-${nodeVersion}`)
  const node = join(folder, 'bin', 'node')
  if (!existsSync(node)) {
    const reason = unsupported(machine)
    if (reason !== undefined) {
      throw new SetupError(
        `this is Node ${versions.node}, and ${reason}. Install Node 24 (nodejs.org), then run again.`,
      )
    }
    say(
      `Node ${versions.node} is too old here: fetching Node ${nodeVersion} into .cache (once, some 50 MB) …`,
    )
    await fetchNode({ folder, npm, machine })
  }
  return { node, folders: [join(folder, 'bin')] }
}

function thisMachine() {
  if (process.report) process.report.excludeNetwork = true
  const header = process.report?.getReport()?.header ?? {}
  return { platform: process.platform, arch: process.arch, glibc: header.glibcVersionRuntime !== undefined }
}

function unsupported({ platform, arch, glibc }) {
  if (platform === 'darwin') return 'macOS is not fetched for'
  if (platform === 'win32') return 'Windows is not fetched for'
  if (platform !== 'linux') return `${platform} is not fetched for`
  if (!glibc) return 'musl Linux is not fetched for'
  if (arch !== 'x64' && arch !== 'arm64') return `${arch} is not fetched for`
  return undefined
}

async function fetchNode({ folder, npm, machine }) {
  const doing = `Fetching Node ${nodeVersion}`
  // Parallel runs each fill a folder of their own; the first rename wins and the others use its result.
  const temporary = `${folder}.${process.pid}.tmp`
  try {
    mkdirSync(join(temporary, 'bin'), { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) {
      copyFileSync(fileURLToPath(new URL(`./node/${name}`, import.meta.url)), join(temporary, name))
    }
    const env = childEnv(process.env, { node: process.execPath, folders: [dirname(process.execPath)], npm })
    delete env.NODE_OPTIONS
    const { code, output } = await runNpm({
      node: process.execPath,
      npm,
      args: installArgs,
      cwd: temporary,
      env,
    })
    if (code !== 0) throw new SetupError(explain(doing, output))
    const fetched = join(temporary, 'node_modules', `node-${machine.platform}-${machine.arch}`, 'bin', 'node')
    if (!existsSync(fetched))
      throw new SetupError(
        `${doing} failed: npm could not download it. Check the network, or install Node 24 yourself.`,
      )
    renameSync(fetched, join(temporary, 'bin', 'node'))
    chmodSync(join(temporary, 'bin', 'node'), 0o755)
    for (const name of ['npm', 'npx']) writeShim(join(temporary, 'bin', name))
    rmSync(join(temporary, 'node_modules'), { recursive: true })
    checkRuns(join(temporary, 'bin', 'node'), doing)
    publish(temporary, folder)
  } catch (error) {
    throw error instanceof SetupError ? error : new SetupError(explain(doing, error))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

// The Node package carries no npm: these run the machine's npm on Node 24, so that a nested `npm run` does not fall back.
function writeShim(path) {
  const script = `"$(dirname "$LATCHKEY_NPM_CLI")/${basename(path)}-cli.js"`
  writeFileSync(path, `#!/bin/sh\nexec "$(dirname "$0")/node" ${script} "$@"\n`, { mode: 0o755 })
}

function checkRuns(node, doing) {
  const printed = execFileSync(node, ['--version'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  }).trim()
  if (printed !== `v${nodeVersion}`) throw new SetupError(`${doing} failed: the binary says ${printed}`)
}

function publish(temporary, folder) {
  try {
    renameSync(temporary, folder)
  } catch (error) {
    if (!existsSync(join(folder, 'bin', 'node'))) throw error
  }
}
