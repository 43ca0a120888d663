import { basename } from 'node:path'
import { type Finding, refuse } from '../finding.ts'
import type { Tree } from '../tree.ts'

/** `views.ts` names components by `import()` only, so that each view stays a chunk of its own. */
export function views(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (basename(path) !== 'views.ts') continue
    for (const link of tree.links.get(path) ?? []) {
      if (link.kind !== 'static' || !link.to?.endsWith('.tsx')) continue
      const what = `views.ts imports ${link.specifier} statically`
      findings.push(refuse(file, link.start, 'views', what, `write load: () => import('${link.specifier}')`))
    }
  }
  return findings
}
