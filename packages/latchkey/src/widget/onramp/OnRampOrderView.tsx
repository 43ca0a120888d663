import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import type { ShownOrder } from '../../engine/nouns/orders/orders.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { external } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { ExplorerRow } from '../send/ExplorerRow.tsx'
import reviewCss from '../send/preview.css'
import { SendNote } from '../send/SendNote.tsx'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import type { Ramp } from './loadRamp.ts'
import { OrderFacts } from './OrderFacts.tsx'
import css from './onramp.css'
import { onrampOrderTexts } from './onrampTexts.ts'
import { useRamp } from './useRamp.ts'

/** OnRampOrder: what is known of an order, and by whose word. "Bought" is only said from a receipt, or from a balance that grew, and then it says so. */
export function OnRampOrderView({ data }: ViewProps<'OnRampOrder'>) {
  useCss(css)
  useCss(reviewCss)
  const { part, retry } = useRamp()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <Order ramp={part} id={data?.id} /> : <ViewSkeleton />
}

function Order({ ramp: { flow, orders }, id }: { readonly ramp: Ramp; readonly id: string | undefined }) {
  const t = useTexts(onrampOrderTexts)
  const widget = useWidget()
  const shown = useMachine(orders.list).find(({ entry }) => entry.id === id)
  const progress = useMachine(flow.progress)
  const network = useEngineState(
    ({ config }) => shown && findNetwork(config.networks, shown.entry.caipNetworkId),
  )
  const again = () => widget.replace('OnRampProviders')
  if (!shown)
    return (
      <>
        <Body>
          <div className="onramp-none">
            <StatusWords title={t('order.gone')} detail={t('order.goneHint')} />
          </div>
        </Body>
        <Footer>
          <Button wide onClick={again}>
            {t('order.buy')}
          </Button>
        </Footer>
      </>
    )
  const { entry, told, stale } = shown
  const name = entry.providerName
  const at = stateOf(shown)
  const isOpen = at === 'open' || at === 'paid'
  const url = progress.at === 'opened' && progress.orderId === id && isOpen ? progress.url : undefined
  const isOver = at === 'confirmed' || at === 'grew' || ringOf(at) === 'failed'
  const reason = ringOf(at) === 'failed' ? told?.reason : undefined
  return (
    <>
      <Body>
        <div className="ask" data-state={at}>
          <Ring state={ringOf(at)}>
            <Logo src={undefined} name={name} size={64} />
          </Ring>
          <StatusWords
            heading
            tone={ringOf(at) === 'failed' ? 'error' : 'plain'}
            title={t(titles[at], { name })}
            detail={t(`order.${at}Hint`, { name })}
          />
          {reason ? <SendNote text={t('order.reason', { name, reason })} /> : null}
          {url === undefined ? null : (
            <List label={t('order.page', { name })}>
              <li>
                {/* Not `noreferrer`: some providers open their page only from where it was asked for. */}
                <a className="row onramp-page" href={url} target="_blank" rel="noopener">
                  <span className="row-icon">
                    <Icon shape={external} />
                  </span>
                  <span className="row-words">
                    <span className="row-name">{t('order.page', { name })}</span>
                    <span className="row-detail" aria-hidden="true">
                      {t('order.blockedHint')}
                    </span>
                  </span>
                </a>
              </li>
            </List>
          )}
          {stale && !isOver ? <SendNote tone="warning" text={t('order.stale')} /> : null}
          <OrderFacts entry={entry} at={at} network={network} />
          <ExplorerRow network={network} hash={entry.hash} />
          {isOver ? null : <p className="onramp-note">{t('order.later')}</p>}
        </div>
      </Body>
      <Footer>
        <div className="onramp-actions">
          <Button tone="primary" wide onClick={widget.finish}>
            {t('order.done')}
          </Button>
          {isOver ? (
            <Button tone="ghost" wide onClick={again}>
              {t('order.again')}
            </Button>
          ) : null}
        </div>
      </Footer>
    </>
  )
}

type At = ShownOrder['entry']['state'] | 'grew'

const titles = {
  open: 'order.waiting',
  paid: 'order.waiting',
  sent: 'order.sent',
  confirmed: 'order.confirmed',
  grew: 'order.confirmed',
  failed: 'order.failed',
  refunded: 'order.refunded',
  expired: 'order.expired',
  lost_sight: 'order.lost_sight',
} as const satisfies Readonly<Record<At, keyof typeof onrampOrderTexts>>

function stateOf({ entry, credited }: ShownOrder): At {
  return credited === 'balance' ? 'grew' : entry.state
}

function ringOf(at: At) {
  if (at === 'confirmed' || at === 'grew') return 'success'
  return at === 'failed' || at === 'refunded' || at === 'expired' ? 'failed' : 'running'
}
