import { parseAmount } from '../../contract/amount.ts'
import type { ExchangeFlow } from '../../engine/flows/exchange/exchangeFlow.ts'
import { amountOfDraft } from '../../engine/flows/exchange/exchangeTodo.ts'
import { useProtectFirst } from '../ownwallet/useProtectFirst.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'

const unknownWorth = { value: undefined, currency: 'USD' }

/**
 * What shows how to protect a wallet that only this browser opens, before a deposit into it; undefined where nothing has to be done first, where a payment
 * is made, or the visitor was asked on this page. What a deposit is worth is not known here, so any is above the host's limit (`protectAbove`) unless that
 * is infinite.
 */
export function useProtectDeposit(flow: ExchangeFlow): (() => void) | undefined {
  const ask = useMachine(flow.ask)
  const typed = useMachine(flow.typed)
  const locale = useEngineState(({ config }) => config.locale)
  // An amount that the exchange's page asks for is not known either.
  const amount = amountOfDraft({ ask, typed, locale }) ?? '1'
  const { ask: protect } = useProtectFirst(parseAmount(amount, ask?.shown.decimals ?? 0), unknownWorth)
  return ask === undefined || ask.payment !== undefined ? undefined : protect
}
