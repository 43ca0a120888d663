import type { Features } from '../../../contract/options.ts'
import type { ResolvedConfig } from '../../base/config.ts'

/** Whether the host wants its visitors signed in: by a provider of its own, or by the services (`authentication`). */
export function isSignInEnabled({
  config,
  features,
}: {
  readonly config: Pick<ResolvedConfig, 'siwx' | 'siweConfig' | 'endpoints'>
  /** Those that hold. */
  readonly features: Pick<Features, 'authentication'>
}): boolean {
  if (config.siwx ?? config.siweConfig) return true
  return features.authentication === true && config.endpoints?.api !== undefined
}
