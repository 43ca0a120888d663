import { type Finding, refuse } from '../finding.ts'
import { fixtureEntryPoints } from '../rooms.ts'
import { isTest, type SourceFile } from '../sourceFile.ts'
import { child, children, nameOf } from '../syntax.ts'
import type { Tree } from '../tree.ts'

/** A file that only passes on other files' exports is an entry point listed in a package's `exports`, or it is refused. */
export function barrels(tree: Tree): Finding[] {
  const entryPoints = new Set([...tree.entryPoints.values(), ...fixtureEntryPoints])
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (isTest(path) || path.endsWith('.d.ts') || entryPoints.has(path) || !onlyPassesOn(file)) continue
    findings.push(
      refuse(
        file,
        0,
        'barrels',
        'this file only re-exports others',
        'import those where they are needed and delete this file',
      ),
    )
  }
  return findings
}

function onlyPassesOn(file: SourceFile): boolean {
  const body = children(file.program, 'body')
  const imported = new Set<string>()
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue
    for (const specifier of children(statement, 'specifiers'))
      imported.add(nameOf(child(specifier, 'local')) ?? '')
  }
  const others = body.filter(statement => statement.type !== 'ImportDeclaration')
  if (others.length === 0) return false
  return others.every(statement => {
    if (statement.type === 'ExportAllDeclaration') return true
    if (statement.type !== 'ExportNamedDeclaration' || child(statement, 'declaration') !== undefined)
      return false
    if (child(statement, 'source') !== undefined) return true
    return children(statement, 'specifiers').every(specifier =>
      imported.has(nameOf(child(specifier, 'local')) ?? ''),
    )
  })
}
