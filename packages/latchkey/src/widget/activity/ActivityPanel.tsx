import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Activity, ActivityState } from '../../engine/nouns/activity/activity.ts'
import { Button } from '../../ui/button/Button.tsx'
import { List } from '../../ui/list/List.tsx'
import { VirtualList } from '../../ui/list/VirtualList.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { PanelFailed } from '../account/PanelFailed.tsx'
import { useNow } from '../account/useNow.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { type Kept, useKept } from '../shell/useKept.ts'
import { useLater } from '../shell/useLater.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useResource } from '../shell/useResource.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ActivityRow } from './ActivityRow.tsx'
import { ActivitySkeleton } from './ActivitySkeleton.tsx'
import css from './activity.css'
import type { ActivityAside } from './activityAside.ts'
import { type ActivityItem, activityItems } from './activityItems.ts'
import { activityTexts } from './activityTexts.ts'
import type { ActivityTranslate } from './activityWords.ts'
import { type ActivityFormats, createFormats } from './createFormats.ts'
import { isSuspicious } from './isSuspicious.ts'
import { loadAside } from './loadAside.ts'
import type { SentActivity } from './sentActivity.ts'
import { useEntries } from './useEntries.ts'

/** The Activity tab: what the account did on its network, by month, the newest first (SPEC §2, §9). */
export function ActivityPanel() {
  useCss(css)
  const { part: activity, retry } = useResource(useWidget().engine.activity)
  if (activity === 'failed') return <PanelFailed onRetry={retry} />
  return activity === undefined ? <Coming /> : <Known activity={activity} />
}

function Known({ activity }: { readonly activity: Activity }) {
  const widget = useWidget()
  const locale = useEngineState(snapshot => snapshot.config.locale)
  const formats = useMemo(() => createFormats(locale), [locale])
  const state = useMachine(activity.machine)
  const { entries, own, sent, awaitsSent } = useEntries(state)
  const t = useTexts(sent?.texts ?? activityTexts) as ActivityTranslate
  const [withHidden, setWithHidden] = useKept(hiddenShown)
  const { at, next, isMore } = state
  const more = at === 'ready' && next !== null
  const isOdd = useMemo(() => entries.some(isSuspicious), [entries])
  const { part, retry } = useLater(isOdd || (entries.length === 0 && isSettled(at)), loadAside)
  const aside = typeof part === 'object' ? part : undefined
  const lines = useMemo(
    // What deserves a warning is not shown before there is one.
    () =>
      activityItems(aside ? entries : entries.filter(entry => !isSuspicious(entry)), { more, withHidden }),
    [aside, entries, more, withHidden],
  )
  const { items, shown, hidden, reads, aside: suspicious } = lines

  /** 0 until it is drawn for the first time. */
  const isDrawn = useRef<boolean | 0>(0)
  const isReady = at === 'ready'
  useEffect(() => {
    // Empty and failed states announce themselves. Entries older than the tab are no news, and the view's title is
    // being announced.
    if (isReady && shown && isDrawn.current !== 0)
      widget.announce(t(shown === 1 ? 'activity.one' : 'activity.count', { count: shown }))
  }, [widget, t, isReady, shown])

  const again = () => void activity.refresh({ force: true }).catch(() => undefined)
  const isEmpty = !items[0] && isSettled(at) && at !== 'failed'
  // Nothing that is drawn makes way for what comes above it.
  const isAwaited =
    (part === undefined && isEmpty) || (!isDrawn.current && (awaitsSent || (part === undefined && isOdd)))
  const isComing = isAwaited || (!isSettled(at) && !shown)
  useEffect(() => {
    isDrawn.current = !isComing
  }, [isComing])
  const shared = { activity, own, aside, sent, total: state.transactions.length, t, formats }
  return (
    <div className="activity" data-state={at} data-more={isMore ? '' : undefined}>
      {at === 'failed' && <PanelFailed code="TRANSACTIONS_FAILED" onRetry={again} />}
      {part === 'failed' && <PanelFailed onRetry={retry} />}
      {sent && <sent.Outcomes entries={entries} t={t} formats={formats} />}
      {isComing ? (
        <Coming />
      ) : items[0] ? (
        <Lines {...shared} items={items} label={t('activity.list')} reads={reads} />
      ) : (
        isEmpty && aside && <aside.Empty isServed={at !== 'unserved'} hidden={hidden} />
      )}
      {!isComing && aside && hidden > 0 && (
        <aside.Switch count={hidden} isOn={withHidden} onSwitch={setWithHidden} />
      )}
      {!isComing && aside && suspicious[0] && (
        <Lines {...shared} items={suspicious} label={t('activity.suspicious')} reads={false} />
      )}
    </div>
  )
}

const isSettled = (at: ActivityState['at']) => at !== 'idle' && at !== 'loading'
const hiddenShown = (): Kept<boolean> => ({ value: false })

interface LinesProps {
  readonly activity: Activity
  readonly items: readonly ActivityItem[]
  readonly label: string
  readonly own: readonly string[]
  readonly aside: ActivityAside | undefined
  readonly sent: SentActivity | undefined
  readonly reads: boolean
  /** Transactions read so far; a page without a visible entry counts as well. */
  readonly total: number
  readonly t: ActivityTranslate
  readonly formats: ActivityFormats
}

function Lines({ activity, items, label, own, aside, sent, reads, total, t, formats }: LinesProps) {
  const { push } = useWidget()
  const now = useNow(60_000)
  const choose = useCallback((id: string) => push('WalletTransaction', { id }), [push])
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
              aside={aside}
              sent={sent}
              now={now}
              onChoose={choose}
              t={t}
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
      }
    },
    [activity, own, aside, sent, now, choose, t, formats],
  )
  return (
    <VirtualList
      label={label}
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
const heights = { month: 36, entry: 60, coming: 61, further: 68 } as const
const heightOf = (item: ActivityItem) => heights[item.is]

function Coming() {
  const t = useTexts(activityTexts)
  return (
    <div aria-busy="true">
      <List label={t('activity.looking')}>
        {[0, 1, 2, 3, 4].map(at => (
          <li key={at}>
            <ActivitySkeleton />
          </li>
        ))}
      </List>
    </div>
  )
}
