import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceCondition } from '../sourceCondition.ts'
import { buildTree, type Tree } from './tree.ts'

const patterns = [
  'packages/*/**/*.{ts,tsx}',
  'apps/*/**/*.{ts,tsx}',
  '{e2e,bench,examples,scripts}/**/*.{ts,tsx}',
  '*.md',
  '{docs,apps,packages,examples,e2e,bench}/**/*.md',
]
// Decisions are history.
const leftOut = /(^|\/)(node_modules|dist|\.cache|\.data|decisions)\//

/** Reads and parses every source of the repository at `root`. */
export function readTree(root: string): Tree {
  const texts: Record<string, string> = {}
  for (const path of globSync(patterns, {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', '**/.cache'],
  })) {
    const key = path.replaceAll('\\', '/')
    if (!leftOut.test(key)) texts[key] = readFileSync(join(root, path), 'utf8')
  }
  return buildTree(texts, readEntryPoints(root))
}

/** The public entry points of the workspaces: specifier → source file, from the source condition of each `exports` entry. */
export function readEntryPoints(root: string): Record<string, string> {
  const entryPoints: Record<string, string> = {}
  for (const path of globSync(['packages/*/package.json', 'apps/*/package.json'], { cwd: root })) {
    const manifest: unknown = JSON.parse(readFileSync(join(root, path), 'utf8'))
    if (!isRecord(manifest) || !isRecord(manifest.exports)) continue
    for (const [entry, target] of Object.entries(manifest.exports)) {
      const source = isRecord(target) ? target[sourceCondition] : undefined
      if (typeof source !== 'string') continue
      entryPoints[`${manifest.name}${entry.slice(1)}`] = join(path, '..', source).replaceAll('\\', '/')
    }
  }
  return entryPoints
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
