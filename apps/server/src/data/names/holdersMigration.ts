import type { Migration } from '../../core/store/migration.ts'

/** Since when an account goes by a name: null for the time it registered it, 0 for a name that another account handed to it. */
export const nameHoldersMigration: Migration = {
  id: 27,
  name: 'name holders',
  statements: t => [`ALTER TABLE names ADD COLUMN named_at ${t.int64}`],
}
