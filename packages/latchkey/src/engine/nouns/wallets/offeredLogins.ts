import type { ChainNamespace } from '../../../contract/caip.ts'
import type { Features } from '../../../contract/options.ts'
import type { ResolvedConfig } from '../../base/config.ts'

/** The ways into a wallet of our own that a visitor is offered. */
export interface OfferedLogins {
  readonly email: boolean
  readonly socials: boolean
}

/**
 * What the flags that hold offer, where it leads somewhere: the wallet frame is named, and an adapter speaks with it, for
 * `namespace` where one was asked for (SPEC §2, §6 "Embedded login").
 */
export function offeredLogins(
  {
    config,
    features,
  }: {
    readonly config: Pick<ResolvedConfig, 'endpoints' | 'basic' | 'adapters'>
    readonly features: Features
  },
  namespace?: ChainNamespace,
): OfferedLogins {
  const { endpoints, basic, adapters } = config
  const isSpoken = adapters.some(
    adapter =>
      adapter.facts?.embedded !== undefined && (namespace === undefined || adapter.namespace === namespace),
  )
  const canBe = basic !== true && endpoints?.frame !== undefined && isSpoken
  const { socials } = features
  const hasSocials = typeof socials === 'object' ? socials.length > 0 : socials === true
  return { email: canBe && features.email === true, socials: canBe && hasSocials }
}
