import { explorerLink } from '../../contract/explorerLink.ts'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { ActivityEntry } from '../../engine/activity/activityEntry.ts'
import type { ActivityLeg } from '../../engine/activity/activityLegs.ts'
import { Row } from '../../ui/list/Row.tsx'
import type { VirtualList } from '../../ui/list/VirtualList.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { webUrl } from '../shell/webUrl.ts'
import type { ActivityDetails } from './ActivityDetails.tsx'
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
import type { ActivityFormats } from './createFormats.ts'

export declare namespace ActivityRow {
  interface Props {
    readonly entry: ActivityEntry
    readonly place: VirtualList.Place
    /** The visitor's own addresses. */
    readonly own: readonly string[]
    /** Milliseconds since the epoch. */
    readonly now: number
    /** What draws all of it, while it is open. */
    readonly open: typeof ActivityDetails | undefined
    readonly onToggle: (id: string) => void
    readonly t: ActivityTranslate
    readonly formats: ActivityFormats
  }
}

/** One entry: what happened, with whom, when, and what moved. Leads to the explorer, or opens where there is none. */
export function ActivityRow({ entry, place, own, now, open: Open, onToggle, t, formats }: ActivityRow.Props) {
  const network = useEngineState(({ state }) => state.network)
  const { hash, legs, status } = entry
  const href =
    hash === undefined || isUnsupportedNetwork(network)
      ? undefined
      : webUrl(explorerLink(network, 'tx', hash))
  const [first, second, ...more] = legs
  const line = (leg: ActivityLeg) => (
    <span
      className="activity-leg"
      data-direction={
        status === 'confirmed' && !entry.hidden && leg.asset.vouched ? leg.direction : undefined
      }
      title={exactWords(t, entry, leg)}
    >
      {legWords(t, entry, leg, formats)}
    </span>
  )
  return (
    <div className="activity-row" data-status={status}>
      <Row
        id={entry.id}
        place={place}
        name={
          <span className="activity-line">
            <span className="activity-title">{t(titleKey(entry))}</span>
            {first && line(first)}
          </span>
        }
        detail={
          <span className="activity-line">
            <Detail entry={entry} own={own} now={now} t={t} formats={formats} />
            {second && (
              <span className="activity-legs">
                {line(second)}
                {more.length > 0 ? (
                  <span className="activity-leg">{t('activity.moreLegs', { count: more.length })}</span>
                ) : null}
              </span>
            )}
          </span>
        }
        icon={<ActivityPicture entry={entry} t={t} />}
        {...(href !== undefined
          ? { href }
          : { expanded: Open !== undefined, onClick: () => onToggle(entry.id) })}
      />
      {href === undefined && Open ? <Open entry={entry} t={t} formats={formats} /> : null}
    </div>
  )
}

interface DetailProps {
  readonly entry: ActivityEntry
  readonly own: readonly string[]
  readonly now: number
  readonly t: ActivityTranslate
  readonly formats: ActivityFormats
}

function Detail({ entry, own, now, t, formats }: DetailProps) {
  const alike = alikeWords(t, entry, own)
  const state = stateKey(entry)
  const [mark] = entry.marks
  // Of a swap its two sides say more than the contract that made it.
  const party = alike === undefined && entry.legs.length < 2 ? partyWords(t, entry) : undefined
  const words = [state && t(state), mark && t(`activity.mark.${mark}`), party].filter(
    word => word !== undefined,
  )
  return (
    <span className="activity-detail">
      {alike === undefined ? null : <span className="activity-alike">{alike}</span>}
      {words.map(word => (
        <span key={word} data-mark={mark && word === t(`activity.mark.${mark}`) ? '' : undefined}>
          {word}
          {entry.at === undefined && word === words.at(-1) ? null : <span className="activity-dot"> · </span>}
        </span>
      ))}
      {entry.at === undefined ? null : (
        <time dateTime={new Date(entry.at).toISOString()} title={formats.moment(entry.at)}>
          {formats.when(entry.at, now) ?? t('activity.now')}
        </time>
      )}
    </span>
  )
}
