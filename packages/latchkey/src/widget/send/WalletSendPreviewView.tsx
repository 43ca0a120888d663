import { useEffect } from 'react'
import { useCss } from '../../ui/stage/useCss.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import { AskPanel } from './AskPanel.tsx'
import { OutcomePanel } from './OutcomePanel.tsx'
import css from './preview.css'
import { ReviewPanel } from './ReviewPanel.tsx'
import { useSendFlow } from './useSendFlow.ts'
import { useSendReview } from './useSendReview.ts'

/** WalletSendPreview: the review, the pending wallet request, and the outcome (SPEC-NOTES §4 "Send"). */
export function WalletSendPreviewView({ data }: ViewProps<'WalletSendPreview'>) {
  useCss(css)
  const { replace } = useWidget()
  const flow = useSendFlow()
  const { progress } = useSendReview()
  const state = useMachine(progress)
  const isEmpty = state.at === 'idle'
  // Opened by itself, or left and returned to, the view has nothing to review. The drawn state may be outdated: the
  // review may have begun since, and taken its data.
  useEffect(() => {
    if (isEmpty && progress.getState().at === 'idle' && !flow.isAwaited(data)) replace('WalletSend')
  }, [isEmpty, progress, flow, data, replace])
  switch (state.at) {
    case 'idle':
      return <ViewSkeleton />
    case 'reviewing':
      return <ReviewPanel review={state.review} quote={state.quote} intent={data} />
    case 'asking':
    case 'refused':
      return <AskPanel state={state} />
    case 'sent':
    case 'unknown':
      return <OutcomePanel state={state} />
  }
}
