import { basename, dirname } from 'node:path'
import { type Finding, refuse } from '../finding.ts'
import { hostPages } from '../rooms.ts'
import { children } from '../syntax.ts'
import type { Tree } from '../tree.ts'

const bannedWord =
  /^(utils?|helpers?|manager|controller|common|misc|types)$|(Utils?|Helpers?|Manager|Controller)$/
// Tools load these by their default export.
const configuration = /(\.(config|d)|(^|\/)global(Setup|Teardown))\.ts$/

/** Names that say nothing are refused, folders are one lowercase word, and nothing is exported without a name. */
export function names(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    const name = basename(path).replace(/(\.\w+)+$/, '')
    if (bannedWord.test(name)) {
      findings.push(
        refuse(file, 0, 'names', `"${basename(path)}" says nothing`, 'name the file after its main export'),
      )
    }
    for (const folder of sourceFolders(path)) {
      if (/^[a-z][a-z0-9]*$/.test(folder) && !bannedWord.test(folder)) continue
      findings.push(
        refuse(file, 0, 'names', `folder "${folder}" is not one telling lowercase word`, 'rename the folder'),
      )
    }
    if (configuration.test(path) || hostPages.test(path)) continue
    for (const statement of children(file.program, 'body')) {
      if (statement.type !== 'ExportDefaultDeclaration') continue
      findings.push(refuse(file, statement.start, 'names', 'default export', 'export it by its name'))
    }
  }
  return findings
}

function sourceFolders(path: string): string[] {
  const parts = dirname(path).split('/')
  const from = parts.indexOf('src')
  return from === -1 ? [] : parts.slice(from + 1)
}
