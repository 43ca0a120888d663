import type { Migration } from '../../core/store/migrations.ts'

/** Which link takes a deferred change back: it ends with it. */
export const loginDeferredMigration: Omit<Migration, 'id'> = {
  name: 'login deferred changes',
  statements: t => [`ALTER TABLE login_changes ADD COLUMN undo_mac ${t.text}`],
}
