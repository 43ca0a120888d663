import { developmentDirectoryKey } from '../../../contract/directory.ts'
import type { ResolvedConfig } from '../../base/config.ts'

/** Whose heads this page takes: the host's `directoryKeys`; where it names none, the development key for the local stack's projects. */
export function trustedKeys({
  projectId,
  directoryKeys,
}: Pick<ResolvedConfig, 'projectId' | 'directoryKeys'>): readonly string[] {
  return directoryKeys ?? (/^latchkey-dev(-signin|-login)?$/.test(projectId) ? [developmentDirectoryKey] : [])
}
