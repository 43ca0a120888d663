import { type FormEvent, useContext, useLayoutEffect, useRef } from 'react'
import type { Swaps, SwapTodo } from '../../engine/flows/swap/swapFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { flip } from '../../ui/icon/swapShapes.ts'
import { LeavingContext } from '../shell/LeavingContext.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { OpenAllowances } from './OpenAllowances.tsx'
import { OpenSwaps } from './OpenSwaps.tsx'
import { QuotePanel } from './QuotePanel.tsx'
import { SwapField } from './SwapField.tsx'
import { SwapTrouble } from './SwapTrouble.tsx'
import { swapTexts } from './swapTexts.ts'
import { type WayOn, wayOn } from './wayOn.ts'

/** The form: two tokens, an amount of one of them, and the quotes for it. */
export function SwapForm({ swaps }: { readonly swaps: Swaps }) {
  const { flow } = swaps
  const t = useTexts(swapTexts)
  const errorText = useErrorText()
  const widget = useWidget()
  const form = useMachine(flow.form)
  const tokens = useMachine(flow.tokens)
  // Drawn anew with whatever of the connection changes.
  const todo = useEngineState(() => flow.todo())
  const native = useEngineState(({ state }) => state.network.nativeCurrency.symbol)
  const root = useRef<HTMLFormElement>(null)
  const leaving = useContext(LeavingContext)
  // The form may come after the view's own chunk; drawn ahead, it takes no focus.
  useLayoutEffect(() => {
    if (leaving.current) return
    widget.catchFocus()
    const first = root.current?.querySelector<HTMLElement>('[data-first]')
    if (first) widget.moveFocus(first)
  }, [widget, leaving])
  const { quotes, sell, buy } = form

  if (todo === 'unsupported')
    return (
      <>
        <Body>
          <div className="swap-unsupported">
            <StatusWords
              tone="error"
              title={errorText('SWAP_UNSUPPORTED')}
              detail={t('swap.unsupportedHint')}
            />
          </div>
        </Body>
        <Footer>
          <Button tone="primary" wide onClick={() => widget.push('Networks')}>
            {t('swap.todo.unsupported')}
          </Button>
        </Footer>
      </>
    )

  const focus = (field: string) => root.current?.querySelector<HTMLElement>(`[data-field=${field}]`)?.focus()
  const steps: Readonly<Record<WayOn, () => void>> = {
    retry: flow.retry,
    amount: () => focus(form.side),
    token: () => widget.push('SwapSelectToken', { side: sell ? 'buy' : 'sell' }),
    fund: () => widget.push('FundWallet'),
    slippage: () => focus('slippage'),
    wait: () => undefined,
  }
  const failure = quotes.at === 'failed' ? quotes.failure : undefined
  const way = todo && wayOn(todo, failure)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const intent = flow.review()
    if (intent) widget.push('SwapPreview', intent)
    else if (way) steps[way]()
  }
  const lacking = todo === 'fee' ? native : (sell?.symbol ?? '')
  return (
    <form className="swap" ref={root} noValidate onSubmit={submit}>
      <Body>
        <div className="swap-fields">
          <div className="swap-pair">
            <SwapField flow={flow} form={form} side="sell" currency={tokens.currency} todo={todo} />
            <button
              type="button"
              className="swap-flip"
              // Nothing is sold from a network where the account is not.
              hidden={buy?.caipNetworkId !== undefined}
              aria-label={t('swap.flip')}
              onClick={flow.flip}
            >
              <Icon shape={flip} size={18} />
            </button>
            <SwapField flow={flow} form={form} side="buy" currency={tokens.currency} todo={todo} />
          </div>
          <SwapTrouble form={form} tokens={tokens} todo={todo} native={native} onRetry={flow.retry} />
          <QuotePanel flow={flow} form={form} />
          <OpenSwaps swaps={swaps} owner={form.owner} />
          <OpenAllowances allowances={swaps.allowances} />
        </div>
      </Body>
      <Footer>
        {todo === 'funds' || todo === 'fee' ? (
          <div className="swap-fund">
            <Button tone="ghost" onClick={() => widget.push('FundWallet')}>
              {t('swap.fund', { token: lacking })}
            </Button>
          </div>
        ) : null}
        <Button
          type="submit"
          tone={todo === undefined || way === 'retry' ? 'primary' : 'secondary'}
          wide
          loading={todo === 'quote'}
        >
          {todo === undefined ? t('swap.review') : t(wordOf(todo, way), { token: lacking })}
        </Button>
      </Footer>
    </form>
  )

  function wordOf(what: SwapTodo, to: WayOn | undefined): keyof typeof swapTexts {
    if (what === 'no-quote' && to === 'amount') return 'swap.todo.impact'
    if (what === 'no-quote' && to === 'token') return buy ? 'swap.todo.same' : 'swap.todo.tokens'
    return `swap.todo.${what}`
  }
}
