import type { ResolvedConfig } from '../../base/config.ts'

/** Whether the services have flags of the project: a source is named, and basic mode does not ignore it (SPEC §1). */
export function hasFlagSource({ basic, endpoints }: Pick<ResolvedConfig, 'basic' | 'endpoints'>): boolean {
  return !basic && Boolean(endpoints?.directory)
}
