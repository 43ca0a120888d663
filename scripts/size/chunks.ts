import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

/** What the build wrote, by the module that each chunk begins with. */
export function readChunks(folder: string): ReadonlyMap<string, Chunk> {
  const text = readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')
  return new Map(Object.entries(JSON.parse(text) as Record<string, Chunk>))
}

/** A module's script and those that it imports, at once or `later` as well, as far as the page does not have them. */
export function closure(
  chunks: ReadonlyMap<string, Chunk>,
  name: string,
  listed: ReadonlySet<string>,
  later: boolean,
): Set<string> {
  // What several parts fetch has no module of its own to be named by.
  const shared = `_${name.replace(/\.js$/, '')}-`
  const keys = [[...chunks.keys()].find(key => key.endsWith(`/${name}`) || key.startsWith(shared)) ?? name]
  const files = new Set<string>()
  for (const key of keys) {
    const chunk = chunks.get(key)
    if (!chunk) throw new Error(`Vite's manifest has no ${key}`)
    if (files.has(chunk.file) || listed.has(chunk.file)) continue
    files.add(chunk.file)
    keys.push(...(chunk.imports ?? []), ...((later && chunk.dynamicImports) || []))
  }
  return files
}
