import type { PayFlow, PayState } from '../../engine/flows/pay/payFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { clock } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import reviewCss from '../send/preview.css'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { PayChoice } from './PayChoice.tsx'
import { PayHead } from './PayHead.tsx'
import { PayTrouble } from './PayTrouble.tsx'
import css from './pay.css'
import { payTexts } from './payTexts.ts'
import { usePay } from './usePay.ts'

/** Pay: what for, and with what (SPEC-NOTES §4 "Exchange and payments"). */
export function PayView() {
  useCss(reviewCss)
  useCss(css)
  const { part, retry } = usePay()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <Paying pay={part} /> : <PayLoading />
}

function Paying({ pay }: { readonly pay: PayFlow }) {
  const state = useMachine(pay.state)
  switch (state.at) {
    case 'loading':
      return <PayLoading />
    case 'failed':
      return <PayTrouble failure={state.failure} onRetry={pay.retry} />
    case 'choosing':
      return <PayChoice pay={pay} state={state} />
    default:
      return <PayUnder state={state} />
  }
}

/** It was begun, and goes on: this view was gone back to. */
function PayUnder({
  state,
}: {
  readonly state: Exclude<PayState, { at: 'loading' | 'failed' | 'choosing' }>
}) {
  const t = useTexts(payTexts)
  const { push } = useWidget()
  const isOver = state.at === 'done'
  const name = t(isOver ? 'pay.over' : 'pay.under')
  return (
    <Body>
      <div className="pay">
        <PayHead shown={state.shown} />
        <List label={name}>
          <Row
            id="under"
            name={name}
            detail={t(isOver ? 'pay.overHint' : 'pay.underHint')}
            icon={<Icon shape={clock} />}
            end="chevron"
            onClick={() => push('PayReview')}
          />
        </List>
      </div>
    </Body>
  )
}

/** The same places, empty. */
function PayLoading() {
  const t = useTexts(payTexts)
  return (
    <Body>
      <div className="pay" aria-busy="true">
        <div className="pay-head">
          <Skeleton width={160} height={22} />
          <Skeleton width={140} height={38} />
          <Skeleton width={96} height={22} />
          <Skeleton width={180} height={20} />
        </div>
        <List heading={t('pay.with')}>
          <SkeletonRow />
          <SkeletonRow />
          <SkeletonRow />
        </List>
      </div>
    </Body>
  )
}
