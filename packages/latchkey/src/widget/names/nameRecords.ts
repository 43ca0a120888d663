/** The text records that can be filled in here, by their keys of ENSIP-5; others of a name are kept as they are. */
export const recordKeys = ['avatar', 'description', 'url', 'email', 'com.twitter', 'com.github'] as const

export type RecordKey = (typeof recordKeys)[number]

/** The services refuse longer ones. */
export const longestRecord = 2_048

/** What is wrong with a record; undefined where nothing is. The services check the same (T67). */
export function recordProblem(key: string, value: string): 'avatarWrong' | 'hidden' | undefined {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value.replaceAll('\n', ''))) return 'hidden'
  if (key !== 'avatar' || value === '') return undefined
  return /^(?:https|ipfs):\/\/./.test(value) && URL.canParse(value) ? undefined : 'avatarWrong'
}

/** The records of a name once what was typed takes the place of what was there; an empty one is taken away. */
export function mergeRecords(
  before: Readonly<Record<string, string>>,
  typed: Readonly<Partial<Record<RecordKey, string>>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries({ ...before, ...typed }).map(([key, value]) => [key, value.trim()] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}
