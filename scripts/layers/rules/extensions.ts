import { type Finding, refuse } from '../finding.ts'
import type { Tree } from '../tree.ts'

/**
 * A relative import names its file as it is called: Node runs the sources as they are (DECISIONS T2), and the rules that
 * follow imports would lose the way at another name.
 */
export function extensions(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    for (const { specifier, to, start } of tree.links.get(path) ?? []) {
      if (!specifier.startsWith('.') || to === undefined || !isSource(to) || tree.files.has(to)) continue
      findings.push(
        refuse(
          file,
          start,
          'extensions',
          `there is no source file ${to}`,
          'write the name of the file, with .ts or .tsx',
        ),
      )
    }
  }
  return findings
}

/** Whether a path is of what this tree reads; a style sheet, data and the .mjs of the bootstrap are not. */
function isSource(path: string): boolean {
  const extension = /\.\w+(\?\w+)?$/.exec(path)?.[0]
  return extension === undefined || /^\.[jt]sx?$/.test(extension)
}
