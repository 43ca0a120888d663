import type { PayFailure } from '../../engine/flows/pay/payFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { warning } from '../../ui/icon/shapes.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { siteOf } from '../signin/siteOf.ts'
import { payPartTexts } from './payTexts.ts'
import { usePayFailureWords } from './usePayFailureWords.ts'

/** Asking once more changes nothing about these. */
const lasting: readonly PayFailure[] = ['unknown-payment', 'expired', 'unsafe']

export declare namespace PayTrouble {
  interface Props {
    readonly failure: PayFailure
    readonly onRetry: () => void
  }
}

/** There is nothing to be paid, or it could not be asked for. */
export function PayTrouble({ failure, onRetry }: PayTrouble.Props) {
  const t = useTexts(payPartTexts)
  const failureWords = usePayFailureWords()
  const { close } = useWidget()
  const metadata = useEngineState(({ config }) => config.metadata)
  const [title, detail] = failureWords(failure, { site: siteOf(metadata).name })
  const isLasting = lasting.includes(failure)
  return (
    <>
      <Body>
        <div className="pay-trouble">
          <Icon shape={warning} size={32} />
          <StatusWords tone="error" title={title} detail={detail} />
        </div>
      </Body>
      <Footer>
        <Button tone="primary" wide onClick={isLasting ? close : onRetry}>
          {t(isLasting ? 'pay.close' : 'pay.retry')}
        </Button>
      </Footer>
    </>
  )
}
