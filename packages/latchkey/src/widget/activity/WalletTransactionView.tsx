import { useEffect, useMemo, useState } from 'react'
import { addressOf } from '../../contract/caip.ts'
import type { Activity } from '../../engine/nouns/activity/activity.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { PanelFailed } from '../account/PanelFailed.tsx'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useLater } from '../shell/useLater.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useResource } from '../shell/useResource.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import activityCss from './activity.css'
import { activityDetailTexts, activityTexts } from './activityTexts.ts'
import type { ActivityTranslate } from './activityWords.ts'
import { createFormats } from './createFormats.ts'
import { isSuspicious } from './isSuspicious.ts'
import { loadAside } from './loadAside.ts'
import { TransactionDetails } from './TransactionDetails.tsx'
import css from './transaction.css'
import { useEntries } from './useEntries.ts'

/** Transactions that are looked through by themselves; then the visitor has to want it. */
const unasked = 100

/** WalletTransaction: one transaction of the account, seen closer. */
export function WalletTransactionView({ data }: ViewProps<'WalletTransaction'>) {
  useCss(activityCss)
  useCss(css)
  const { part: activity, retry } = useResource(useWidget().engine.activity)
  return (
    <Body>
      {activity === 'failed' ? (
        <PanelFailed onRetry={retry} />
      ) : activity === undefined ? (
        <Looking />
      ) : (
        <Found activity={activity} id={data?.id} />
      )}
    </Body>
  )
}

interface FoundProps {
  readonly activity: Activity
  readonly id: string | undefined
}

function Found({ activity, id }: FoundProps) {
  const locale = useEngineState(({ config }) => config.locale)
  const formats = useMemo(() => createFormats(locale), [locale])
  const state = useMachine(activity.machine)
  const { entries, own, sent, awaitsSent } = useEntries(state)
  const t = useTexts(sent?.texts ?? activityTexts) as ActivityTranslate
  const d = useTexts(activityDetailTexts)
  const entry = entries.find(each => each.id === id || (each.hash !== undefined && each.hash === id))
  const isOdd = entry !== undefined && isSuspicious(entry)
  const { part: aside, retry } = useLater(isOdd, loadAside)
  const { at, next, isMore, account } = state
  const isRead = at === 'ready' || at === 'unserved'
  const read = state.transactions.length
  const [most, setMost] = useState(() => read + unasked)
  const isLong = next !== null && read >= most
  const looksOn = entry === undefined && at === 'ready' && next !== null && !isMore && !isLong

  // A host may open one that is not on the pages that were read.
  useEffect(() => {
    if (looksOn) void activity.more()
  }, [activity, looksOn])

  // What deserves a warning is not shown before there is one.
  if (isOdd && typeof aside !== 'object') return aside ? <PanelFailed onRetry={retry} /> : <Looking />
  if (entry && account && !awaitsSent)
    return (
      <div className="transaction" data-state="shown">
        <TransactionDetails
          entry={entry}
          address={addressOf(account)}
          own={own}
          aside={typeof aside === 'object' ? aside : undefined}
          sent={sent}
          t={t}
          formats={formats}
        />
      </div>
    )
  if (at === 'failed')
    return (
      <PanelFailed
        code="TRANSACTIONS_FAILED"
        onRetry={() => void activity.refresh({ force: true }).catch(() => undefined)}
      />
    )
  if (!isRead || (next !== null && !isLong) || awaitsSent) return <Looking />
  return (
    <div className="transaction-words" data-state={isLong ? 'further' : 'gone'}>
      <StatusWords
        title={d('activity.detail.gone')}
        detail={isLong ? undefined : d('activity.detail.goneHint')}
      />
      {isLong ? <Button onClick={() => setMost(read + unasked)}>{t('activity.more')}</Button> : null}
    </div>
  )
}

function Looking() {
  const t = useTexts(activityTexts)
  return (
    <div className="transaction" aria-busy="true">
      <p className="visually-hidden">{t('activity.looking')}</p>
      <div className="transaction-head" aria-hidden="true">
        <Skeleton width={52} height={52} round />
        <Skeleton width={96} height={20} />
        <Skeleton width={160} height={26} />
      </div>
      <Skeleton width="100%" height={220} />
    </div>
  )
}
