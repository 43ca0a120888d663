import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { Address } from '../../ui/address/Address.tsx'
import { groupAddress } from '../../ui/address/groupAddress.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import css from './activitydetails.css'
import { activityDetailTexts } from './activityTexts.ts'
import { type ActivityTranslate, legWords, partyRole } from './activityWords.ts'
import type { ActivityFormats } from './createFormats.ts'

export declare namespace ActivityDetails {
  interface Props {
    readonly entry: ActivityEntry
    readonly t: ActivityTranslate
    readonly formats: ActivityFormats
  }
}

/** Where an order is followed. */
const orderViews = { onramp: 'OnRampOrder', exchange: 'ExchangeOrder' } as const

/** All that is known of an entry, in full: where no explorer can be asked. */
export function ActivityDetails({ entry, t, formats }: ActivityDetails.Props) {
  useCss(css)
  const d = useTexts(activityDetailTexts)
  const widget = useWidget()
  const { alike, counterparty, hash, legs, mover, at, order } = entry
  const leadsTo = order && orderViews[order.via]
  const orderView = leadsTo && widget.views.definition(leadsTo) ? leadsTo : undefined
  return (
    <dl className="activity-details">
      {alike === undefined ? null : (
        <>
          <Line label={d(`activity.detail.${partyRole(entry)}`)}>
            <Compared address={alike.address} known={alike.known} />
          </Line>
          <Line label={d('activity.detail.known')}>
            <Compared address={alike.known} known={alike.address} />
          </Line>
        </>
      )}
      {counterparty === undefined || counterparty === alike?.address ? null : (
        <Line label={d(`activity.detail.${partyRole(entry)}`)}>
          <Address address={counterparty} full />
        </Line>
      )}
      {mover === undefined || mover === alike?.address ? null : (
        <Line label={d('activity.detail.by')}>
          <Address address={mover} full />
        </Line>
      )}
      {legs.length === 0 ? null : (
        <Line label={d('activity.detail.amount')}>
          {legs.map(leg => (
            <div key={`${leg.direction} ${leg.asset.key}`}>
              <bdi className="activity-exact">{legWords(t, entry, leg, formats, true)}</bdi>
            </div>
          ))}
        </Line>
      )}
      {order === undefined ? null : (
        <Line label={d('activity.detail.provider')}>{order.provider ?? t('activity.provider')}</Line>
      )}
      {at === undefined ? null : <Line label={d('activity.detail.time')}>{formats.moment(at)}</Line>}
      {hash === undefined ? null : (
        <Line label={d('activity.detail.hash')}>
          <Address address={hash} full />
        </Line>
      )}
      {orderView === undefined || order === undefined ? null : (
        <Line label={d('activity.detail.order')}>
          <Button onClick={() => widget.push(orderView, { id: order.id })}>
            {d('activity.detail.follow')}
          </Button>
        </Line>
      )}
    </dl>
  )
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An address in full, the groups marked in which it is not the other one (T63). */
function Compared({ address, known }: { readonly address: string; readonly known: string }) {
  const others = groupAddress(known)
  let start = 0
  return (
    <span className="activity-compared" dir="ltr">
      {groupAddress(address).map((group, at) => {
        const key = start
        start += group.length
        const differs = group.toLowerCase() !== others[at]?.toLowerCase()
        const Part = differs ? 'mark' : 'span'
        return (
          <Part key={key} className="activity-group">
            {group}
          </Part>
        )
      })}
    </span>
  )
}
