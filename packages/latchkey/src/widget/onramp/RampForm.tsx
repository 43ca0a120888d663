import { type FormEvent, useContext, useLayoutEffect, useRef } from 'react'
import type { RampTodo } from '../../engine/flows/onramp/rampFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { openOrderWindow } from '../orders/openOrderWindow.ts'
import { LeavingContext } from '../shell/LeavingContext.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import type { Ramp } from './loadRamp.ts'
import { MethodChoice } from './MethodChoice.tsx'
import { OfferList } from './OfferList.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { onrampTexts } from './onrampTexts.ts'
import { RampField } from './RampField.tsx'
import { RampTrouble } from './RampTrouble.tsx'
import { ReceiveField } from './ReceiveField.tsx'
import { useProtectRamp } from './useProtectRamp.ts'

/** What the button leads to while something is missing. */
type Way = 'token' | 'currency' | 'country' | 'amount' | 'retry' | 'wait'

/** The form of buying. The button opens the provider's page, and says before what is missing. */
export function RampForm({ ramp: { flow, orders } }: { readonly ramp: Ramp }) {
  const t = useTexts(onrampTexts)
  const widget = useWidget()
  const form = useMachine(flow.form)
  const progress = useMachine(flow.progress)
  // Drawn anew with whatever of the connection changes.
  const todo = useEngineState(() => flow.todo())
  const root = useRef<HTMLFormElement>(null)
  const leaving = useContext(LeavingContext)
  const protect = useProtectRamp(form)
  useLayoutEffect(() => {
    if (leaving.current) return
    widget.catchFocus()
    const first = root.current?.querySelector<HTMLElement>('[data-first]')
    if (first) widget.moveFocus(first)
  }, [widget, leaving])

  const way = wayOn(todo)
  const steps: Readonly<Record<Way, () => void>> = {
    token: () => widget.push('OnRampTokenSelect'),
    currency: () => widget.push('OnRampFiatSelect'),
    country: () => widget.push('OnRampFiatSelect'),
    amount: () => root.current?.querySelector<HTMLElement>('[data-first]')?.focus(),
    retry: flow.retry,
    wait: () => undefined,
  }
  const seller = form.quotes.at === 'known' ? form.quotes.chosen.providerName : ''
  const isOpening = progress.at === 'opening'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (protect && todo === undefined) return protect()
    if (way !== undefined) return steps[way]()
    if (isOpening) return
    // The window opens in this very click, before anything is awaited.
    await flow.buy(() => openOrderWindow(t('onramp.leaving', { name: seller })))
    const now = flow.progress.getState()
    if (now.at === 'opened') widget.push('OnRampOrder', { id: now.orderId })
  }

  function wayOn(what: RampTodo | undefined): Way | undefined {
    switch (what) {
      case undefined:
        return undefined
      case 'token':
      case 'currency':
        return what
      case 'unsupported':
        return 'country'
      case 'amount':
      case 'wrong-amount':
      case 'limits':
        return 'amount'
      case 'options':
        return form.options.at === 'failed' ? 'retry' : 'wait'
      case 'no-quote':
        return isLimit() ? 'amount' : 'retry'
      case 'quote':
      case 'sample':
        return 'wait'
    }
  }

  function isLimit(): boolean {
    const { quotes } = form
    return quotes.at === 'failed' && (quotes.failure === 'too-small' || quotes.failure === 'too-large')
  }

  function words(): string {
    if (todo === undefined) return protect ? t('onramp.protect') : t('onramp.continue', { name: seller })
    if (todo === 'options' && form.options.at === 'failed') return t('onramp.retry')
    if (todo === 'no-quote' && isLimit()) return t('onramp.todo.limits')
    return t(`onramp.todo.${todo}`)
  }

  const isWaiting = (todo === 'options' && form.options.at === 'loading') || todo === 'quote'
  return (
    <form className="onramp" ref={root} noValidate onSubmit={submit}>
      <Body>
        <div className="onramp-fields">
          <RampField flow={flow} form={form} todo={todo} />
          <ReceiveField form={form} />
          <MethodChoice flow={flow} form={form} />
          <RampTrouble form={form} todo={todo} progress={progress} unprotected={protect !== undefined} />
          <OfferList flow={flow} form={form} />
          <OpenOrders orders={orders} />
        </div>
      </Body>
      <Footer>
        <Button
          type="submit"
          tone={todo === undefined || way === 'retry' ? 'primary' : 'secondary'}
          wide
          loading={isWaiting || isOpening}
          aria-disabled={todo === 'sample' || undefined}
        >
          {words()}
        </Button>
      </Footer>
    </form>
  )
}
