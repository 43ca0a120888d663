import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { spawnGuarded } from '../guard/spawnGuarded.ts'

/** The pages built with Vite: the host page with its phone wallet, and the page of the wallet's origin. */
export type BuiltPage = 'playground' | 'frame'
const titles: Readonly<Record<BuiltPage, string>> = { playground: 'playground', frame: 'wallet page' }

/** Everything a build depends on, beside its own folder; a change in any of it makes a new build. */
const inputs = [
  'package-lock.json',
  'tsconfig.base.json',
  'packages/*/package.json',
  'packages/*/src/**/*',
  'scripts/*.ts',
  'scripts/{vite,build}/**/*',
]
/** The most stored builds: another checkout state, or a stack still running, may be using one of them. */
const keptBuilds = 8

/**
 * Builds a page for production unless this content was built before.
 * The build runs in a process of its own, so its memory is gone when it is done and Ctrl-C ends it.
 * @returns the folder of the built files.
 * @throws Error with the first line of what went wrong and the file that holds the rest, or the signal's reason.
 */
export async function buildPlayground(options: {
  /** The repository. */
  root: string
  /** The playground unless given. */
  page?: BuiltPage
  /** The folder of the stored builds. */
  cache: string
  /** Aborts a pending build. */
  signal: AbortSignal | undefined
  log: (line: string) => void
}): Promise<string> {
  const { root, page = 'playground', cache, signal, log } = options
  const folder = join(cache, fingerprint(root, page))
  if (existsSync(join(folder, 'index.html'))) return folder

  log(`Building the ${titles[page]} (once for each change of its sources)…`)
  mkdirSync(cache, { recursive: true })
  const partial = `${folder}.${process.pid}.partial`
  const logFile = join(cache, 'build.log')
  const output = openSync(logFile, 'w')
  const require = createRequire(import.meta.url)
  const vite = join(require.resolve('vite/package.json'), '..', 'bin', 'vite.js')
  const place = join(root, 'apps', page)
  const program = await spawnGuarded({
    command: process.execPath,
    args: [vite, 'build', place, '--outDir', partial, '--emptyOutDir', '--logLevel', 'warn'],
    output,
    grace: 1_000,
  })
  closeSync(output)
  const abandon = (): unknown => program.stop()
  signal?.addEventListener('abort', abandon, { once: true })
  // Aborted while the program began: no listener was there yet.
  if (signal?.aborted) abandon()
  const ending = await program.exited
  signal?.removeEventListener('abort', abandon)
  if (ending !== 'exit code 0' || !existsSync(join(partial, 'index.html'))) {
    rmSync(partial, { recursive: true, force: true })
    signal?.throwIfAborted()
    const said =
      readFileSync(logFile, 'utf8')
        .split('\n')
        .find(line => /\S/.test(line)) ?? ending
    throw new Error(`The ${titles[page]} did not build: ${said.trim()} (more in ${logFile})`)
  }
  publish(partial, folder)
  forgetOldBuilds(cache)
  return folder
}

function fingerprint(root: string, page: BuiltPage): string {
  const hash = createHash('sha256').update(process.version)
  const own = `apps/${page}`
  const builtAlready = [`${own}/{dist,node_modules}/**`]
  for (const path of globSync([...inputs, `${own}/**/*`], { cwd: root, exclude: builtAlready }).sort()) {
    const file = join(root, path)
    if (statSync(file).isFile()) hash.update(`\n${path}\n`).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Another stack may have built the same in the meantime: then its copy is as good. */
function publish(partial: string, folder: string): void {
  try {
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(join(folder, 'index.html'))) throw error
  }
}

function forgetOldBuilds(cache: string): void {
  const builds = globSync('*/index.html', { cwd: cache }).map(path => join(cache, path, '..'))
  builds.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const build of builds.slice(keptBuilds)) rmSync(build, { recursive: true, force: true })
}
