import type { SignInMessage } from 'latchkey/contract'

const statements: readonly (string | undefined)[] = ['Farcaster Auth', 'Farcaster Connect']
const scheme = /^farcaster:/i
/** Of at most 15 digits, which JSON has as a number without loss. */
const resource = /^farcaster:\/\/fid\/([1-9]\d{0,14})\/?$/

/** The account that a text signs in; undefined for a text of another kind, or one that names none or several (T55). */
export function readFid({ statement, resources = [] }: SignInMessage): string | undefined {
  if (!statements.includes(statement)) return undefined
  const named = resources.filter(each => scheme.test(each))
  const [, fid] = resource.exec(named[0] ?? '') ?? []
  return named.length === 1 ? fid : undefined
}
