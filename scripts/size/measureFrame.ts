import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** What the page of the wallet's origin loads before it answers the page around: itself and its first scripts. */
export interface FrameSize {
  readonly gzip: number
  readonly files: Record<string, number>
  /** The chunks with code of the smart account; none of them is loaded before an account is one. */
  readonly smartAccount: number
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
  const sizeOf = (file: string) => gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length
  const files: Record<string, number> = {}
  for (const file of first) files[file] = sizeOf(file)
  const smart = [...chunks.values()].filter(({ moduleIds }) =>
    moduleIds.some(id => id.includes('/frame/src/smartaccount/')),
  )
  const early = smart.find(({ fileName }) => first.has(fileName))
  if (smart.length === 0 || early) throw new Error(`The smart account is in ${early?.fileName ?? 'no chunk'}`)
  return {
    files,
    gzip: sum(Object.values(files)),
    smartAccount: sum(smart.map(({ fileName }) => sizeOf(fileName))),
  }
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0)
}
