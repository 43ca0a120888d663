import { defaultSocials } from '../../../contract/limits.ts'
import type { FeatureId, ProjectConfig } from '../../../contract/projectConfig.ts'
import type { ResolvedConfig } from '../../base/config.ts'
import { cleanFeatures, type RemoteFeatures, type RemoteFlag, remoteFlags } from './remoteFeatures.ts'

/** The flags that are one switch each, by their names on the wire. */
const flagOf = {
  swap: 'swaps',
  onramp: 'onramp',
  activity: 'activity',
  branding: 'branding',
  multi_wallet: 'multiWallet',
  email_capture: 'emailCapture',
  fund_from_exchange: 'payWithExchange',
  payments: 'payments',
  authentication: 'authentication',
} as const satisfies Readonly<Record<Exclude<FeatureId, 'social_login'>, RemoteFlag>>

/**
 * A good answer as flags: what it does not name is off (SPEC-NOTES §1), what we do not know is not looked at, and of two
 * rows for one flag the one that says off counts. `social_login` lists email and the providers; without a list it means
 * all of them.
 */
export function toRemoteFeatures({ features }: ProjectConfig): RemoteFeatures {
  const flags: Record<string, unknown> = {}
  const off = new Set<string>()
  for (const { id, isEnabled, config } of features) {
    if (!isEnabled) off.add(id)
    if (Object.hasOwn(flagOf, id)) flags[flagOf[id as keyof typeof flagOf]] = !off.has(id)
    if (id !== 'social_login') continue
    const methods: readonly string[] = off.has(id) ? [] : (config ?? ['email', ...defaultSocials])
    flags.email = methods.includes('email')
    flags.socials = methods
  }
  return cleanFeatures(flags)
}

/** What of an answer holds at once, while the widget is open: only what it turns off (SPEC-NOTES §2). */
export function turnedOff(now: RemoteFeatures, answer: RemoteFeatures): RemoteFeatures {
  const narrower: Record<string, unknown> = {}
  for (const flag of remoteFlags) {
    const [was, is] = [now[flag], answer[flag]]
    if (was && (is === false || (typeof is === 'object' && is.length === 0))) narrower[flag] = false
    else if (was && typeof is === 'object')
      narrower[flag] = was === true ? is : was.filter(social => is.includes(social))
  }
  return narrower
}

/** The host's own flags that a good answer overrides (SPEC §6). */
export function overridden(local: RemoteFeatures = {}): readonly RemoteFlag[] {
  return remoteFlags.filter(flag => local[flag] !== undefined)
}

/** What the host's own flags have on and the answer off, and the command that switches it on at the services. */
export function switchesOf(
  { features: local = {}, projectId }: Pick<ResolvedConfig, 'features' | 'projectId'>,
  answer: RemoteFeatures,
): { readonly off?: readonly RemoteFlag[]; readonly switchOn?: string } {
  const off = remoteFlags.filter(flag => isOn(local[flag]) && !isOn(answer[flag]))
  if (off.length === 0) return {}
  const idOf = new Map(Object.entries(flagOf).map(([id, flag]) => [flag as RemoteFlag, id]))
  const switches = new Set(off.map(flag => `${idOf.get(flag) ?? 'social_login'}=on`))
  return { off, switchOn: `latchkey-server project features ${projectId} ${[...switches].join(' ')}` }
}

function isOn(value: RemoteFeatures[RemoteFlag]): boolean {
  return typeof value === 'object' ? value.length > 0 : value === true
}
