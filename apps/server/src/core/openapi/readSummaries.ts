import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the contract's sources say above each call, in one paragraph: comments are gone once the code runs. */
export function readSummaries(folder: string): Readonly<Record<string, string>> {
  const found: [string, string][] = []
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const source = readFileSync(join(folder, file), 'utf8')
    for (const match of source.matchAll(/^export const (\w+) = route\(/gm)) {
      found.push([match[1] ?? '', commentBefore(source.slice(0, match.index))])
    }
  }
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function commentBefore(source: string): string {
  const trimmed = source.trimEnd()
  if (!trimmed.endsWith('*/')) return ''
  const comment = trimmed.slice(trimmed.lastIndexOf('/**') + 3, -2)
  const text = comment
    .replace(/^\s*\*/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  // The heading of the call says method and path already, and the reference stands for itself.
  const own = text
    .replace(/\s*\((?:SPEC|docs)[^)]*\)/g, '')
    .replace(/^(?:GET|POST|PUT|DELETE) \S+?(?=[\s:,.]|$)[:,.]?\s*/, '')
  return own.charAt(0).toUpperCase() + own.slice(1)
}
