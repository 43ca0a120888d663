import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { minifyCss } from './minifyCss.ts'
import { runTool } from './runTool.ts'
import { rewriteSpecifiers } from './specifiers.ts'

/**
 * Turns what `tsc -b` wrote into a package's `dist` into what hosts can load: each imported stylesheet becomes a module of
 * its minified text, declarations name `.js` files, and outputs whose source is gone are
 * removed, and the package's own `build/*.mjs` add what they make. May be repeated.
 */
export async function finishDist(folder: string): Promise<void> {
  const dist = join(folder, 'dist')
  for (const file of globSync('**/*.{js,d.ts}', { cwd: dist })) {
    if (file.endsWith('.css.js')) continue
    if (!hasSource(folder, file)) {
      rmSync(join(dist, file))
      continue
    }
    const before = readFileSync(join(dist, file), 'utf8')
    const stylesheets = new Set<string>()
    const after = rewriteSpecifiers(file, before, specifier => {
      if (!specifier.startsWith('.')) return undefined
      if (!specifier.endsWith('.css')) return specifier.match(/^(.*)(?<!\.d)\.tsx?$/)?.[1]?.concat('.js')
      stylesheets.add(join(dirname(file), specifier))
      return `${specifier}.js`
    })
    if (after !== before) writeFileSync(join(dist, file), after)
    for (const stylesheet of stylesheets) await writeStylesheet(folder, stylesheet)
  }
  await refreshStylesheets(folder)
  for (const program of globSync('build/*.mjs', { cwd: folder })) {
    const { code, output } = await runTool([process.execPath, program], { cwd: folder })
    if (code !== 0) throw new Error(`${join(folder, program)} failed:\n${output}`)
  }
}

/** Sources without an output in `dist`: `tsc -b` trusts its own record and does not notice a deleted file. */
export function missingOutputs(folder: string, sources: readonly string[]): string[] {
  return sources.filter(source => !existsSync(join(folder, 'dist', source.replace(/\.tsx?$/, '.js'))))
}

function hasSource(folder: string, output: string): boolean {
  const stem = join(folder, 'src', output.replace(/(\.d)?\.(ts|js)$/, ''))
  return existsSync(`${stem}.ts`) || existsSync(`${stem}.tsx`)
}

async function refreshStylesheets(folder: string): Promise<void> {
  for (const file of globSync('**/*.css.js', { cwd: join(folder, 'dist') })) {
    const stylesheet = file.replace(/\.js$/, '')
    if (existsSync(join(folder, 'src', stylesheet))) await writeStylesheet(folder, stylesheet)
    else rmSync(join(folder, 'dist', file))
  }
}

async function writeStylesheet(folder: string, stylesheet: string): Promise<void> {
  const target = join(folder, 'dist', `${stylesheet}.js`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(
    target,
    `export default ${JSON.stringify(await minifyCss(join(folder, 'src', stylesheet)))}\n`,
  )
}
