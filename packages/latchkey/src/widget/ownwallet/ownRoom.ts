import { LogOutWords } from './LogOutWords.tsx'
import { OwnRows } from './OwnRows.tsx'
import { RecoveryReminder } from './RecoveryReminder.tsx'

/** What Account has of its own for a wallet that came with a login: one chunk, fetched with the first of them. */
export const ownRoom = {
  Reminder: RecoveryReminder,
  Rows: OwnRows,
  LogOut: LogOutWords,
} as const
