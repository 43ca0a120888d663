import type { Migration } from '../../core/store/migration.ts'

/** Which link takes a deferred change back: it ends with it. */
export const loginDeferredMigration: Migration = {
  id: 16,
  name: 'login deferred changes',
  statements: t => [`ALTER TABLE login_changes ADD COLUMN undo_mac ${t.text}`],
}
