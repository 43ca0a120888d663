import { useContext, useLayoutEffect, useRef } from 'react'
import type { WireExchange } from '../../contract/exchange.ts'
import type { ExchangeTodo } from '../../engine/flows/exchange/exchangeFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { List } from '../../ui/list/List.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { openOrderWindow } from '../orders/openOrderWindow.ts'
import { SendNote } from '../send/SendNote.tsx'
import { LeavingContext } from '../shell/LeavingContext.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { DepositField } from './DepositField.tsx'
import { ExchangeNone } from './ExchangeNone.tsx'
import { ExchangeRow } from './ExchangeRow.tsx'
import { ExchangeTrouble } from './ExchangeTrouble.tsx'
import { exchangeTexts } from './exchangeTexts.ts'
import type { Exchanging } from './loadExchange.ts'
import { OpenDeposits } from './OpenDeposits.tsx'
import { PaymentHead } from './PaymentHead.tsx'
import { useProtectDeposit } from './useProtectDeposit.ts'

/** What the visitor fills in, rather than choosing another exchange. */
const ofField: readonly (ExchangeTodo | undefined)[] = ['amount', 'wrong-amount', 'precise']

/** The form: what is to arrive, and below it the exchanges. The press on one opens its page. */
export function ExchangeForm({ exchanging: { flow, orders } }: { readonly exchanging: Exchanging }) {
  const t = useTexts(exchangeTexts)
  const widget = useWidget()
  const ask = useMachine(flow.ask)
  const assets = useMachine(flow.assets)
  const state = useMachine(flow.exchanges)
  const progress = useMachine(flow.progress)
  const typed = useMachine(flow.typed)
  const protect = useProtectDeposit(flow)
  const network = useEngineState(each => each.state.network.name)
  const root = useRef<HTMLDivElement>(null)
  const leaving = useContext(LeavingContext)
  const isPayment = ask?.payment !== undefined
  const isThere = ask !== undefined && !isPayment
  useLayoutEffect(() => {
    if (leaving.current || !isThere) return
    widget.catchFocus()
    const first = root.current?.querySelector<HTMLElement>('[data-first]')
    if (first) widget.moveFocus(first)
  }, [widget, leaving, isThere])

  if (!isPayment && assets.at === 'known' && assets.assets.length === 0) return <ExchangeNone />
  const exchanges = state.at === 'known' ? state.exchanges : []
  const todos = exchanges.map(exchange => flow.todo(exchange))
  // Said beside the field once: all of them wait for it.
  const missing = todos.find(todo => ofField.includes(todo))

  async function choose(exchange: WireExchange) {
    // As it is in the press, whatever was drawn last.
    const todo = flow.todo(exchange)
    if (ofField.includes(todo)) {
      root.current?.querySelector<HTMLElement>('[data-first]')?.focus()
      if (todo === 'amount') widget.announce(t('exchange.todo.amount'), 'assertive')
      return
    }
    if (protect && todo === undefined) return protect()
    // The window opens in this very click, before anything is awaited.
    const done = await flow.start(exchange.id, () =>
      openOrderWindow(t('exchange.leaving', { name: exchange.name })),
    )
    if (done.at === 'opened') widget.push('ExchangeOrder', { id: done.orderId })
  }

  const isLoading =
    (!isPayment && assets.at === 'loading') ||
    state.at === 'loading' ||
    (state.at === 'idle' && ask !== undefined)
  return (
    <Body>
      <div className="exchange" ref={root}>
        {isPayment ? (
          <PaymentHead ask={ask} />
        ) : (
          <DepositField flow={flow} todo={missing} network={network} />
        )}
        <ExchangeTrouble flow={flow} />
        {protect && todos.includes(undefined) ? (
          <SendNote tone="warning" text={t('exchange.protectHint')} />
        ) : null}
        {isLoading ? (
          <div aria-busy="true">
            <List heading={t('exchange.list')}>
              <SkeletonRow />
              <SkeletonRow />
            </List>
          </div>
        ) : exchanges.length > 0 && ask ? (
          <List heading={t('exchange.list')}>
            {exchanges.map((exchange, at) => (
              <ExchangeRow
                key={exchange.id}
                exchange={exchange}
                symbol={ask.shown.symbol}
                todo={todos[at]}
                open={typed.trim() === ''}
                busy={progress.at === 'opening' && progress.exchange === exchange.id}
                onChoose={() => void choose(exchange)}
              />
            ))}
          </List>
        ) : null}
        <OpenDeposits orders={orders} />
      </div>
    </Body>
  )
}
