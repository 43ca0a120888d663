import { useEffect } from 'react'
import { Icon } from '../../ui/icon/Icon.tsx'
import { refresh } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useLater } from '../shell/useLater.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import type { AccountTabs } from './AccountTabs.tsx'
import { accountTexts } from './accountTexts.ts'
import { loadPanel } from './panelsOf.ts'

const load = () => import('./AccountTabs.tsx').then(module => module.AccountTabs)

/** Where the tabs stand: their code, that of the panel and what it draws are fetched at once, and not without tabs. */
export function TabsPlace(props: AccountTabs.Props) {
  const widget = useWidget()
  const t = useTexts(accountTexts)
  const errorText = useErrorText()
  const current = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.currentTab)
  const first = props.tabs.find(tab => tab === current) ?? props.tabs[0]
  const { part: Tabs, retry } = useLater(first !== undefined, load)

  useEffect(() => {
    if (Tabs !== undefined || first === undefined) return
    // The component that draws the tabs shows their failure.
    loadPanel(widget, first).catch(() => undefined)
    if (first === 'tokens') widget.engine.tokens().catch(() => undefined)
  }, [Tabs, first, widget])

  if (Tabs === 'failed') {
    return (
      <List heading={errorText('CHUNK_FAILED')}>
        <Row name={t('account.retry')} icon={<Icon shape={refresh} />} onClick={retry} />
      </List>
    )
  }
  if (Tabs) return <Tabs {...props} />
  return (
    <div aria-busy="true">
      <Skeleton width="100%" height={48} />
      <List label={t('account.tabs')}>
        {[0, 1, 2, 3, 4, 5].map(at => (
          <SkeletonRow key={at} />
        ))}
      </List>
    </div>
  )
}
