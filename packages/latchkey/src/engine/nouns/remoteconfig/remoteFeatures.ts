/** The layer of the remote configuration over the host's own flags (SPEC §1, §6; DECISIONS C3). */
import { defaultSocials } from '../../../contract/limits.ts'
import type { Features } from '../../../contract/options.ts'
import type { ResolvedConfig } from '../../base/config.ts'
import type { StoredKey } from '../../base/stored.ts'
import type { EngineContext } from '../../context.ts'

/** The flags that a project's remote configuration governs (SPEC §1). */
export const remoteFlags = [
  'email',
  'socials',
  'swaps',
  'onramp',
  'activity',
  'branding',
  'multiWallet',
  'emailCapture',
  'payWithExchange',
  'payments',
  'authentication',
] as const satisfies readonly (keyof Features)[]

export type RemoteFlag = (typeof remoteFlags)[number]

/** Only these; whatever else an answer says changes nothing (T111). A flag that is not there leaves the host's own. */
export type RemoteFeatures = Pick<Features, RemoteFlag>

/** What an answer was given for, and what it said. */
export interface LastGoodConfig {
  readonly source: string
  readonly features: RemoteFeatures
  /** Whether a key that the page trusts vouched for it. One that was stored without the word is not believed to be. */
  readonly isVouched?: boolean
}

/** The last good answer, for the first paint and for when the service does not answer (F23). */
export const lastGoodConfig: StoredKey<LastGoodConfig> = {
  name: 'config',
  version: 1,
  lifetime: 604_800_000,
  parse(data) {
    const { source, features, isVouched } = data as LastGoodConfig
    return { source: String(source), features: cleanFeatures(features), isVouched: isVouched === true }
  },
}

/** Every remote flag, off where it is not plainly on; of the social providers those that there are. */
export function cleanFeatures(given: Readonly<Record<string, unknown>>): RemoteFeatures {
  const flags = remoteFlags.map(flag => {
    const value = Object.hasOwn(given, flag) && given[flag]
    const isList = flag === 'socials' && Array.isArray(value)
    return [flag, isList ? defaultSocials.filter(social => value.includes(social)) : value === true]
  })
  return Object.freeze(Object.fromEntries(flags))
}

/**
 * What an answer that no key vouches for may say: of the settings on which security hangs it may only narrow those that the
 * host set itself. A requirement (`authentication`, `emailCapture`) stays on, and what the host closed (`multiWallet`, `email`,
 * `socials`) stays closed (T111).
 */
export function heldFeatures(local: Features = {}, answer: RemoteFeatures): RemoteFeatures {
  const held: Record<string, unknown> = { ...answer }
  for (const flag of ['authentication', 'emailCapture'] as const) if (local[flag]) held[flag] = true
  for (const flag of ['multiWallet', 'email', 'socials'] as const)
    if (local[flag] === false) held[flag] = false
  const { socials } = local
  if (Array.isArray(socials) && Array.isArray(answer.socials))
    held.socials = answer.socials.filter(social => socials.includes(social))
  return Object.freeze(held)
}

/** Where the remote configuration comes from; undefined when there is no source, or basic mode ignores it. */
export function sourceOf({ basic, endpoints, projectId, directoryKeys }: ResolvedConfig): string | undefined {
  // An answer that was stored before the host named its keys was not verified.
  const vouched = directoryKeys ? ' signed' : ''
  return basic || !endpoints?.directory ? undefined : `${projectId} ${endpoints.directory}${vouched}`
}

/** What holds before the services answered: all off in basic mode, else the last good answer of this very source. */
export function firstRemote({ config, storage }: Pick<EngineContext, 'config' | 'storage'>): RemoteFeatures {
  if (config.basic) return cleanFeatures({})
  const source = sourceOf(config)
  const last = source && storage.readNow(lastGoodConfig)
  if (!last || last.source !== source) return {}
  return last.isVouched ? last.features : heldFeatures(config.features, last.features)
}
