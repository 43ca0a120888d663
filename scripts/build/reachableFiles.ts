import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readSpecifiers } from './specifiers.ts'
import type { Manifest } from './stagedManifest.ts'

/** The files of a built package that its entry points lead to, declarations included; throws when one of them is missing. */
export function reachableFiles(folder: string, manifest: Manifest): string[] {
  const queue = Object.values(manifest.exports ?? {}).flatMap(targets)
  const seen = new Set(queue)
  for (const file of queue) {
    if (!existsSync(join(folder, file)))
      throw new Error(`${manifest.name}: ${file} is missing from the build`)
    if (!/\.(js|d\.ts)$/.test(file)) continue
    for (const { value } of readSpecifiers(file, readFileSync(join(folder, file), 'utf8'))) {
      for (const target of value.startsWith('.') ? candidates(file, value) : []) {
        if (seen.has(target) || (!existsSync(join(folder, target)) && target.endsWith('.d.ts'))) continue
        seen.add(target)
        queue.push(target)
      }
    }
  }
  return [...seen].sort()
}

function targets(target: unknown): string[] {
  if (typeof target === 'string') return [posix.normalize(target)]
  return typeof target === 'object' && target !== null ? Object.values(target).flatMap(targets) : []
}

// A declaration says `./x.js` and means `./x.d.ts`; a module says it and means itself.
function candidates(from: string, specifier: string): string[] {
  const target = posix.join(posix.dirname(from), specifier)
  if (!from.endsWith('.d.ts') || !target.endsWith('.js')) return [target]
  return [target.replace(/\.js$/, '.d.ts')]
}
