import type { ReadVariable } from '../../core/settings/readers.ts'

/** Reads variables one by one; an empty one counts as unset. @throws Wrong with the first that is. */
export function readFrom(environment: Readonly<Record<string, string | undefined>>): ReadVariable {
  return (name, fallback, reader) => {
    const text = environment[name]?.trim() ?? ''
    return text === '' ? fallback : reader(text)
  }
}
