import type { Migration } from '../../core/store/migrations.ts'

/** Which passkey a session was begun by: it ends with it. */
export const loginCredentialMigration: Omit<Migration, 'id'> = {
  name: 'login credentials',
  statements: t => [`ALTER TABLE login_sessions ADD COLUMN credential ${t.text}`],
}
