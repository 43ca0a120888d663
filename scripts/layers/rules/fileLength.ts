import type { Finding } from '../finding.ts'
import { dataFiles } from '../rooms.ts'
import { isTest, type SourceFile } from '../sourceFile.ts'
import type { Tree } from '../tree.ts'

const warnAt = 250
const refuseAt = 400

/** Source files stay below 400 lines of code; above 250 there is a warning. Data, schemas, locales and tests may be long. */
export function fileLength(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (isTest(path) || path.endsWith('.d.ts') || dataFiles.some(pattern => pattern.test(path))) continue
    const lines = codeLines(file)
    if (lines <= warnAt) continue
    const severity = lines > refuseAt ? 'error' : 'warning'
    const limit = severity === 'error' ? refuseAt : warnAt
    findings.push({
      path,
      line: 1,
      rule: 'length',
      what: `${lines} lines of code, more than ${limit}`,
      fix: 'split it by what its parts are about',
      severity,
    })
  }
  return findings
}

/** Lines that hold something besides white space and comments. */
export function codeLines(file: SourceFile): number {
  let rest = ''
  let at = 0
  for (const comment of [...file.comments].sort((a, b) => a.start - b.start)) {
    rest += file.text.slice(at, comment.start)
    rest += file.text.slice(comment.start, comment.end).replace(/[^\n]/g, ' ')
    at = comment.end
  }
  rest += file.text.slice(at)
  return rest.split('\n').filter(line => line.trim() !== '').length
}
