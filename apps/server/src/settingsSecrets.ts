import { rooms, type Settings } from './rooms.ts'

/** The texts of the settings that no log line may hold: URLs with keys and passwords, and the passwords alone. */
export function settingsSecrets(settings: Settings): readonly string[] {
  return rooms.flatMap(room => room.secrets?.(settings) ?? []).filter(text => text !== undefined)
}
