import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { installPacked } from '../build/installPacked.ts'
import type { PackedPackage } from '../build/packPackages.ts'
import { evmAdapter, type SizedAdapter, writeHostPage } from './adapters.ts'

const root = resolve(import.meta.dirname, '../..')

/** The host pages built for production: where they are, and what their entry loads by itself. */
export interface BuiltApp {
  folder: string
  /** Scripts that `index.html` loads without any `import()`, as paths from `folder`. */
  eager: ReadonlySet<string>
  /** Characters that each source file takes in each script before it is minified: script → file → characters. */
  modules: ReadonlyMap<string, Readonly<Record<string, number>>>
  /** Whether a script is React's or the bundler's own, which hosts have anyway. */
  isHosts(path: string): boolean
}

/** Builds the ten-line host page, `evm` or the `listed` adapters in it, with the packed packages installed, as a host's Vite does. */
export async function buildApp(
  packed: readonly PackedPackage[],
  listed: readonly SizedAdapter[] = [evmAdapter],
): Promise<BuiltApp> {
  const named = (folder: string) => [folder, ...listed.map(({ name }) => name)].join('-')
  const app = join(root, '.cache', 'size', named('app'))
  const folder = join(root, '.cache', 'size', named('built'))
  rmSync(app, { recursive: true, force: true })
  cpSync(join(import.meta.dirname, 'app'), app, { recursive: true })
  const main = join(app, 'main.tsx')
  writeFileSync(main, writeHostPage(readFileSync(main, 'utf8'), listed))
  installPacked(packed, join(app, 'node_modules'))
  const output = await build({
    configFile: false,
    root: app,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      target: 'es2022',
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: {
        input: [join(app, 'index.html'), join(app, 'bare.html')],
        output: {
          codeSplitting: {
            groups: [
              { name: 'host-react', test: /node_modules\/(react|react-dom|scheduler)\// },
              { name: 'host-bundler', test: /vite\/preload-helper/ },
            ],
          },
        },
      },
    },
  })
  return {
    folder,
    eager: eagerScripts(folder),
    modules: modulesOf(output, app),
    isHosts: path => hostFile.test(path),
  }
}

function modulesOf(
  output: Awaited<ReturnType<typeof build>>,
  app: string,
): Map<string, Record<string, number>> {
  const results = Array.isArray(output) ? output : 'output' in output ? [output] : []
  const chunks = results.flatMap(result => result.output).filter(chunk => chunk.type === 'chunk')
  return new Map(
    chunks.map(({ fileName, modules }) => [
      fileName,
      Object.fromEntries(
        Object.entries(modules).map(([id, { renderedLength }]) => [
          id.replace(`${app}/`, ''),
          renderedLength,
        ]),
      ),
    ]),
  )
}

// React is CommonJS: the runtime chunk that wraps such modules is there for its sake.
const hostFile = /^assets\/(host-react|host-bundler|rolldown-runtime)-[\w-]+\.js$/

interface ManifestEntry {
  file: string
  imports?: string[]
}

function eagerScripts(folder: string): Set<string> {
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'),
  )
  const queue = ['index.html']
  const found = new Set<string>()
  for (const key of queue) {
    const entry = manifest[key]
    if (entry === undefined) throw new Error(`Vite's manifest has no ${key}`)
    if (found.has(entry.file)) continue
    found.add(entry.file)
    queue.push(...(entry.imports ?? []))
  }
  return found
}
