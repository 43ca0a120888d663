import { getSocialProviders } from '../../../contract/social.ts'
import type { EngineContext } from '../../context.ts'
import { knownOffers, readOffers, type SocialOffer } from './arrangeOffers.ts'

/** Asks the services what can be offered, and keeps it. @throws LatchkeyError as a call does. */
export async function fetchOffers(ctx: EngineContext): Promise<readonly SocialOffer[]> {
  const service = ctx.config.endpoints?.api === undefined ? 'directory' : 'api'
  const { providers } = await (await ctx.api()).call(getSocialProviders, { service })
  const offers = readOffers(providers)
  void ctx.storage.write(knownOffers, offers)
  return offers
}
