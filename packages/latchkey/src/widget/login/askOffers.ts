import type { EngineContext } from '../../engine/context.ts'
import { knownOffers, type SocialOffer } from '../../engine/flows/login/arrangeOffers.ts'
import type { Widget } from '../shell/widget.ts'

type Offers = readonly SocialOffer[]

/** Asks the services what can be offered. @throws LatchkeyError as a call does. */
type FetchOffers = (ctx: EngineContext) => Promise<Offers>

const asked = 'socialAsked'
const answered = 'socialOffers'
/** Milliseconds for which an answer is believed, and after which services that did not answer are asked again. */
const fresh = 60_000

interface Asked {
  readonly at: number
  readonly answer: Promise<Offers | undefined>
}

/** Asks the services what can be offered, at most once a minute, whatever they answer; undefined where they do not say. */
export function askOffers(
  { kept, engine: { ctx } }: Pick<Widget, 'kept' | 'engine'>,
  fetchOffers: FetchOffers = fetchLater,
): Promise<Offers | undefined> {
  const last = kept.get(asked) as Asked | undefined
  const at = ctx.clock.now()
  if (last && at - last.at < fresh) return last.answer
  const answer = fetchOffers(ctx).then(
    offers => {
      kept.set(answered, offers)
      return offers
    },
    () => undefined,
  )
  kept.set(asked, { at, answer } satisfies Asked)
  return answer
}

/** Whether they were asked in this page. */
export function hasAsked({ kept }: Pick<Widget, 'kept'>): boolean {
  return kept.has(asked)
}

/** What they said last, in this page or before. */
export function answeredOffers({ kept, engine }: Pick<Widget, 'kept' | 'engine'>): Offers | undefined {
  return (kept.get(answered) as Offers | undefined) ?? engine.ctx.storage.readNow(knownOffers)
}

async function fetchLater(ctx: EngineContext): Promise<Offers> {
  return (await import('../../engine/flows/login/fetchOffers.ts')).fetchOffers(ctx)
}
