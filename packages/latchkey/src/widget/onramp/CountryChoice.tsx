import { useMemo } from 'react'
import type { RampFlow, RampOptions } from '../../engine/flows/onramp/rampFlow.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { chevronDown } from '../../ui/icon/shapes.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { countries } from './countries.ts'
import { onrampSelectTexts } from './onrampTexts.ts'
import { countryWords } from './rampWords.ts'

export declare namespace CountryChoice {
  interface Props {
    readonly flow: RampFlow
    readonly options: RampOptions
  }
}

/** In which country the visitor pays: seen, changeable and remembered, never looked up by an address. */
export function CountryChoice({ flow, options }: CountryChoice.Props) {
  const t = useTexts(onrampSelectTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const served = options.at === 'known' && options.countries.length > 0 ? options.countries : countries
  const chosen = options.at === 'known' ? options.country : undefined
  const named = useMemo(() => {
    const codes = chosen === undefined || served.includes(chosen) ? served : [...served, chosen]
    const all = codes.map(code => ({ code, name: countryWords(code, locale) }))
    return all.sort((one, other) => one.name.localeCompare(other.name, locale))
  }, [served, chosen, locale])
  return (
    <div className="onramp-place">
      <label className="field-label" htmlFor="onramp-country">
        {t('onramp.countryLabel')}
      </label>
      <span className="onramp-select">
        <select
          id="onramp-country"
          value={chosen ?? ''}
          disabled={options.at === 'loading'}
          aria-describedby="onramp-country-hint"
          onChange={event => flow.chooseCountry(event.currentTarget.value)}
        >
          {chosen === undefined ? <option value="">{t('onramp.countryChoose')}</option> : null}
          {named.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <Icon shape={chevronDown} size={16} />
      </span>
      <span className="field-hint" id="onramp-country-hint">
        {t('onramp.countryHint')}
      </span>
    </div>
  )
}
