import { useId } from 'react'
import type { RampFlow, RampForm } from '../../engine/flows/onramp/rampFlow.ts'
import { useTexts } from '../shell/useTexts.ts'
import { onrampTexts } from './onrampTexts.ts'
import { methodWords } from './rampWords.ts'

export declare namespace MethodChoice {
  interface Props {
    readonly flow: RampFlow
    readonly form: RampForm
  }
}

/** How it is paid; nothing where there is but one way. */
export function MethodChoice({ flow, form: { currency, method } }: MethodChoice.Props) {
  const t = useTexts(onrampTexts)
  const name = useId()
  const methods = currency?.payment_method_limits ?? []
  if (methods.length < 2) return null
  return (
    <div className="onramp-methods" role="radiogroup" aria-label={t('onramp.method')}>
      {[undefined, ...methods.map(({ id }) => id)].map(id => (
        <label key={id ?? ''} className="onramp-method">
          <input
            type="radio"
            name={name}
            checked={id === method}
            // Tab reaches the one that is checked, arrows the others.
            tabIndex={id === method ? 0 : -1}
            onChange={() => flow.chooseMethod(id)}
          />
          <span>{id === undefined ? t('onramp.anyMethod') : methodWords(id, t)}</span>
        </label>
      ))}
    </div>
  )
}
