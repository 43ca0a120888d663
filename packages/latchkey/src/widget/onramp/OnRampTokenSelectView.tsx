import { useState } from 'react'
import type { RampFlow, RampToken } from '../../engine/flows/onramp/rampFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Body } from '../../ui/body/Body.tsx'
import { SearchField } from '../../ui/field/SearchField.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { findTokens } from '../send/findTokens.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import { backToForm } from './backToForm.ts'
import css from './onramp.css'
import { onrampSelectTexts } from './onrampTexts.ts'
import { useRamp } from './useRamp.ts'

/** As many as are drawn; others are found by searching. */
const mostShown = 100

/** OnRampTokenSelect: what the providers sell to this account, its own network first (SPEC §2). */
export function OnRampTokenSelectView() {
  useCss(css)
  const { part, retry } = useRamp()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <RampTokens flow={part.flow} /> : <ViewSkeleton />
}

function RampTokens({ flow }: { readonly flow: RampFlow }) {
  const t = useTexts(onrampSelectTexts)
  const widget = useWidget()
  const { options, token } = useMachine(flow.form)
  const [search, setSearch] = useState('')
  const networks = useEngineState(({ config }) => config.networks)
  const nameOf = (each: RampToken) =>
    findNetwork(networks, each.caipNetworkId)?.name ?? each.network.display_name
  const all = options.at === 'known' ? options.tokens : []
  const named = all.map(each => ({
    each,
    name: `${each.currency.name} ${nameOf(each)}`,
    symbol: each.currency.symbol,
    ...(each.network.contract_address !== null && { address: each.network.contract_address }),
  }))
  const found = findTokens(named, search).slice(0, mostShown)
  const choose = (each: RampToken) => {
    flow.chooseToken(each.key)
    backToForm(widget)
  }
  return (
    <Body>
      <div className="onramp-search">
        <SearchField
          label={t('onramp.searchTokens')}
          placeholder={t('onramp.searchTokens')}
          clearLabel={t('onramp.clearSearch')}
          value={search}
          onValue={setSearch}
        />
      </div>
      {options.at === 'loading' ? (
        <div aria-busy="true">
          <List label={t('onramp.tokens')}>
            <SkeletonRow />
            <SkeletonRow />
            <SkeletonRow />
          </List>
        </div>
      ) : found.length === 0 ? (
        <div className="onramp-none">
          {search === '' ? (
            <StatusWords title={t('onramp.nothing')} detail={t('onramp.nothingHint')} />
          ) : (
            <StatusWords title={t('onramp.noToken', { search })} />
          )}
        </div>
      ) : (
        <List label={t('onramp.tokens')}>
          {found.map(({ each }) => (
            <TokenRow
              key={each.key}
              token={each}
              network={nameOf(each)}
              current={each.key === token?.key}
              onChoose={choose}
            />
          ))}
        </List>
      )}
    </Body>
  )
}

function TokenRow(props: {
  readonly token: RampToken
  readonly network: string
  readonly current: boolean
  readonly onChoose: (token: RampToken) => void
}) {
  const { token, network, current, onChoose } = props
  const { name, symbol, iconUrl } = token.currency
  const src = useTokenImage(iconUrl ?? undefined)
  return (
    <Row
      id={token.key}
      name={name}
      detail={
        <bdi>
          {symbol} · {network}
        </bdi>
      }
      icon={<Logo src={src} name={symbol} round />}
      {...(current && { end: 'check' as const })}
      current={current}
      onClick={() => onChoose(token)}
    />
  )
}
