import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { PackedPackage } from '../build/packPackages.ts'

const root = resolve(import.meta.dirname, '../..')
// A name of its own: the library has a file called react.js too.
const reactChunk = 'host-react'

/** The host pages built for production: where they are, and what their entry loads by itself. */
export interface BuiltApp {
  folder: string
  /** Scripts that `index.html` loads without any `import()`, as paths from `folder`. */
  eager: ReadonlySet<string>
  /** Whether a script is React's, which hosts have anyway. */
  isReact(path: string): boolean
}

/** Builds the ten-line host page with the packed packages installed into it, as a host's Vite does. */
export async function buildApp(packed: readonly PackedPackage[]): Promise<BuiltApp> {
  const app = join(root, '.cache', 'size', 'app')
  const folder = join(root, '.cache', 'size', 'built')
  rmSync(app, { recursive: true, force: true })
  cpSync(join(import.meta.dirname, 'app'), app, { recursive: true })
  for (const { name, stage } of packed) {
    mkdirSync(join(app, 'node_modules', name), { recursive: true })
    cpSync(stage, join(app, 'node_modules', name), { recursive: true })
  }
  await build({
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
      // The helper that preloads what a chunk imports is the bundler's own code and choice.
      modulePreload: false,
      rolldownOptions: {
        input: [join(app, 'index.html'), join(app, 'bare.html')],
        output: {
          codeSplitting: {
            groups: [{ name: reactChunk, test: /node_modules\/(react|react-dom|scheduler)\// }],
          },
        },
      },
    },
  })
  return { folder, eager: eagerScripts(folder), isReact: path => reactFile.test(path) }
}

// React is CommonJS: the runtime chunk that wraps such modules is there for its sake.
const reactFile = /^assets\/(host-react|rolldown-runtime)-[\w-]+\.js$/

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
