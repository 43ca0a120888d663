import { useEffect, useMemo, useState } from 'react'
import { arrangeOffers, markOffers, type SocialOffer } from '../../engine/flows/login/arrangeOffers.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { offersOf } from './offersOf.ts'

/**
 * The ways to log in beside a mailbox that can be offered here. The services are asked what they have, not before a visitor
 * opened the widget; an answer that comes while they are looked at takes away and adds none before they are opened again.
 */
export function useSocialOffers(): readonly SocialOffer[] {
  const widget = useWidget()
  const socials = useEngineState(({ state }) => state.features.socials)
  const canAsk = useEngineState(
    ({ config: { endpoints } }) => endpoints?.api !== undefined || endpoints?.directory !== undefined,
  )
  const isOpen = useEngineState(({ modal }) => modal.open)
  const [answered, setAnswered] = useState(() => offersOf(widget).answered())
  const [later, setLater] = useState<readonly SocialOffer[]>()
  useEffect(() => {
    // A view drawn ahead is unseen yet; one drawn again behind a closed card may still await an answer.
    if (!canAsk || !(isOpen || offersOf(widget).hasAsked())) return
    let isHere = true
    void offersOf(widget)
      .ask()
      .then(offers => {
        if (!isHere || !offers) return
        if (widget.snapshot().modal.open) setLater(offers)
        else setAnswered(offers)
      })
    return () => {
      isHere = false
    }
  }, [widget, canAsk, isOpen])
  return useMemo(() => {
    const shown = arrangeOffers({ socials, answered, hasPasskeys: hasPasskeys(), canAsk })
    return later ? markOffers(shown, later) : shown
  }, [socials, answered, later, canAsk])
}

function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}
