import { type Finding, refuse } from '../finding.ts'
import type { Tree } from '../tree.ts'

/** No circle of imports at run time; types and `import()` do not close one. */
export function cycles(tree: Tree): Finding[] {
  const findings: Finding[] = []
  const done = new Set<string>()
  const reported = new Set<string>()
  const stack: string[] = []
  const visit = (path: string): void => {
    if (done.has(path)) return
    stack.push(path)
    for (const link of tree.links.get(path) ?? []) {
      if (link.kind !== 'static' || link.to === undefined || !tree.files.has(link.to)) continue
      const at = stack.indexOf(link.to)
      if (at === -1) visit(link.to)
      else report(stack.slice(at), path, link.start)
    }
    stack.pop()
    done.add(path)
  }
  const report = (circle: string[], path: string, start: number): void => {
    const key = [...circle].sort().join('|')
    const file = tree.files.get(path)
    if (reported.has(key) || file === undefined) return
    reported.add(key)
    const what = `import cycle: ${[...circle, circle[0]].join(' → ')}`
    findings.push(refuse(file, start, 'cycles', what, 'move what both sides need into a file of its own'))
  }
  for (const path of [...tree.files.keys()].sort()) visit(path)
  return findings
}
