import { addressOf, networkIdOf } from '../../contract/caip.ts'
import type { ExchangeAsk } from '../../engine/flows/exchange/exchangeFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { amountWords } from './amountWords.ts'
import { exchangeTexts } from './exchangeTexts.ts'

/** What a payment asks for; the visitor changes none of it. */
export function PaymentHead({ ask }: { readonly ask: ExchangeAsk }) {
  const t = useTexts(exchangeTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const id = networkIdOf(ask.recipient)
  const network = useEngineState(({ config }) => findNetwork(config.networks, id)?.name)
  return (
    <div className="exchange-pays">
      <p className="exchange-total">
        <bdi>
          {ask.amount === undefined ? ask.shown.symbol : amountWords(ask.amount, ask.shown.symbol, locale)}
        </bdi>
      </p>
      <p className="exchange-hint">
        {t('exchange.toMerchant', {
          address: shortAddress(addressOf(ask.recipient)),
          network: network ?? id,
        })}
      </p>
    </div>
  )
}
