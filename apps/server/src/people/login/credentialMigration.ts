import type { Migration } from '../../core/store/migration.ts'

/** Which passkey a session was begun by: it ends with it. */
export const loginCredentialMigration: Migration = {
  id: 15,
  name: 'login credentials',
  statements: t => [`ALTER TABLE login_sessions ADD COLUMN credential ${t.text}`],
}
