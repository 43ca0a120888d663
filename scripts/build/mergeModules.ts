import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { readSpecifiers } from './specifiers.ts'
import type { Manifest } from './stagedManifest.ts'

/**
 * Merges the modules of a staged package: its doors stay where they are, what several parts share becomes few chunks. A
 * bundler splits what it finds in many small modules into as many small chunks as parts share them, and each of those is
 * one more fetch in the click that opens the widget (DESIGN, "Load plan").
 * @throws Error when a door is missing or a module does not parse.
 */
export async function mergeModules(stage: string, manifest: Manifest, first: string): Promise<void> {
  const dist = join(stage, 'dist')
  const doors = doorsOf(manifest)
  const behind = Object.entries(doors).map(([door, file]) => [door, closure(dist, file)] as const)
  const waitedFor = closure(dist, first)
  waitedFor.delete(first)
  // By the doors that load a module anyway: a page that shows only a button must not fetch the rest with it.
  const chunkOf = (id: string) => {
    const module = relative(dist, id)
    if (!waitedFor.has(module)) return null
    const with_ = behind.filter(([, modules]) => modules.has(module)).map(([door]) => door.split('/')[0])
    // What several doors share is small; one door alone, such as the contract's, shares what is not.
    return with_.length > 1 && with_.includes('index') ? 'doors' : ['runtime', ...with_].join('-')
  }
  const bundle = await rolldown({
    cwd: dist,
    input: doors,
    platform: 'neutral',
    external: id => !id.startsWith('.') && !id.startsWith('/'),
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
    onLog: (level, log, handle) => {
      // It is preserved, as the test of the packed doors says.
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
    },
  })
  const merged = join(stage, 'merged')
  await bundle.write({
    dir: merged,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: chunkOf, debugName: 'runtime' }],
    },
  })
  await bundle.close()
  for (const file of globSync('**/*.js', { cwd: dist })) rmSync(join(dist, file))
  cpSync(merged, dist, { recursive: true })
  rmSync(merged, { recursive: true })
}

/** The modules of the doors by their names below `dist`, without extension. */
function doorsOf(manifest: Manifest): Record<string, string> {
  const doors: Record<string, string> = {}
  for (const target of Object.values(manifest.exports ?? {})) {
    const file =
      typeof target === 'object' && target !== null && 'default' in target ? target.default : undefined
    const name = typeof file === 'string' ? file.match(/^\.\/dist\/(.+)\.js$/)?.[1] : undefined
    if (name !== undefined) doors[name] = `./${name}.js`
  }
  return doors
}

/** The modules that load with this one, itself included, as paths below `dist`. */
function closure(dist: string, root: string): Set<string> {
  const queue = [join(root)]
  const seen = new Set(queue)
  for (const file of queue) {
    for (const { value, lazy } of readSpecifiers(file, readFileSync(join(dist, file), 'utf8'))) {
      const target = join(file, '..', value)
      if (lazy || !value.startsWith('.') || seen.has(target)) continue
      seen.add(target)
      queue.push(target)
    }
  }
  return seen
}
