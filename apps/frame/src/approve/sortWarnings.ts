import type { Warning } from './approvalView.ts'

/** Each once, the worst first. */
export function sortWarnings(warnings: readonly Warning[]): readonly Warning[] {
  const unique = [...new Map(warnings.map(each => [each.text, each])).values()]
  return unique.sort((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'))
}
