import { EnvironmentError } from './core/settings/environmentError.ts'
import { type ReadVariable, Wrong } from './core/settings/readers.ts'
import { rooms, type Settings } from './rooms.ts'

/**
 * Reads and checks the configuration of the services; an empty variable counts as unset.
 * @throws EnvironmentError listing every wrong variable.
 */
export function parseEnvironment(environment: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = []
  const read: ReadVariable = (name, fallback, reader) => {
    const text = environment[name]?.trim() ?? ''
    if (text === '') return fallback
    try {
      return reader(text)
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      problems.push(`${name} ${error.message}`)
      return fallback
    }
  }
  // Together the rooms' own settings are what `Settings` is made of.
  const settings: Settings = Object.assign({}, ...rooms.map(room => room.settings?.(read)))
  for (const room of rooms) problems.push(...(room.check?.(settings) ?? []))
  if (problems.length > 0) throw new EnvironmentError(problems)
  return settings
}
