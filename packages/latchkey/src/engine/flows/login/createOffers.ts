import { accountResource } from '../../base/accountResource.ts'
import type { EngineContext } from '../../context.ts'
import { knownOffers, type SocialOffer } from './arrangeOffers.ts'

/** What the services offer to log in by. */
export interface Offers {
  /** Asks them, at most once a minute, whatever they answer; undefined where they do not say. Never rejects. */
  ask(): Promise<readonly SocialOffer[] | undefined>
  /** Whether they were asked in this page. */
  hasAsked(): boolean
  /** What they said last, in this page or before. */
  answered(): readonly SocialOffer[] | undefined
}

/** Asks the services what can be offered. @throws LatchkeyError as a call does. */
type FetchOffers = (ctx: EngineContext) => Promise<readonly SocialOffer[]>

/** Milliseconds for which an answer is believed, and after which services that did not answer are asked again. */
const fresh = 60_000
/** They offer the same to everybody. */
const everybody = { key: 'everybody' }

/** The offers of one engine. */
export function createOffers(ctx: EngineContext, fetchOffers: FetchOffers = fetchLater): Offers {
  const { clock, signal, storage } = ctx
  const resource = accountResource<typeof everybody, readonly SocialOffer[], readonly SocialOffer[]>(
    { clock, signal },
    {
      subject: () => everybody,
      read: () => fetchOffers(ctx),
      join: (_, offers) => offers,
      fresh,
      retryGap: fresh,
    },
  )
  return {
    async ask() {
      await resource.refresh()
      const { data, failed } = resource.entry() ?? {}
      return failed ? undefined : data
    },
    hasAsked: () => resource.entry() !== undefined,
    answered: () => resource.entry()?.data ?? storage.readNow(knownOffers),
  }
}

async function fetchLater(ctx: EngineContext): Promise<readonly SocialOffer[]> {
  return (await import('./fetchOffers.ts')).fetchOffers(ctx)
}
