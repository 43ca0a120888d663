import type { EngineContext } from '../context.ts'
import { featuresOf } from '../remoteconfig/featuresOf.ts'

/** Whether the host wants its visitors signed in: by a provider of its own, or by the services (`authentication`). */
export function asksSignIn({ config, remote }: Pick<EngineContext, 'config' | 'remote'>): boolean {
  if (config.siwx ?? config.siweConfig) return true
  return featuresOf({ config, remote }).authentication === true && config.endpoints?.api !== undefined
}
