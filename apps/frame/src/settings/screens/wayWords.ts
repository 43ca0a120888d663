import type { RecoveryKind } from 'latchkey/services'
import type { SettingsText } from '../settingsTexts.ts'

/** What a way to recover is called. */
export const wayWords: Readonly<Record<RecoveryKind, SettingsText>> = {
  code: 'settings.code',
  password: 'settings.password',
  passkey: 'settings.passkey',
  operator: 'settings.operator',
}
