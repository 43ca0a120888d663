import { useCallback, useEffect, useMemo } from 'react'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { Activity } from '../../engine/activity/activity.ts'
import type { ActivityEntry } from '../../engine/activity/activityEntry.ts'
import { Button } from '../../ui/button/Button.tsx'
import { List } from '../../ui/list/List.tsx'
import { VirtualList } from '../../ui/list/VirtualList.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { PanelFailed } from '../account/PanelFailed.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useKept } from '../shell/useKept.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { activityTexts } from '../texts/activityTexts.ts'
import { ActivityRow } from './ActivityRow.tsx'
import { ActivitySkeleton } from './ActivitySkeleton.tsx'
import css from './activity.css'
import { type ActivityItem, activityItems } from './activityItems.ts'
import { legWords, titleKey } from './activityWords.ts'
import { createFormats } from './createFormats.ts'
import { useActivity } from './useActivity.ts'
import { useEntries, useOutcomes } from './useEntries.ts'
import { useMinutes } from './useMinutes.ts'
import { useOpenEntry } from './useOpenEntry.ts'

/** The Activity tab: what the account did on its network, by month, the newest first (SPEC §2, §9). */
export function ActivityPanel() {
  useCss(css)
  const { activity, retry } = useActivity()
  if (activity === 'failed') return <PanelFailed onRetry={retry} />
  return activity === 'loading' ? <Coming /> : <Known activity={activity} />
}

function Known({ activity }: { readonly activity: Activity }) {
  const widget = useWidget()
  const t = useTexts(activityTexts)
  const locale = useEngineState(snapshot => snapshot.config.locale)
  const formats = useMemo(() => createFormats(locale), [locale])
  const state = useMachine(activity.machine)
  const { entries, own } = useEntries(state)
  const [withHidden, setWithHidden] = useKept('activityHidden', false)
  const { at, next, isMore } = state
  const more = at === 'ready' && next !== null
  const lines = useMemo(() => activityItems(entries, { more, withHidden }), [entries, more, withHidden])
  const { items, shown, hidden, reads } = lines

  const say = useCallback(
    (entry: ActivityEntry) => {
      const amounts = entry.legs.map(leg => legWords(t, entry, leg, formats))
      const what = [t(titleKey(entry)), ...amounts].join(' ')
      widget.announce(entry.status === 'confirmed' ? t('activity.confirmed', { what }) : what)
    },
    [widget, t, formats],
  )
  useOutcomes(entries, say)
  const isReady = at === 'ready'
  useEffect(() => {
    // What is empty or failed says so itself.
    if (isReady && shown > 0)
      widget.announce(shown === 1 ? t('activity.one') : t('activity.count', { count: shown }))
  }, [widget, t, isReady, shown])

  const again = () => void activity.refresh({ force: true }).catch(() => undefined)
  const isComing = (at === 'idle' || at === 'loading') && shown === 0
  return (
    <div className="activity" data-state={at} data-more={isMore ? '' : undefined}>
      {at === 'failed' ? <Failed onRetry={again} /> : null}
      {hidden > 0 ? <Switch count={hidden} isOn={withHidden} onSwitch={setWithHidden} /> : null}
      {isComing ? (
        <Coming />
      ) : items.length > 0 ? (
        <Lines activity={activity} items={items} own={own} reads={reads} total={state.transactions.length} />
      ) : at === 'failed' ? null : (
        <Empty isServed={at !== 'unserved'} hidden={hidden} />
      )}
    </div>
  )
}

interface LinesProps {
  readonly activity: Activity
  readonly items: readonly ActivityItem[]
  readonly own: readonly string[]
  readonly reads: boolean
  /** Transactions read so far: a page of which nothing is shown is a page more all the same. */
  readonly total: number
}

function Lines({ activity, items, own, reads, total }: LinesProps) {
  const t = useTexts(activityTexts)
  const locale = useEngineState(snapshot => snapshot.config.locale)
  const formats = useMemo(() => createFormats(locale), [locale])
  const now = useMinutes()
  const [open, toggle] = useOpenEntry()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page ends the waiting for more; the end may be in sight again
  const readMore = useCallback(() => void activity.more(), [activity, total])
  const draw = useCallback(
    (item: ActivityItem, place: VirtualList.Place) => {
      switch (item.is) {
        case 'month':
          return (
            <h3 className="activity-month">
              {item.month ? formats.month(item.month) : t('activity.undated')}
            </h3>
          )
        case 'entry':
          return (
            <ActivityRow
              entry={item.entry}
              place={place}
              own={own}
              now={now}
              open={open?.id === item.entry.id ? open.Details : undefined}
              onToggle={toggle}
              formats={formats}
            />
          )
        case 'coming':
          return <ActivitySkeleton />
        case 'further':
          return (
            <div className="activity-further">
              <Button {...place} onClick={() => void activity.more()}>
                {t('activity.more')}
              </Button>
            </div>
          )
        case 'end':
          return <p className="activity-end">{t('activity.end')}</p>
      }
    },
    [activity, own, now, open, toggle, t, formats],
  )
  return (
    <VirtualList
      label={t('activity.list')}
      items={items}
      itemKey={keyOf}
      rowHeight={heightOf}
      isStop={isStop}
      onEnd={reads ? readMore : undefined}
    >
      {draw}
    </VirtualList>
  )
}

const keyOf = (item: ActivityItem) => item.key
const isStop = (item: ActivityItem) => item.is === 'entry' || item.is === 'further'
const heights = { month: 36, entry: 60, coming: 61, further: 68, end: 52 } as const
const heightOf = (item: ActivityItem) => heights[item.is]

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts(activityTexts)
  const errorText = useErrorText()
  return (
    <div className="activity-status">
      <StatusWords tone="error" title={errorText('TRANSACTIONS_FAILED')} detail={t('activity.failedHint')} />
      <Button onClick={onRetry}>{t('activity.retry')}</Button>
    </div>
  )
}

function Empty({ isServed, hidden }: { readonly isServed: boolean; readonly hidden: number }) {
  const t = useTexts(activityTexts)
  const network = useEngineState(({ state }) => state.network)
  const name = isUnsupportedNetwork(network) ? network.caipNetworkId : network.name
  const [title, detail] =
    hidden > 0
      ? [t('activity.allHidden'), t('activity.allHiddenHint')]
      : isServed
        ? [t('activity.empty'), t('activity.emptyHint', { network: name })]
        : [t('activity.unserved'), t('activity.unservedHint', { network: name })]
  return (
    <div className="activity-status">
      <StatusWords title={title} detail={detail} />
    </div>
  )
}

interface SwitchProps {
  readonly count: number
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}

function Switch({ count, isOn, onSwitch }: SwitchProps) {
  const t = useTexts(activityTexts)
  return (
    <button
      type="button"
      className="activity-switch"
      role="switch"
      aria-checked={isOn}
      onClick={() => onSwitch(!isOn)}
    >
      {count === 1 ? t('activity.hiddenOne') : t('activity.hidden', { count })}
      <span className="activity-track" aria-hidden="true" />
    </button>
  )
}

function Coming() {
  const t = useTexts(activityTexts)
  return (
    <div aria-busy="true">
      <List label={t('activity.looking')}>
        {[0, 1, 2, 3].map(at => (
          <li key={at}>
            <ActivitySkeleton />
          </li>
        ))}
      </List>
    </div>
  )
}
