import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { exchangeTexts } from './exchangeTexts.ts'

/** No exchange sends anything to this network: receiving is left, where the host has it. */
export function ExchangeNone() {
  const t = useTexts(exchangeTexts)
  const widget = useWidget()
  const errorText = useErrorText()
  const receives = useEngineState(({ state }) => state.features.receive !== false)
  return (
    <>
      <Body>
        <div className="exchange-none">
          <StatusWords title={errorText('EXCHANGE_UNSUPPORTED')} detail={t('exchange.noneAtAllHint')} />
        </div>
      </Body>
      {receives ? (
        <Footer>
          <Button tone="primary" wide onClick={() => widget.replace('WalletReceive')}>
            {t('exchange.receive')}
          </Button>
        </Footer>
      ) : null}
    </>
  )
}
