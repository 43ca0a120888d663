import { useDeferredValue, useMemo, useState } from 'react'
import type { Token } from '../../engine/nouns/tokens/tokens.ts'
import { Body } from '../../ui/body/Body.tsx'
import { SearchField } from '../../ui/field/SearchField.tsx'
import { List } from '../../ui/list/List.tsx'
import type { VirtualList } from '../../ui/list/VirtualList.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { TokenRow } from '../account/TokenRow.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useLater } from '../shell/useLater.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { findTokens } from './findTokens.ts'
import css from './send.css'
import { selectTexts } from './sendTexts.ts'
import { useSendFlow } from './useSendFlow.ts'

const keyOf = (token: Token) => token.key
/** More than these are drawn as far as they are in sight, by a list that is fetched for it. */
const fewTokens = 30
const loadList = () => import('../../ui/list/VirtualList.tsx').then(module => module.VirtualList)

/** WalletSendSelectToken: everything that can be sent, the most valuable first, to be searched. */
export function WalletSendSelectTokenView() {
  useCss(css)
  const widget = useWidget()
  const flow = useSendFlow()
  const t = useTexts(selectTexts)
  const held = useMachine(flow.holdings.machine)
  const network = useEngineState(({ state }) => state.network.name)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const found = useMemo(() => findTokens(held.tokens, wanted), [held.tokens, wanted])
  const isLong = held.tokens.length > fewTokens
  const { part: Long } = useLater(isLong, loadList)
  const { currency } = held
  const row = useMemo(() => {
    const choose = (token: Token) => {
      flow.draft.choose(token)
      // Opened by the host, it has no form to go back to.
      if (widget.snapshot().modal.behind.length > 0) widget.back()
      else widget.replace('WalletSend')
    }
    return (token: Token, place?: VirtualList.Place) => (
      <TokenRow
        key={token.key}
        token={token}
        currency={currency}
        {...(place && { place })}
        onChoose={choose}
      />
    )
  }, [flow, widget, currency])
  return (
    <Body>
      <div className="select-search">
        <SearchField
          label={t('select.search')}
          placeholder={t('select.search')}
          clearLabel={t('select.clear')}
          value={search}
          onValue={setSearch}
        />
      </div>
      {found.length > 0 && isLong && Long && Long !== 'failed' ? (
        <Long label={t('select.list')} items={found} itemKey={keyOf} rowHeight={56}>
          {row}
        </Long>
      ) : found.length > 0 && (!isLong || Long === 'failed') ? (
        <List label={t('select.list')}>{found.map(token => row(token))}</List>
      ) : held.at === 'loading' || found.length > 0 ? (
        <div aria-busy="true">
          <List label={t('select.list')}>
            <SkeletonRow />
            <SkeletonRow />
            <SkeletonRow />
          </List>
        </div>
      ) : (
        <div className="select-none">
          <StatusWords
            title={t(wanted === '' ? 'select.empty' : 'select.none', { search: wanted })}
            detail={t(wanted === '' ? 'select.emptyHint' : 'select.noneHint', { network })}
          />
        </div>
      )}
    </Body>
  )
}
