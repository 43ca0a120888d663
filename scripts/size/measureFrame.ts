import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** What the page of the wallet's origin loads before it answers the page around: itself and its first scripts. */
export interface FrameSize {
  readonly gzip: number
  readonly files: Record<string, number>
}

/** Builds the wallet's page for production and weighs its first load, after compression. */
export async function measureFrame(): Promise<FrameSize> {
  const outDir = join(root, '.cache', 'size', 'frame')
  const place = join(root, 'apps', 'frame')
  rmSync(outDir, { recursive: true, force: true })
  const built = (await build({
    root: place,
    configFile: join(place, 'vite.config.ts'),
    build: { outDir, emptyOutDir: true },
    logLevel: 'error',
  })) as Rolldown.RolldownOutput
  const chunks = new Map(built.output.flatMap(part => (part.type === 'chunk' ? [[part.fileName, part]] : [])))
  const first = new Set([
    'index.html',
    ...[...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  ])
  for (const file of first) for (const used of chunks.get(file)?.imports ?? []) first.add(used)
  const files: Record<string, number> = {}
  for (const file of first) files[file] = gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length
  return { files, gzip: Object.values(files).reduce((sum, size) => sum + size, 0) }
}
