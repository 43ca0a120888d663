import { explorerLink } from '../../contract/explorerLink.ts'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { ActivityEntry } from '../../engine/activity/activityEntry.ts'
import { Row } from '../../ui/list/Row.tsx'
import type { VirtualList } from '../../ui/list/VirtualList.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { webUrl } from '../shell/webUrl.ts'
import { activityTexts } from '../texts/activityTexts.ts'
import { ActivityDetails } from './ActivityDetails.tsx'
import { ActivityPicture } from './ActivityPicture.tsx'
import {
  type ActivityTranslate,
  alikeWords,
  exactWords,
  legWords,
  partyWords,
  stateKey,
  titleKey,
} from './activityWords.ts'
import { formatMoment, formatWhen } from './formatWhen.ts'

/** Legs with a line of their own. */
const mostLines = 2

export declare namespace ActivityRow {
  interface Props {
    readonly entry: ActivityEntry
    readonly place: VirtualList.Place
    /** The visitor's own addresses. */
    readonly own: readonly string[]
    /** Milliseconds since the epoch. */
    readonly now: number
    readonly isOpen: boolean
    readonly onToggle: (id: string) => void
  }
}

/** One entry: what happened, with whom, when, and what moved. Leads to the explorer, or opens where there is none. */
export function ActivityRow({ entry, place, own, now, isOpen, onToggle }: ActivityRow.Props) {
  const t = useTexts(activityTexts)
  const locale = useEngineState(snapshot => snapshot.config.locale)
  const network = useEngineState(({ state }) => state.network)
  const { hash, legs, status } = entry
  const href =
    hash === undefined || isUnsupportedNetwork(network)
      ? undefined
      : webUrl(explorerLink(network, 'tx', hash))
  const shown = legs.slice(0, mostLines)
  const value =
    shown.length === 0 ? undefined : (
      <>
        {shown.map(leg => (
          <span
            key={`${leg.direction} ${leg.asset.key}`}
            className="activity-leg"
            data-direction={status === 'confirmed' ? leg.direction : undefined}
            title={exactWords(t, entry, leg)}
          >
            {legWords(t, entry, leg, locale)}
          </span>
        ))}
        {legs.length > mostLines ? (
          <span className="activity-leg">{t('activity.moreLegs', { count: legs.length - mostLines })}</span>
        ) : null}
      </>
    )
  const row = (
    <Row
      id={entry.id}
      place={place}
      name={t(titleKey(entry))}
      detail={<Detail entry={entry} own={own} now={now} t={t} locale={locale} />}
      icon={<ActivityPicture entry={entry} t={t} />}
      value={value}
      {...(href !== undefined ? { href } : { expanded: isOpen, onClick: () => onToggle(entry.id) })}
    />
  )
  return (
    <div
      className="activity-row"
      data-status={status}
      data-suspect={entry.hidden || entry.alike ? '' : undefined}
    >
      {row}
      {href === undefined && isOpen ? <ActivityDetails entry={entry} t={t} locale={locale} /> : null}
    </div>
  )
}

interface DetailProps {
  readonly entry: ActivityEntry
  readonly own: readonly string[]
  readonly now: number
  readonly t: ActivityTranslate
  readonly locale: string | undefined
}

function Detail({ entry, own, now, t, locale }: DetailProps) {
  const alike = alikeWords(t, entry, own)
  const state = stateKey(entry)
  const [mark] = entry.marks
  const party = partyWords(t, entry)
  const words = [state && t(state), mark && t(`activity.mark.${mark}`), alike ? undefined : party]
  return (
    <>
      {alike === undefined ? null : <span className="activity-alike">{alike}</span>}
      {words.flatMap((word, at) =>
        word === undefined ? (
          []
        ) : (
          <span key={word} className="activity-words" data-mark={at === 1 ? '' : undefined}>
            {word}
            <span className="activity-dot"> · </span>
          </span>
        ),
      )}
      {entry.at === undefined ? null : (
        <time dateTime={new Date(entry.at).toISOString()} title={formatMoment(entry.at, locale)}>
          {formatWhen(entry.at, now, t('activity.now'), locale)}
        </time>
      )}
    </>
  )
}
