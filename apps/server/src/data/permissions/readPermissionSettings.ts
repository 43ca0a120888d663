import { projectIdSchema } from 'latchkey/services'
import * as v from 'valibot'
import { type Reader, type ReadVariable, Wrong } from '../../core/settings/readers.ts'

/** Which projects may ask for permissions. */
export interface PermissionSettings {
  /** Ids of projects; none by default, as the contract behind it is unaudited. */
  readonly projects: ReadonlySet<string>
}

export function readPermissionSettings(read: ReadVariable): PermissionSettings {
  return { projects: read<ReadonlySet<string>>('PERMISSIONS_UNAUDITED_PROJECTS', new Set(), projectIds) }
}

const projectIds: Reader<ReadonlySet<string>> = text => {
  const ids = text.split(',').map(id => id.trim())
  if (!ids.every(id => v.is(projectIdSchema, id)))
    throw new Wrong('must list ids of projects, separated by commas')
  return new Set(ids)
}
