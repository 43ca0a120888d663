import { indexerMigration } from '../../data/indexer/migration.ts'
import { indexerShownMigration } from '../../data/indexer/shownMigration.ts'
import { nameMigration } from '../../data/names/migration.ts'
import { analyticsMigration } from '../../people/analytics/migration.ts'
import { custodyMigration } from '../../people/custody/migration.ts'
import { loginCredentialMigration } from '../../people/login/credentialMigration.ts'
import { loginDeferredMigration } from '../../people/login/deferredMigration.ts'
import { loginMigration } from '../../people/login/migration.ts'
import { breakerMigration } from '../../people/signin/breakerMigration.ts'
import { signInMigration } from '../../people/signin/migration.ts'
import { socialMigration } from '../../people/social/migration.ts'
import { socialPurposeMigration } from '../../people/social/purposeMigration.ts'
import { projectRevisionMigration } from '../../projects/migration.ts'
import { relayMigration } from '../../relay/migration.ts'
import { relayProjectMigration } from '../../relay/projectMigration.ts'
import { scaleMigration } from '../scale/migration.ts'

/** How an engine spells the portable columns (DECISIONS T14). */
export interface ColumnTypes {
  readonly text: string
  readonly int64: string
  readonly blob: string
  /** 0 or 1. */
  readonly flag: string
  /** JSON as text; it is parsed and checked by whoever reads it. */
  readonly json: string
  /** What stands behind the closing bracket of CREATE TABLE. */
  readonly table: string
}

/** One step of the schema. Once released it never changes: a correction is a further step. */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly statements: (types: ColumnTypes) => readonly string[]
}

/** Every step, oldest first, numbered without gaps. */
export const migrations: readonly Migration[] = [
  {
    id: 1,
    name: 'projects',
    statements: t => [
      `CREATE TABLE projects (
        id ${t.text} NOT NULL PRIMARY KEY,
        name ${t.text} NOT NULL,
        created_at ${t.int64} NOT NULL
      )${t.table}`,
      `CREATE TABLE project_origins (
        project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
        origin ${t.text} NOT NULL,
        PRIMARY KEY (project_id, origin)
      )${t.table}`,
      `CREATE TABLE project_features (
        project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
        feature_id ${t.text} NOT NULL,
        is_enabled ${t.flag} NOT NULL CHECK (is_enabled IN (0, 1)),
        config ${t.json},
        PRIMARY KEY (project_id, feature_id)
      )${t.table}`,
    ],
  },
  { id: 2, ...indexerMigration },
  { id: 3, ...scaleMigration },
  { id: 4, ...analyticsMigration },
  { id: 5, ...nameMigration },
  { id: 6, ...relayMigration },
  { id: 7, ...relayProjectMigration },
  { id: 8, ...projectRevisionMigration },
  { id: 9, ...signInMigration },
  { id: 10, ...breakerMigration },
  { id: 11, ...custodyMigration },
  { id: 12, ...loginMigration },
  { id: 13, ...socialMigration },
  { id: 14, ...socialPurposeMigration },
  { id: 15, ...loginCredentialMigration },
  { id: 16, ...loginDeferredMigration },
  { id: 17, ...indexerShownMigration },
]
