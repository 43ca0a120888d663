import { useEffect } from 'react'
import type { PayFlow } from '../../engine/flows/pay/payFlow.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import reviewCss from '../send/preview.css'
import type { DataOf, ViewProps } from '../shell/defineView.ts'
import { useLater } from '../shell/useLater.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import swapCss from '../swap/swappreview.css'
import { PayAskPanel } from './PayAskPanel.tsx'
import { PayCodePanel } from './PayCodePanel.tsx'
import { PayResult } from './PayResult.tsx'
import { PayReviewPanel } from './PayReviewPanel.tsx'
import css from './pay.css'
import { usePay } from './usePay.ts'

const loadReceipt = () => import('./PayReceipt.tsx').then(module => module.PayReceipt)

/** PayReview: the chosen way with its cost, the steps with the wallet, and what became of it. */
export function PayReviewView({ data }: ViewProps<'PayReview'>) {
  useCss(reviewCss)
  useCss(swapCss)
  useCss(css)
  const { part, retry } = usePay()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <Reviewing pay={part} data={data} /> : <ViewSkeleton />
}

function Reviewing({ pay, data }: { readonly pay: PayFlow; readonly data: DataOf<'PayReview'> }) {
  const widget = useWidget()
  const state = useMachine(pay.state)
  const isReceipt = data?.at === 'receipt'
  const { part: Receipt, retry } = useLater(isReceipt, loadReceipt)
  const isCode = state.at === 'watching' && state.way.kind === 'qr'
  const at = isCode ? 'code' : state.at === 'watching' || state.at === 'done' ? 'result' : undefined
  // There is nothing left to review: the title says so.
  useEffect(() => {
    const { data: current } = widget.snapshot().modal.entry as { readonly data?: DataOf<'PayReview'> }
    // The receipt may have been gone to already: it is an entry of its own.
    if (!isReceipt && current?.at !== 'receipt' && at !== data?.at) widget.amend('PayReview', at && { at })
  }, [widget, isReceipt, at, data?.at])
  switch (state.at) {
    case 'reviewing':
    case 'preparing':
      return <PayReviewPanel pay={pay} state={state} />
    case 'asking':
    case 'sending':
      return <PayAskPanel state={state} />
    case 'watching':
      return <PayCodePanel pay={pay} state={state} />
    case 'done':
      if (!isReceipt || !state.receipt) return <PayResult pay={pay} state={state} />
      if (Receipt === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
      return Receipt ? <Receipt shown={state.shown} receipt={state.receipt} /> : <ViewSkeleton />
    default:
      return <ViewSkeleton />
  }
}
