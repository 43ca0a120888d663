import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { SwapFlow, SwapSide } from '../../engine/flows/swap/swapFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import type { SwapToken } from '../../engine/nouns/swaps/swapQuote.ts'
import { Body } from '../../ui/body/Body.tsx'
import { SearchField } from '../../ui/field/SearchField.tsx'
import { List } from '../../ui/list/List.tsx'
import type { VirtualList } from '../../ui/list/VirtualList.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { findTokens } from '../send/findTokens.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useLater } from '../shell/useLater.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { NetworkChoice } from './NetworkChoice.tsx'
import { SwapTokenRow } from './SwapTokenRow.tsx'
import { swapSelectTexts } from './swapTexts.ts'
import { UnlistedGate } from './UnlistedGate.tsx'

const keyOf = (token: SwapToken) => token.key
/** More than these are drawn as far as they are in sight, by a list that is fetched for it. */
const fewTokens = 30
const loadList = () => import('../../ui/list/VirtualList.tsx').then(module => module.VirtualList)

export declare namespace TokenPicker {
  interface Props {
    readonly flow: SwapFlow
    /** Which of the two is chosen. */
    readonly side: SwapSide
  }
}

/** The tokens to choose from; one that is on no list is looked at first. */
export function TokenPicker({ flow, side }: TokenPicker.Props) {
  const widget = useWidget()
  const t = useTexts(swapSelectTexts)
  const known = useMachine(flow.tokens)
  const chosen = useMachine(flow.form)[side]
  // What is bought may arrive on another network.
  const there = side === 'buy' ? known.there : undefined
  const { at, tokens } = there ?? known
  const network = useEngineState(({ state, config }) =>
    there ? (findNetwork(config.networks, there.caipNetworkId)?.name ?? '') : state.network.name,
  )
  const start = useRef(side === 'buy' ? chosen?.caipNetworkId : undefined)
  useEffect(() => {
    flow.lookAt(start.current)
    // What is known of the chosen one is kept up to date.
    return () => flow.lookAt(flow.form.getState().buy?.caipNetworkId)
  }, [flow])
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<SwapToken>()
  const wanted = useDeferredValue(search)
  const { found, currency } = known
  // The services know tokens that are on no list.
  useEffect(() => flow.search(wanted), [flow, wanted])
  const shown = useMemo(() => {
    const here = findTokens(tokens, wanted)
    const keys = new Set(here.map(keyOf))
    return wanted.trim() === '' ? here : [...here, ...found.filter(({ key }) => !keys.has(key))]
  }, [tokens, found, wanted])
  const isLong = shown.length > fewTokens
  const { part: Long } = useLater(isLong, loadList)
  const choose = (token: SwapToken) => {
    flow.choose(side, token)
    // Opened by the host, it has no form to go back to.
    if (widget.snapshot().modal.behind.length > 0) widget.back()
    else widget.replace('Swap')
  }
  if (asked)
    return <UnlistedGate token={asked} onUse={() => choose(asked)} onBack={() => setAsked(undefined)} />
  const row = (token: SwapToken, place?: VirtualList.Place) => (
    <SwapTokenRow
      key={token.key}
      token={token}
      currency={currency}
      current={token.key === chosen?.key}
      {...(place && { place })}
      onChoose={each => (each.unlisted ? setAsked(each) : choose(each))}
    />
  )
  return (
    <Body>
      <div className="swap-search">
        <SearchField
          label={t('swap.search')}
          placeholder={t('swap.search')}
          clearLabel={t('swap.clearSearch')}
          value={search}
          onValue={setSearch}
        />
      </div>
      {side === 'buy' && known.networks.length > 0 ? (
        <NetworkChoice
          networks={known.networks}
          chosen={there?.caipNetworkId}
          onChoose={id => {
            flow.lookAt(id)
            flow.search(wanted)
          }}
        />
      ) : null}
      {shown.length > 0 && isLong && Long && Long !== 'failed' ? (
        <Long label={t('swap.tokens')} items={shown} itemKey={keyOf} rowHeight={56}>
          {row}
        </Long>
      ) : shown.length > 0 && (!isLong || Long === 'failed') ? (
        <List label={t('swap.tokens')}>{shown.map(token => row(token))}</List>
      ) : at === 'loading' || known.searching || shown.length > 0 ? (
        <div aria-busy="true">
          <List label={t('swap.tokens')}>
            <SkeletonRow />
            <SkeletonRow />
            <SkeletonRow />
          </List>
        </div>
      ) : (
        <div className="swap-none">
          <StatusWords
            title={t(wanted === '' ? 'swap.noneHere' : 'swap.noneFound', { search: wanted })}
            detail={t(wanted === '' ? 'swap.noneHereHint' : 'swap.noneFoundHint', { network })}
          />
        </div>
      )}
    </Body>
  )
}
