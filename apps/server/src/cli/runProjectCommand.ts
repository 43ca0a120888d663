import { randomBytes } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Project } from '../core/http/project.ts'
import type { Shared } from '../core/scale/shared.ts'
import type { Store } from '../core/store/store.ts'
import { isStoreError } from '../core/store/storeError.ts'
import { projectChannel } from '../projects/createProjects.ts'
import { findProject } from '../projects/findProject.ts'
import { CommandError } from './commandError.ts'
import type { FeatureChange, ProjectCommand } from './parseProjectCommand.ts'

export interface CommandDeps {
  readonly store: Store
  readonly shared: Pick<Shared, 'publish'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Runs a project command, notifies every process of a change, and returns the resulting projects.
 * @throws CommandError, StoreError.
 */
export async function runProjectCommand(
  deps: CommandDeps,
  command: ProjectCommand,
): Promise<readonly Project[]> {
  const { store } = deps
  if (command.verb === 'list') return listProjects(store)
  const id = command.verb === 'create' ? (command.id ?? randomBytes(16).toString('hex')) : command.id
  if (command.verb === 'create') await createProject(deps, id, command)
  else if ((await findProject(store, id)) === undefined) throw new CommandError(`There is no project ${id}`)
  const changes = compileChanges(store, id, command)
  if (changes.length > 0) await store.write(changes)
  // Servers that miss the notification see the change once their cache expires.
  if (command.verb !== 'show') await deps.shared.publish(projectChannel, id).catch(() => {})
  const project = await showProject(store, id)
  return project === undefined ? [] : [project]
}

/** A project with all its origins: a stored one that is none can be seen, and removed. */
async function showProject(store: Store, id: string): Promise<Project | undefined> {
  const ignored: string[] = []
  const project = await findProject(store, id, origins => ignored.push(...origins))
  return project && { ...project, allowedOrigins: [...project.allowedOrigins, ...ignored] }
}

async function listProjects(store: Store): Promise<readonly Project[]> {
  const rows = await store.db.selectFrom('projects').select('id').orderBy('id').execute()
  const projects = await Promise.all(rows.map(({ id }) => showProject(store, id)))
  return projects.filter(project => project !== undefined)
}

async function createProject(
  { store, now }: CommandDeps,
  id: string,
  command: ProjectCommand & { verb: 'create' },
): Promise<void> {
  const insert = store.compose
    .insertInto('projects')
    .values({
      id,
      name: command.name ?? id,
      created_at: now(),
      is_analytics_enabled: command.analytics ? 1 : 0,
    })
    .compile()
  try {
    // In one batch: nothing of it goes to a project that exists already.
    await store.write([
      insert,
      ...addOrigins(store, id, command.origins),
      ...command.features.map(feature => setFeature(store, id, feature)),
    ])
  } catch (error) {
    if (isStoreError(error, 'constraint')) throw new CommandError(`There is a project ${id} already`)
    throw error
  }
}

function compileChanges(store: Store, id: string, command: ProjectCommand): readonly CompiledQuery[] {
  const { compose } = store
  const drop = compose.deleteFrom('project_origins').where('project_id', '=', id)
  switch (command.verb) {
    case 'origins':
      if (command.change === 'remove') return [drop.where('origin', 'in', [...command.origins]).compile()]
      return [
        ...(command.change === 'set' ? [drop.compile()] : []),
        ...addOrigins(store, id, command.origins),
      ]
    case 'features':
      return [...command.features.map(feature => setFeature(store, id, feature)), countRevision(store, id)]
    case 'addresses':
      return [
        compose
          .updateTable('projects')
          .set({ addresses: JSON.stringify(command.addresses) })
          .where('id', '=', id)
          .compile(),
      ]
    case 'analytics':
      return [
        compose
          .updateTable('projects')
          .set({ is_analytics_enabled: command.on ? 1 : 0 })
          .where('id', '=', id)
          .compile(),
      ]
    default:
      return []
  }
}

function addOrigins(store: Store, project_id: string, origins: readonly string[]): CompiledQuery[] {
  return origins.map(origin =>
    store.compose
      .insertInto('project_origins')
      .values({ project_id, origin })
      .onConflict(conflict => conflict.doNothing())
      .compile(),
  )
}

/** Counts a project's revision up: clients refuse flags signed for an earlier one. */
function countRevision(store: Store, id: string): CompiledQuery {
  return store.compose
    .updateTable('projects')
    .set(eb => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .compile()
}

function setFeature(store: Store, project_id: string, feature: FeatureChange): CompiledQuery {
  return store.compose
    .insertInto('project_features')
    .values({
      project_id,
      feature_id: feature.id,
      is_enabled: feature.isEnabled ? 1 : 0,
      config: feature.config === null ? null : JSON.stringify(feature.config),
    })
    .onConflict(conflict =>
      conflict.columns(['project_id', 'feature_id']).doUpdateSet(eb => ({
        is_enabled: eb.ref('excluded.is_enabled'),
        config: eb.ref('excluded.config'),
      })),
    )
    .compile()
}
