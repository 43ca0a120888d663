import { Fragment } from 'react'
import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import type { ActivityLeg } from '../../engine/nouns/activity/activityLegs.ts'
import { Row } from '../../ui/list/Row.tsx'
import type { VirtualList } from '../../ui/list/VirtualList.tsx'
import { ActivityPicture } from './ActivityPicture.tsx'
import type { ActivityAside } from './activityAside.ts'
import { type ActivityTranslate, legWords, partyWords, titleKey } from './activityWords.ts'
import type { ActivityFormats } from './createFormats.ts'
import type { SentActivity } from './sentActivity.ts'

export declare namespace ActivityRow {
  interface Props {
    readonly entry: ActivityEntry
    /** In a `VirtualList`; absent in a `List`. */
    readonly place?: VirtualList.Place
    /** The visitor's own addresses. */
    readonly own: readonly string[]
    /** There where an entry is suspicious. */
    readonly aside: ActivityAside | undefined
    /** There where an entry was sent from here. */
    readonly sent: SentActivity | undefined
    /** Milliseconds since the epoch. */
    readonly now: number
    readonly onChoose: (id: string) => void
    readonly t: ActivityTranslate
    readonly formats: ActivityFormats
  }
}

/** One entry: what happened, with whom, when, and what moved. Leads to all that is known of it. */
export function ActivityRow(props: ActivityRow.Props) {
  const { entry, place, sent, onChoose, t, formats } = props
  const { legs, status } = entry
  const [first] = legs
  // Many that go one way are counted; of what goes both ways, the other side is said.
  const isStack = legs.length > 2 && legs.every(({ direction }) => direction === first?.direction)
  const second = isStack ? undefined : (legs.find(leg => leg.direction !== first?.direction) ?? legs[1])
  const more = legs.length - (second ? 2 : 1)
  const line = (leg: ActivityLeg) => (
    <span
      className="activity-leg"
      data-direction={
        status === 'confirmed' && !entry.hidden && leg.asset.vouched ? leg.direction : undefined
      }
      title={legWords(t, entry, leg, formats, true)}
    >
      {/* Its sign stands before it also where lines begin on the right. */}
      <bdi>{legWords(t, entry, leg, formats)}</bdi>
    </span>
  )
  return (
    <div className="activity-row" data-status={status}>
      <Row
        id={entry.id}
        {...(place && { place })}
        name={
          <span className="activity-line">
            <span className="activity-title">{t(titleKey(entry))}</span>
            {first && line(first)}
          </span>
        }
        detail={
          <span className="activity-line">
            <Detail {...props} />
            {second || more > 0 ? (
              <span className="activity-legs">
                {second && line(second)}
                {more > 0 ? (
                  <span className="activity-leg">{t('activity.moreLegs', { count: more })}</span>
                ) : null}
              </span>
            ) : null}
          </span>
        }
        icon={<ActivityPicture entry={entry} sent={sent} t={t} />}
        onClick={() => onChoose(entry.id)}
      />
    </div>
  )
}

function Detail({ entry, own, aside, sent, now, t, formats }: ActivityRow.Props) {
  const { at, alike, legs, marks } = entry
  const state = sent?.stateKey(entry)
  const hasMark = aside !== undefined && marks.length > 0
  // Of a swap its two sides say more than the contract that made it.
  const party = alike === undefined && legs.length < 2 ? partyWords(t, entry) : undefined
  const words = [
    state && t(state, { provider: entry.order?.provider ?? t('activity.provider') }),
    party,
    at === undefined ? undefined : (
      <time key="at" dateTime={new Date(at).toISOString()} title={formats.moment(at)}>
        {formats.when(at, now) ?? t('activity.now')}
      </time>
    ),
  ].filter(word => word !== undefined)
  return (
    <span className="activity-detail">
      {aside && <aside.Suspicion entry={entry} own={own} />}
      {words.map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no names, and stand where they stand
        <Fragment key={place}>
          {hasMark || place > 0 ? ' · ' : null}
          {word}
        </Fragment>
      ))}
    </span>
  )
}
