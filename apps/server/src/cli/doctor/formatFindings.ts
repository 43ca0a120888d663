import type { Finding } from './finding.ts'

/** Writes findings for a terminal: a line for each, and behind it what to do; the last line counts. */
export function formatFindings(findings: readonly Finding[]): string {
  const words = { ok: 'ok', warning: 'warning', wrong: 'WRONG', skipped: '-' } as const
  const lines = findings.map(({ check, state, says, fix }) =>
    [words[state].padEnd(8), check.padEnd(9), fix === undefined ? says : `${says}. ${fix}`].join(''),
  )
  const count = (state: Finding['state']) => findings.filter(each => each.state === state).length
  return [
    ...lines,
    `${count('ok')} ok, ${count('warning')} warnings, ${count('wrong')} wrong, ${count('skipped')} do not apply`,
  ].join('\n')
}
