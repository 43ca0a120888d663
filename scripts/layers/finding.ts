import { lineOf, type SourceFile } from './sourceFile.ts'

/** Something a rule refuses, or only warns about, at one line. */
export interface Finding {
  path: string
  line: number
  rule: string
  what: string
  fix: string
  severity: 'error' | 'warning'
}

/** Makes a refusal at an offset of a file. */
export function refuse(
  file: Pick<SourceFile, 'path' | 'text'>,
  start: number,
  rule: string,
  what: string,
  fix: string,
): Finding {
  return { path: file.path, line: lineOf(file, start), rule, what, fix, severity: 'error' }
}

/** One line for people and editors: `path:line rule — what — what to do`. */
export function formatFinding(finding: Finding): string {
  const mark = finding.severity === 'warning' ? ' (warning)' : ''
  return `${finding.path}:${finding.line} ${finding.rule}${mark} — ${finding.what} — ${finding.fix}`
}
