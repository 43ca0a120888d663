import type { Migration } from '../core/store/migration.ts'

/** Whose each message is: what a project may keep is bounded. */
export const relayProjectMigration: Migration = {
  id: 7,
  name: 'relay projects',
  statements: t => [
    // Existing messages count for no project, and expire in time.
    `ALTER TABLE relay_messages ADD COLUMN project_id ${t.text} NOT NULL DEFAULT ''`,
    'CREATE INDEX relay_messages_by_project ON relay_messages (project_id, bytes)',
  ],
}
