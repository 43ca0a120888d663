import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { groupAddress } from '../../ui/address/groupAddress.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { DetailFact, DetailFacts, DetailId } from '../account/DetailFact.tsx'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { ExplorerRow } from '../send/ExplorerRow.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { formatFiat } from '../texts/formatFiat.ts'
import { ActivityPicture } from './ActivityPicture.tsx'
import type { ActivityAside } from './activityAside.ts'
import { activityDetailTexts } from './activityTexts.ts'
import { type ActivityTranslate, legWords, partyRole, titleKey } from './activityWords.ts'
import type { ActivityFormats } from './createFormats.ts'
import type { SentActivity } from './sentActivity.ts'
import { usePaidFee } from './usePaidFee.ts'

export declare namespace TransactionDetails {
  interface Props {
    readonly entry: ActivityEntry
    /** The account whose activity it is. */
    readonly address: string
    /** The visitor's own addresses. */
    readonly own: readonly string[]
    /** There where the entry is suspicious. */
    readonly aside: ActivityAside | undefined
    /** There where it was sent from here. */
    readonly sent: SentActivity | undefined
    readonly t: ActivityTranslate
    readonly formats: ActivityFormats
  }
}

/** Where an order is followed. */
const orderViews = { onramp: 'OnRampOrder', exchange: 'ExchangeOrder' } as const

/** All that is known of a transaction: how it stands, what moved, both sides in full; what is unknown is said to be. */
export function TransactionDetails(props: TransactionDetails.Props) {
  const { entry, own, aside, sent, t, formats } = props
  const d = useTexts(activityDetailTexts)
  const widget = useWidget()
  const network = useEngineState(({ state }) => state.network)
  const locale = useEngineState(({ config }) => config.locale)
  const { hash, legs, at, order, status } = entry
  const leadsTo = order && orderViews[order.via]
  const orderView = leadsTo && widget.views.definition(leadsTo) ? leadsTo : undefined
  const isOff = status === 'failed' || status === 'dropped' || status === 'replaced'
  const values = legs.flatMap(({ value }) => value ?? [])
  const state = sent?.stateKey(entry)
  const unknown = d('activity.detail.unknown')
  return (
    <>
      <div className="transaction-head">
        <ActivityPicture entry={entry} sent={sent} t={t} />
        <h3 className="transaction-title">{t(titleKey(entry))}</h3>
        {legs.map(leg => (
          <p
            key={`${leg.direction} ${leg.asset.key}`}
            className="transaction-amount"
            data-off={isOff ? '' : undefined}
          >
            <bdi>{legWords(t, entry, leg, formats)}</bdi>
          </p>
        ))}
      </div>
      {aside && (entry.alike || entry.marks.length > 0) ? (
        <p className="transaction-suspicion">
          <aside.Suspicion entry={entry} own={own} />
        </p>
      ) : null}
      <ExplorerRow network={isUnsupportedNetwork(network) ? undefined : network} hash={hash} />
      <DetailFacts>
        <DetailFact
          name={d('activity.detail.status')}
          tone={status === 'confirmed' ? 'success' : isOff ? 'danger' : undefined}
        >
          {state
            ? t(state, { provider: order?.provider ?? t('activity.provider') })
            : status === 'confirmed'
              ? d('activity.detail.done')
              : status === 'failed'
                ? d('activity.detail.failed')
                : status === 'pending'
                  ? d('activity.detail.open')
                  : unknown}
        </DetailFact>
        <DetailFact name={d('activity.detail.time')}>
          {at === undefined ? unknown : formats.moment(at)}
        </DetailFact>
        <Sides {...props} />
        {legs.length === 0 ? null : (
          <DetailFact name={d('activity.detail.amount')}>
            <span className="transaction-legs">
              {legs.map(leg => (
                <bdi key={`${leg.direction} ${leg.asset.key}`}>{legWords(t, entry, leg, formats, true)}</bdi>
              ))}
            </span>
          </DetailFact>
        )}
        {/* Of one asset alone: the sides of a swap add up to nothing. */}
        {legs.length === 1 && values[0] !== undefined ? (
          <DetailFact name={d('activity.detail.value')}>{formatFiat(values[0], 'USD', locale)}</DetailFact>
        ) : null}
        {hash === undefined ? null : (
          <DetailFact name={d('activity.detail.fee')}>
            <Fee entry={entry} formats={formats} symbol={network.nativeCurrency.symbol} />
          </DetailFact>
        )}
        {order === undefined ? null : (
          <DetailFact name={d('activity.detail.provider')}>
            {order.provider ?? t('activity.provider')}
          </DetailFact>
        )}
        {isUnsupportedNetwork(network) ? null : (
          <DetailFact name={d('activity.detail.network')}>
            <NetworkLogo network={network} size={20} />
            {network.name}
          </DetailFact>
        )}
        {hash === undefined ? null : <DetailId name={d('activity.detail.hash')} id={hash} of="Hash" />}
      </DetailFacts>
      {orderView === undefined || order === undefined ? null : (
        <Button wide onClick={() => widget.push(orderView, { id: order.id })}>
          {d('activity.detail.follow')}
        </Button>
      )}
    </>
  )
}

/** What the network took; another account's transaction cost this one nothing. */
function Fee({
  entry,
  formats,
  symbol,
}: Pick<TransactionDetails.Props, 'entry' | 'formats'> & { readonly symbol: string }) {
  const d = useTexts(activityDetailTexts)
  const fee = usePaidFee(entry)
  if (!entry.own) return d('activity.detail.feeTheirs')
  if (fee?.at === 'reading') return <Skeleton width={96} height={14} />
  return fee?.at === 'known' ? (
    <bdi>{`${formats.exact(fee.amount)} ${symbol}`}</bdi>
  ) : (
    d('activity.detail.unknown')
  )
}

/** Who gave and who got, in full. */
function Sides({ entry, address }: TransactionDetails.Props) {
  const d = useTexts(activityDetailTexts)
  const { alike, counterparty, kind, mover, others } = entry
  const role = partyRole(entry)
  const you = (side: 'from' | 'to') => (
    <DetailId
      name={`${d(`activity.detail.${side}`)} · ${d('activity.detail.you')}`}
      id={address}
      of="Address"
    />
  )
  const party = (
    <>
      {alike === undefined ? null : (
        <>
          <DetailId name={d(`activity.detail.${role}`)} id={alike.address} of="Address">
            <Compared address={alike.address} known={alike.known} />
          </DetailId>
          <DetailId name={d('activity.detail.known')} id={alike.known} of="Address">
            <Compared address={alike.known} known={alike.address} />
          </DetailId>
        </>
      )}
      {counterparty === undefined || counterparty === alike?.address ? null : (
        <DetailId
          name={
            others === 0
              ? d(`activity.detail.${role}`)
              : `${d(`activity.detail.${role}`)} (${d('activity.detail.others', { count: others })})`
          }
          id={counterparty}
          of="Address"
        />
      )}
      {counterparty === undefined && alike === undefined && kind !== 'self' && role !== 'with' ? (
        <DetailFact name={d(`activity.detail.${role}`)}>{d('activity.detail.unknown')}</DetailFact>
      ) : null}
    </>
  )
  return (
    <>
      {role === 'from' ? null : you('from')}
      {party}
      {role === 'from' || kind === 'self' ? you('to') : null}
      {mover === undefined || mover === alike?.address ? null : (
        <DetailId name={d('activity.detail.by')} id={mover} of="Address" />
      )}
    </>
  )
}

/** An address in full, the groups marked in which it is not the other one (T63). */
function Compared({ address, known }: { readonly address: string; readonly known: string }) {
  const others = groupAddress(known)
  let start = 0
  return (
    <span className="transaction-compared" dir="ltr">
      {groupAddress(address).map((group, at) => {
        const key = start
        start += group.length
        const differs = group.toLowerCase() !== others[at]?.toLowerCase()
        const Part = differs ? 'mark' : 'span'
        return <Part key={key}>{group}</Part>
      })}
    </span>
  )
}
