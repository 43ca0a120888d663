import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useWidget } from '../shell/useWidget.ts'

/** What is said of a receiver: fetched once the form is drawn, in time for the first letter. */
export interface ReceiverCare
  extends Pick<typeof import('./ReceiverDetails.tsx'), 'ReceiverDetails'>,
    Pick<typeof import('./SentBefore.tsx'), 'SentBefore'>,
    Pick<typeof import('./OpenSends.tsx'), 'OpenSends'>,
    Pick<typeof import('./receiverProblem.ts'), 'receiverProblem'> {}

/** Undefined until it is here, 'absent' when it does not come; it is asked for again with another `text`. */
export function useReceiverCare(text: string): ReceiverCare | 'absent' | undefined {
  const { engine, kept } = useWidget()
  const { clock } = engine.ctx
  // Once it was here it is drawn at once: nothing jumps on the way back from another view.
  const [care, setCare] = useState(() => kept.get('receiverCare') as ReceiverCare | undefined | 'absent')
  const isHere = typeof care === 'object'
  useEffect(() => {
    if (isHere) return
    let isShown = true
    const fetchCare = () =>
      Promise.all([
        import('./ReceiverDetails.tsx'),
        import('./SentBefore.tsx'),
        import('./OpenSends.tsx'),
        import('./receiverProblem.ts'),
      ]).then(
        ([{ ReceiverDetails }, { SentBefore }, { OpenSends }, { receiverProblem }]) => {
          const made = { ReceiverDetails, SentBefore, OpenSends, receiverProblem }
          kept.set('receiverCare', made)
          if (isShown) setCare(made)
        },
        () => {
          if (isShown) setCare('absent')
        },
      )
    // An effect of a click runs before what it drew is painted, and asking for four chunks takes longer than drawing.
    const cancel = clock.setTimeout(() => void fetchCare(), text === '' ? limits.viewIn : 0)
    return () => {
      isShown = false
      cancel()
    }
  }, [isHere, kept, clock, text])
  return care
}
