import type { RampFlow, RampForm, RampTodo } from '../../engine/flows/onramp/rampFlow.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { chevronDown } from '../../ui/icon/shapes.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { onrampTexts } from './onrampTexts.ts'
import { countryWords, fiatWords } from './rampWords.ts'

export declare namespace RampField {
  interface Props {
    readonly flow: RampFlow
    readonly form: RampForm
    readonly todo: RampTodo | undefined
  }
}

/** What is paid: the amount, its currency, its limits before anything is asked for, and the country. */
export function RampField({ flow, form, todo }: RampField.Props) {
  const t = useTexts(onrampTexts)
  const widget = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const { currency, options, typed } = form
  const isWrong = todo === 'wrong-amount' || todo === 'limits'
  const country = options.at === 'known' ? options.country : undefined
  return (
    <div className="field-box onramp-field" data-invalid={isWrong ? '' : undefined}>
      <label className="onramp-label" htmlFor="onramp-pay">
        {t('onramp.pay')}
      </label>
      <div className="onramp-line">
        <input
          id="onramp-pay"
          className="field-input onramp-input"
          data-first=""
          aria-invalid={isWrong || undefined}
          aria-describedby="onramp-limits"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          placeholder="0"
          data-long={typed.length > 7 ? (typed.length > 12 ? 'very' : '') : undefined}
          dir="ltr"
          value={typed}
          onChange={event => flow.type(event.currentTarget.value)}
        />
        <button
          type="button"
          className="onramp-choose"
          data-empty={currency ? undefined : ''}
          aria-label={currency ? t('onramp.currency', { currency: currency.id }) : t('onramp.todo.currency')}
          onClick={() => widget.push('OnRampFiatSelect')}
        >
          {currency ? currency.id : options.at === 'loading' ? <Skeleton width={36} height={18} /> : '—'}
          <Icon shape={chevronDown} size={16} />
        </button>
      </div>
      <div className="onramp-line onramp-below">
        <span id="onramp-limits" data-error={todo === 'limits' ? '' : undefined} aria-live="polite">
          {limitWords()}
        </span>
        <button type="button" className="onramp-country" onClick={() => widget.push('OnRampFiatSelect')}>
          {t('onramp.country', {
            country: country === undefined ? t('onramp.countryNone') : countryWords(country, locale),
          })}
        </button>
      </div>
    </div>
  )

  function limitWords(): string {
    const found = flow.limits()
    if (!found || !currency) return ''
    const write = (decimal: string) => fiatWords(decimal, currency.id, locale)
    const { min, max } = found
    if (min !== undefined && max !== undefined)
      return t('onramp.between', { min: write(min), max: write(max) })
    return min === undefined
      ? t('onramp.upTo', { max: write(max ?? '') })
      : t('onramp.from', { min: write(min) })
  }
}
