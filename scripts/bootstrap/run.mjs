// node scripts/bootstrap/run.mjs <task> [arguments] — plain JavaScript: it runs on whatever Node (18 or newer) a machine has.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnv } from './childEnv.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { nodeRuntime, nodeVersion } from './nodeRuntime.mjs'
import { npmCli } from './npmCli.mjs'
import { runTask } from './runTask.mjs'
import { explain, SetupError, say } from './say.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const tasks = {
  start: ['apps/devstack/src/main.ts'],
  server: ['apps/server/src/main.ts'],
  test: ['scripts/gates/main.ts'],
  'test:long': ['scripts/gates/main.ts', 'long', 'postgres', 'mutate'],
  'test:live': ['apps/server/src/cli/live/main.ts'],
  check: ['scripts/gates/main.ts', 'check'],
  mutate: ['scripts/mutate/main.ts'],
  size: ['scripts/size/main.ts'],
  bench: ['bench/src/main.ts'],
  build: ['scripts/build/main.ts'],
  'verify-frame': ['scripts/frame/main.ts'],
  doctor: ['apps/server/src/cli/main.ts', 'doctor'],
  api: ['apps/server/src/core/openapi/writeApiDocs.ts'],
  options: ['scripts/options/main.ts'],
}

async function main([task, ...rest]) {
  const entry = tasks[task]
  if (entry === undefined)
    throw new SetupError(`usage: node scripts/bootstrap/run.mjs ${Object.keys(tasks).join('|')} [arguments]`)
  if (Number(process.versions.node.split('.')[0]) < 18) {
    throw new SetupError(
      `this is Node ${process.versions.node}. Install Node 24 (nodejs.org), then run again.`,
    )
  }
  const [file, ...fixed] = entry
  if (!existsSync(join(root, file)))
    throw new SetupError(`the task "${task}" is not in this checkout: ${file} is missing.`)
  const npm = npmCli()
  const { node, folders } = await nodeRuntime({ root, npm })
  const bin = join(root, 'node_modules', '.bin')
  const env = childEnv(process.env, { node, folders: [...folders, bin], npm })
  // Servers, commands and their threads start by the hundred, each of them from the same sources.
  env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'node-compile')
  const version = node === process.execPath ? process.versions.node : nodeVersion
  await ensureDependencies({ root, node, npm, env, nodeVersion: version })
  const preload = new URL('./orphan.mjs', import.meta.url).href
  const args = ['--conditions=@latchkey/source', `--import=${preload}`, join(root, file), ...fixed, ...rest]
  return runTask({ node, args, env, cwd: root })
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  say(error instanceof SetupError ? error.message : explain('Set-up', error?.stack ?? error))
  process.exitCode = 1
}
