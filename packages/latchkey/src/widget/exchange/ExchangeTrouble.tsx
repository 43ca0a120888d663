import type { ExchangeFailure, ExchangeFlow } from '../../engine/flows/exchange/exchangeFlow.ts'
import { Button } from '../../ui/button/Button.tsx'
import { SendNote } from '../send/SendNote.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { exchangeFailureTexts, exchangeTexts } from './exchangeTexts.ts'

/** Why there is no exchange to choose, or why its page was not opened. */
export function ExchangeTrouble({ flow }: { readonly flow: ExchangeFlow }) {
  const t = useTexts(exchangeTexts)
  const words = useFailureWords()
  const ask = useMachine(flow.ask)
  const assets = useMachine(flow.assets)
  const exchanges = useMachine(flow.exchanges)
  const progress = useMachine(flow.progress)
  const failure =
    exchanges.at === 'failed' ? exchanges.failure : assets.at === 'failed' && !ask ? 'offline' : undefined
  if (failure !== undefined) {
    const [title, detail] = words(failure)
    return (
      <div className="exchange-trouble">
        <StatusWords tone="error" title={title} detail={detail} />
        <Button wide onClick={flow.retry}>
          {t('exchange.retry')}
        </Button>
      </div>
    )
  }
  if (progress.at === 'failed') {
    const [text, detail] = words(progress.failure)
    return <SendNote tone="danger" text={text} detail={detail} />
  }
  if (exchanges.at !== 'known' || exchanges.exchanges.length > 0) return null
  return (
    <div className="exchange-trouble">
      <StatusWords
        title={t('exchange.none', { token: ask?.shown.symbol ?? '' })}
        detail={t('exchange.noneHint')}
      />
    </div>
  )
}

/** What happened, SPEC's sentence where the error table has one, and what to do. */
function useFailureWords(): (failure: ExchangeFailure) => readonly [string, string] {
  const t = useTexts(exchangeFailureTexts)
  const errorText = useErrorText()
  return failure => {
    const hint = t(`exchange.fail.${failure}Hint`)
    if (failure === 'offline') return [errorText('EXCHANGE_FAILED'), hint]
    if (failure === 'unsupported') return [errorText('EXCHANGE_UNSUPPORTED'), hint]
    return [t(`exchange.fail.${failure}`), hint]
  }
}
