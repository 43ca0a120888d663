import type { Migration } from '../core/store/migration.ts'

/** From which network each message came: what a network may keep of a project's quota is bounded. */
export const relaySenderMigration: Migration = {
  id: 25,
  name: 'relay senders',
  statements: ({ engine, text }) =>
    engine === 'sqlite'
      ? [
          `ALTER TABLE relay_messages ADD COLUMN network ${text}`,
          `CREATE INDEX relay_messages_by_sender
            ON relay_messages (project_id, network, publisher, position, bytes, expires_at)`,
          // The new index answers what this one did.
          'DROP INDEX relay_messages_by_project',
        ]
      : [
          // Of the parents, so that each shelf has them, also one that a process of an older release makes.
          `ALTER TABLE relay_mail ADD COLUMN network ${text}`,
          `CREATE INDEX relay_mail_by_sender
            ON relay_mail (project_id, network, publisher, position) INCLUDE (bytes, expires_at)`,
          'DROP INDEX relay_messages_by_project',
        ],
}
