import type { Room } from '../core/context/room.ts'
import { projectAccessMigration } from './accessMigration.ts'
import { projectAddressesMigration } from './addressesMigration.ts'
import { projectMigration } from './migration.ts'
import { type ProjectsSettings, readProjectsSettings } from './readProjectsSettings.ts'
import { projectRevisionMigration } from './revisionMigration.ts'
import { seedDevelopmentProject } from './seedDevelopmentProject.ts'

/** Who may use the services. Its calls are the configuration's (`data/config`), which the directory's key signs. */
export const projectsRoom: Room<ProjectsSettings> = {
  settings: readProjectsSettings,
  migrations: [projectMigration, projectRevisionMigration, projectAddressesMigration, projectAccessMigration],
  async open({ settings, store, now }) {
    if (settings.development) await seedDevelopmentProject(store, now())
  },
}
