import { oneOf } from '../../engine/base/oneOf.ts'
import type { EngineContext } from '../../engine/context.ts'
import { knownOffers, type SocialOffer } from '../../engine/flows/login/arrangeOffers.ts'
import type { Widget } from '../shell/widget.ts'

type Offers = readonly SocialOffer[]

/** Asks the services what can be offered. @throws LatchkeyError as a call does. */
type FetchOffers = (ctx: EngineContext) => Promise<Offers>

/** Milliseconds for which an answer is believed, and after which services that did not answer are asked again. */
const fresh = 60_000

interface Asked {
  last?: { readonly at: number; readonly answer: Promise<Offers | undefined> }
  /** What they said last. */
  answered?: Offers
}

const createAsked = (): Asked => ({})

/** Asks the services what can be offered, at most once a minute, whatever they answer; undefined where they do not say. */
export function askOffers(
  { engine: { ctx } }: Pick<Widget, 'engine'>,
  fetchOffers: FetchOffers = fetchLater,
): Promise<Offers | undefined> {
  const asked = oneOf(ctx, createAsked)
  const { last } = asked
  const at = ctx.clock.now()
  if (last && at - last.at < fresh) return last.answer
  const answer = fetchOffers(ctx).then(
    offers => {
      asked.answered = offers
      return offers
    },
    () => undefined,
  )
  asked.last = { at, answer }
  return answer
}

/** Whether they were asked in this page. */
export function hasAsked({ engine: { ctx } }: Pick<Widget, 'engine'>): boolean {
  return oneOf(ctx, createAsked).last !== undefined
}

/** What they said last, in this page or before. */
export function answeredOffers({ engine: { ctx } }: Pick<Widget, 'engine'>): Offers | undefined {
  return oneOf(ctx, createAsked).answered ?? ctx.storage.readNow(knownOffers)
}

async function fetchLater(ctx: EngineContext): Promise<Offers> {
  return (await import('../../engine/flows/login/fetchOffers.ts')).fetchOffers(ctx)
}
