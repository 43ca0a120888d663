import { type Finding, refuse } from '../finding.ts'
import { isListed, sdkEntryPoints, sdks } from '../rooms.ts'
import type { Link, Tree } from '../tree.ts'

/** No entry point reaches an SDK, even lazily, so a host that installed no optional peer can build. */
export function sdk(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [specifier, entry] of tree.entryPoints) {
    if (specifier !== 'latchkey' && !specifier.startsWith('latchkey/')) continue
    for (const { link, trail } of reached(tree, entry)) {
      const name = link.package
      if (name === undefined || !isListed(name, sdks) || isListed(name, sdkEntryPoints[specifier] ?? []))
        continue
      const file = tree.files.get(link.from)
      if (file === undefined) continue
      const what = `the entry point "${specifier}" reaches the SDK "${name}" (${trail.map(shortPath).join(' → ')})`
      findings.push(
        refuse(
          file,
          link.start,
          'sdk',
          what,
          'speak the wallet’s own protocol, or move it behind an entry point of its own',
        ),
      )
    }
  }
  return findings
}

function reached(tree: Tree, entry: string): { link: Link; trail: string[] }[] {
  const seen = new Set<string>([entry])
  const found: { link: Link; trail: string[] }[] = []
  const queue: { path: string; trail: string[] }[] = [{ path: entry, trail: [entry] }]
  for (const { path, trail } of queue) {
    for (const link of tree.links.get(path) ?? []) {
      if (link.kind === 'type') continue
      found.push({ link, trail })
      if (link.to === undefined || seen.has(link.to)) continue
      seen.add(link.to)
      queue.push({ path: link.to, trail: [...trail, link.to] })
    }
  }
  return found
}

function shortPath(path: string): string {
  return path.replace(/^packages\/latchkey\/src\//, '')
}
