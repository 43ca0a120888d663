import { LoginRow } from '../login/LoginRow.tsx'
import { AccountTypeRow } from './AccountTypeRow.tsx'
import { LogOutRow } from './LogOutRow.tsx'
import { RecoveryReminder } from './RecoveryReminder.tsx'
import { SettingsRow } from './SettingsRow.tsx'
import { TotalValue } from './TotalValue.tsx'

/** What Account has of its own for a wallet that came with a login: one chunk, fetched with the first of them. */
export const ownRoom = {
  TotalValue,
  RecoveryReminder,
  AccountTypeRow,
  SettingsRow,
  LoginRow,
  LogOutRow,
} as const
