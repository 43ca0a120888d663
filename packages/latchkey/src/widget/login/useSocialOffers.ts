import { useEffect, useMemo, useState } from 'react'
import { arrangeOffers, knownOffers, type SocialOffer } from '../../engine/login/arrangeOffers.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'

const asked = 'socialOffers'
/** Milliseconds for which an answer is believed. */
const fresh = 60_000

interface Answer {
  readonly offers: readonly SocialOffer[]
  readonly at: number
}

/** The ways to log in beside a mailbox that can be offered here; the services are asked what they have, at most once a minute. */
export function useSocialOffers(): readonly SocialOffer[] {
  const widget = useWidget()
  const { ctx } = widget.engine
  const socials = useEngineState(({ state }) => state.features.socials)
  const canAsk = useEngineState(
    ({ config: { endpoints } }) => endpoints?.api !== undefined || endpoints?.directory !== undefined,
  )
  const [answered, setAnswered] = useState<readonly SocialOffer[] | undefined>(
    () => (widget.kept.get(asked) as Answer | undefined)?.offers ?? ctx.storage.readNow(knownOffers),
  )
  useEffect(() => {
    const known = widget.kept.get(asked) as Answer | undefined
    if (!canAsk || (known && ctx.clock.now() - known.at < fresh)) return
    let isHere = true
    import('../../engine/login/fetchOffers.ts')
      .then(({ fetchOffers }) => fetchOffers(ctx))
      .then(offers => {
        widget.kept.set(asked, { offers, at: ctx.clock.now() } satisfies Answer)
        if (isHere) setAnswered(offers)
      })
      // Services that do not say leave it as it is.
      .catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [widget, ctx, canAsk])
  return useMemo(() => arrangeOffers({ socials, answered, hasPasskeys: hasPasskeys() }), [socials, answered])
}

function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}
