import type { Migration } from '../../core/store/migration.ts'

/** The tables of the analytics room, and a project's wish for them. */
export const analyticsMigration: Migration = {
  id: 4,
  name: 'analytics',
  statements: t => [
    `ALTER TABLE projects ADD COLUMN is_analytics_enabled ${t.flag} NOT NULL DEFAULT 0 CHECK (is_analytics_enabled IN (0, 1))`,
    `CREATE TABLE analytics_events (
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      event_id ${t.text} NOT NULL,
      day ${t.text} NOT NULL,
      at ${t.int64} NOT NULL,
      event ${t.text} NOT NULL,
      domain ${t.text} NOT NULL,
      properties ${t.json} NOT NULL,
      is_counted ${t.flag} NOT NULL CHECK (is_counted IN (0, 1)),
      PRIMARY KEY (project_id, event_id)
    )${t.table}`,
    'CREATE INDEX analytics_events_day ON analytics_events (day)',
    `CREATE TABLE analytics_days (
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      day ${t.text} NOT NULL,
      event ${t.text} NOT NULL,
      events ${t.int64} NOT NULL,
      PRIMARY KEY (project_id, day, event)
    )${t.table}`,
  ],
}
