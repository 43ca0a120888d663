import { useState } from 'react'
import type { RampFlow } from '../../engine/flows/onramp/rampFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { SearchField } from '../../ui/field/SearchField.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import { backToForm } from './backToForm.ts'
import { CountryChoice } from './CountryChoice.tsx'
import css from './onramp.css'
import { onrampSelectTexts } from './onrampTexts.ts'
import { currencyWords } from './rampWords.ts'
import { useRamp } from './useRamp.ts'

/** OnRampFiatSelect: what is paid with, and in which country (SPEC §2). */
export function OnRampFiatSelectView() {
  useCss(css)
  const { part, retry } = useRamp()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <Currencies flow={part.flow} /> : <ViewSkeleton />
}

function Currencies({ flow }: { readonly flow: RampFlow }) {
  const t = useTexts(onrampSelectTexts)
  const widget = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const { options, currency } = useMachine(flow.form)
  const [search, setSearch] = useState('')
  const all = (options.at === 'known' ? options.currencies : []).map(({ id, name }) => ({
    id,
    name: currencyWords(id, name, locale),
  }))
  const wanted = search.trim().toLowerCase()
  const found = all.filter(
    ({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
  )
  return (
    <Body>
      <CountryChoice flow={flow} options={options} />
      <div className="onramp-search">
        <SearchField
          label={t('onramp.searchCurrencies')}
          placeholder={t('onramp.searchCurrencies')}
          clearLabel={t('onramp.clearSearch')}
          value={search}
          onValue={setSearch}
        />
      </div>
      {options.at === 'loading' ? (
        <div aria-busy="true">
          <List label={t('onramp.currencies')}>
            <SkeletonRow />
            <SkeletonRow />
            <SkeletonRow />
          </List>
        </div>
      ) : found.length === 0 ? (
        <div className="onramp-none">
          {wanted === '' ? (
            <StatusWords title={t('onramp.nothing')} detail={t('onramp.nothingHint')} />
          ) : (
            <StatusWords title={t('onramp.noCurrency', { search })} />
          )}
        </div>
      ) : (
        <List label={t('onramp.currencies')}>
          {found.map(({ id, name }) => (
            <Row
              key={id}
              id={id}
              name={name}
              detail={id}
              icon={<Logo src={undefined} name={id} round />}
              {...(id === currency?.id && { end: 'check' as const })}
              current={id === currency?.id}
              onClick={() => {
                flow.chooseCurrency(id)
                backToForm(widget)
              }}
            />
          ))}
        </List>
      )}
    </Body>
  )
}
