import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installArgs, runNpm } from './runNpm.mjs'
import { explain, SetupError, say } from './say.mjs'
import { withSetupLock } from './setupLock.mjs'

/** Installs the lockfile's packages, unless node_modules holds exactly those already; safe beside another run. */
export async function ensureDependencies({ root, node, npm, env, nodeVersion }) {
  const stamp = join(root, 'node_modules', '.latchkey-stamp')
  const wanted = fingerprint(root, nodeVersion)
  if (readIfThere(stamp) === wanted) return
  await withSetupLock(join(root, '.cache', 'setup.lock'), async () => {
    if (readIfThere(stamp) === wanted) return
    if (!matchesLockfile(root)) await install({ root, node, npm, env })
    writeFileSync(stamp, wanted)
  })
}

async function install({ root, node, npm, env }) {
  say('installing the dependencies of package-lock.json (npm ci) …')
  const began = Date.now()
  const { code, output } = await runNpm({
    node,
    npm,
    args: installArgs,
    cwd: root,
    env: { ...env, NODE_OPTIONS: '' },
  })
  if (code !== 0) throw new SetupError(explain('Installing dependencies', output))
  say(`dependencies are installed (${Math.round((Date.now() - began) / 1000)} s)`)
}

function fingerprint(root, nodeVersion) {
  const lockfile = join(root, 'package-lock.json')
  if (!existsSync(lockfile))
    throw new SetupError('package-lock.json is missing: this is not a whole checkout.')
  return createHash('sha256').update(readFileSync(lockfile)).update(nodeVersion).digest('hex')
}

/** Whether npm's own record of node_modules lists what the lockfile asks for, and each of those folders is there. */
export function matchesLockfile(root) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === undefined || present === undefined) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (!/(^|\/)node_modules\//.test(path)) continue
    const found = present[path]
    if (found === undefined && (entry.optional || entry.devOptional)) continue
    if (found === undefined || !existsSync(join(root, path))) return false
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false
  }
  return true
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
