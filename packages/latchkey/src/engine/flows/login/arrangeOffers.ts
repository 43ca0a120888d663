import { defaultSocials } from '../../../contract/limits.ts'
import { isSocialMethod, type SocialMethod } from '../../../contract/loginNames.ts'
import type { StoredKey } from '../../base/stored.ts'

/** A way to log in that can be offered here. */
export interface SocialOffer {
  readonly method: SocialMethod
  /** Whether it answers at the moment (F46). */
  readonly isAvailable: boolean
}

/** `@latchkey/<id>/socials`: what the services said last, so that the next visit is painted with it. */
export const knownOffers: StoredKey<readonly SocialOffer[]> = {
  name: 'socials',
  version: 1,
  lifetime: 7 * 24 * 3_600_000,
  parse: data =>
    Array.isArray(data)
      ? readOffers(data.map(each => ({ provider: Object(each).method, isAvailable: true })))
      : undefined,
}

/** What of an answer of the services is known here. */
export function readOffers(
  providers: readonly { readonly provider: unknown; readonly isAvailable: boolean }[],
): readonly SocialOffer[] {
  return providers.flatMap(({ provider, isAvailable }) =>
    isSocialMethod(provider) ? [{ method: provider, isAvailable }] : [],
  )
}

/** The same ways in the same places, as far as an answer that came while they are looked at still has them. */
export function markOffers(
  shown: readonly SocialOffer[],
  answered: readonly SocialOffer[],
): readonly SocialOffer[] {
  return shown.map(({ method }) => ({
    method,
    isAvailable: answered.some(offer => offer.method === method && offer.isAvailable),
  }))
}

/**
 * The accounts to log in by, in the host's order, as far as the services have them; all of the host's until the services
 * have said. Passkeys come first, and only where the browser has them; beside an address alone, which says nothing of them,
 * only once the services have said, if they can be asked.
 */
export function arrangeOffers(options: {
  /** `features.socials`, as a host gives it. */
  readonly socials: unknown
  readonly answered: readonly SocialOffer[] | undefined
  readonly hasPasskeys: boolean
  /** Whether the services can be asked. */
  readonly canAsk: boolean
}): readonly SocialOffer[] {
  const { socials, answered, hasPasskeys, canAsk } = options
  const wanted: readonly unknown[] = socials === true ? defaultSocials : Array.isArray(socials) ? socials : []
  const methods = new Set<unknown>([
    ...(hasPasskeys && (wanted.length > 0 || !canAsk || answered) ? ['passkey'] : []),
    ...wanted.filter(each => each !== 'passkey'),
  ])
  return [...methods]
    .filter(isSocialMethod)
    .flatMap(method =>
      answered ? answered.filter(offer => offer.method === method) : { method, isAvailable: true },
    )
}
