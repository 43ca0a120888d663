import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { compileEarly } from './compileEarly.ts'
import { dropBareImports } from './dropBareImports.ts'
import { inlineNumbers } from './inlineNumbers.ts'
import { readSpecifiers } from './specifiers.ts'
import { splitTexts } from './splitTexts.ts'
import type { Manifest } from './stagedManifest.ts'

/** What of a package loads together; written in its `loadPlan.json`, where paths are below `src`. */
export interface LoadPlan {
  /** The modules below `dist` that a visitor's first click waits for. */
  readonly first: readonly string[]
  /**
   * Modules fetched together later, by the name of their chunk; a module that two of them need is in the first of them.
   */
  readonly later: Readonly<Record<string, readonly string[]>>
  /** Parts that are only ever fetched together, by the name of the one chunk for modules that only they need. */
  readonly together: Readonly<Record<string, readonly string[]>>
  /** Chunks, by name, whose code is called almost completely as soon as they load. */
  readonly early: readonly string[]
  /** The entry points, by their folder or name, that do not stand on a page beside the widget: a wallet's, a server's. */
  readonly elsewhere: readonly string[]
  /** A table of numbers that are written where they are read: its module below `dist`, and its name there. */
  readonly numbers?: { readonly module: string; readonly table: string }
  /** Modules of words below `dist`, as a pattern: each of their objects loads with what shows it. */
  readonly texts?: string
}

/** Ends the id of the copy that the widget has of a module. */
const copy = '?widget'

/**
 * Merges the modules of a staged package: its entry points stay where they are, what several parts share becomes few chunks. A
 * bundler splits what it finds in many small modules into as many small chunks as parts share them, and each of those is
 * one more fetch in the click that opens the widget (DESIGN, "Load plan"). What that click waits for is one chunk; what
 * the widget shares with entry points elsewhere is there twice, for those entry points and for the widget.
 * @throws Error when an entry point is missing or a module does not parse.
 */
export async function mergeModules(stage: string, manifest: Manifest, plan: LoadPlan): Promise<void> {
  const dist = join(stage, 'dist')
  if (plan.texts !== undefined) splitTexts(dist, plan.texts)
  const entryPoints = entryPointsOf(manifest)
  const behind = Object.entries(entryPoints).map(
    ([entry, file]) => [nameOf(entry), closure(dist, [file])] as const,
  )
  const waitedFor = closure(dist, plan.first)
  const later = Object.entries(plan.later).map(([name, roots]) => [name, closure(dist, roots)] as const)
  const entryPointsTo = (module: string) =>
    behind.filter(([, modules]) => modules.has(module)).map(([entry]) => entry)
  const asked = lazyRoots(dist).map(({ root, from }) => ({ root, from, needs: closure(dist, [root]) }))
  const parts = Object.entries(plan.together).map(([name, roots]) => {
    const needs = closure(dist, roots)
    // A module that only such a part requests is found there.
    const others = asked.filter(
      ({ root, from }) => !roots.includes(root) && !from.every(module => needs.has(module)),
    )
    const alone = [...needs].filter(module => !others.some(other => other.needs.has(module)))
    return [name, new Set(alone)] as const
  })
  const files = (elsewhere: boolean) =>
    Object.entries(entryPoints).flatMap(([entry, file]) =>
      plan.elsewhere.includes(nameOf(entry)) === elsewhere ? [file] : [],
    )
  // What both sides come to load is there twice; only what a page loads with its own script stays shared.
  const theirs = closure(dist, files(true), 'lazy too')
  const atOnce = closure(dist, files(false))
  const copied = new Set(
    [...closure(dist, files(false), 'lazy too')].filter(
      module => module.endsWith('.js') && theirs.has(module) && !atOnce.has(module),
    ),
  )
  // By the entry points that load a module anyway: a page that shows only a button must not fetch the rest with it.
  const chunkOf = (id: string) => {
    const module = relative(dist, id)
    const isCopy = module.endsWith(copy)
    const with_ = entryPointsTo(module)
    // Beside the entry points, which else would have to export what only their own chunks want.
    if (copied.has(module)) return with_.length > 0 ? ['for', ...with_].join('-') : null
    const source = isCopy ? module.slice(0, -copy.length) : module
    if (!waitedFor.has(source)) {
      const chunk = [...later, ...parts].find(([, modules]) => modules.has(source))
      if (chunk === undefined) return null
      // The main entry point would otherwise have to export what a later chunk wants of it.
      if (with_.length > 0) return with_.includes('index') ? 'doors' : null
      return chunk[0]
    }
    if (isCopy) return 'runtime'
    return with_.length > 1 && with_.includes('index') ? 'doors' : ['runtime', ...with_].join('-')
  }
  const inline = await inliner(dist, plan.numbers)
  const effects = manifest.sideEffects === false && { moduleSideEffects: false }
  const bundle = await rolldown({
    cwd: dist,
    input: entryPoints,
    platform: 'neutral',
    external: id => !id.startsWith('.') && !id.startsWith('/'),
    plugins: [
      {
        name: 'copies',
        resolveId(specifier, importer) {
          if (importer === undefined) return null
          const from = relative(dist, importer)
          const module = join(from, '..', specifier)
          const isTheirs = theirs.has(from) && !from.endsWith(copy)
          // The bundler reads what the package says of side effects only for files that it finds itself.
          return !isTheirs && copied.has(module) ? { id: join(dist, module) + copy, ...effects } : null
        },
        load: id => (id.endsWith(copy) ? readFileSync(id.slice(0, -copy.length), 'utf8') : null),
        transform: (code, id) => (id.endsWith('.json') ? null : inline(id, code)),
        renderChunk: (code, { name, fileName }) =>
          plan.early.includes(name) ? compileEarly(fileName, code) : null,
        // Only now are the names gone of what the bundler wrote in their place.
        generateBundle(_options, files) {
          if (manifest.sideEffects !== false) return
          for (const file of Object.values(files))
            if (file.type === 'chunk') file.code = dropBareImports(file.fileName, file.code)
        },
      },
    ],
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
    onLog: (level, log, handle) => {
      // It is preserved, as the test of the packed entry points says.
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

/** Writes the numbers of a plan's table into a module. */
async function inliner(
  dist: string,
  numbers: LoadPlan['numbers'],
): Promise<(id: string, code: string) => string> {
  if (!numbers) return (_id, code) => code
  const { module, table } = numbers
  const made = (await import(pathToFileURL(join(dist, module)).href)) as Record<string, never>
  const options = { table, from: basename(module), numbers: made[table] ?? {} }
  return (id, code) => inlineNumbers(id.replace(copy, ''), code, options)
}

/** The modules of the entry points by their names below `dist`, without extension. */
function entryPointsOf(manifest: Manifest): Record<string, string> {
  const entryPoints: Record<string, string> = {}
  for (const target of Object.values(manifest.exports ?? {})) {
    const file =
      typeof target === 'object' && target !== null && 'default' in target ? target.default : undefined
    const name = typeof file === 'string' ? file.match(/^\.\/dist\/(.+)\.js$/)?.[1] : undefined
    if (name !== undefined) entryPoints[name] = `./${name}.js`
  }
  return entryPoints
}

/** An entry point's name, or that of its folder. */
function nameOf(entry: string): string {
  return entry.split('/')[0] ?? entry
}

/** The modules that others fetch when they need them, and those others. */
function lazyRoots(dist: string): readonly { root: string; from: readonly string[] }[] {
  const roots = new Map<string, string[]>()
  for (const file of globSync('**/*.js', { cwd: dist })) {
    for (const { value, lazy } of readSpecifiers(file, readFileSync(join(dist, file), 'utf8'))) {
      if (!lazy || !value.startsWith('.')) continue
      const root = join(file, '..', value)
      roots.set(root, [...(roots.get(root) ?? []), file])
    }
  }
  return [...roots].map(([root, from]) => ({ root, from }))
}

/** The modules that load with these, themselves included, as paths below `dist`; or also what those load later. */
function closure(dist: string, roots: readonly string[], how?: 'lazy too'): Set<string> {
  const queue = roots.map(root => join(root))
  const seen = new Set(queue)
  for (const file of queue) {
    for (const { value, lazy } of readSpecifiers(file, readFileSync(join(dist, file), 'utf8'))) {
      const target = join(file, '..', value)
      if ((lazy && !how) || !value.startsWith('.') || seen.has(target)) continue
      seen.add(target)
      if (target.endsWith('.js')) queue.push(target)
    }
  }
  return seen
}
