import { basename } from 'node:path'
import { type Finding, refuse } from '../finding.ts'
import { isTest } from '../sourceFile.ts'
import type { Tree } from '../tree.ts'

/** React runs only in components (`*.tsx`), hooks (`use*.ts`) and the entry point `react.ts`; its types may go anywhere. */
export function react(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    const name = basename(path)
    if (isTest(path) || name.endsWith('.tsx') || /^use[A-Z]\w*\.ts$/.test(name) || name === 'react.ts')
      continue
    for (const link of tree.links.get(path) ?? []) {
      if (link.kind === 'type' || (link.package !== 'react' && link.package !== 'react-dom')) continue
      const what = `${name} imports ${link.specifier}`
      findings.push(
        refuse(
          file,
          link.start,
          'react',
          what,
          'move that part into a component (*.tsx) or a hook (use*.ts)',
        ),
      )
    }
  }
  return findings
}
