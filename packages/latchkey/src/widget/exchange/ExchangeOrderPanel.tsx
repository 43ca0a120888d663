import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import type { ShownOrder } from '../../engine/nouns/orders/orders.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { external } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { ExplorerRow } from '../send/ExplorerRow.tsx'
import { SendNote } from '../send/SendNote.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ExchangeFacts } from './ExchangeFacts.tsx'
import { type ExchangeOutcome, exchangeOutcome, isDone, isLost, isOver } from './exchangeOutcome.ts'
import { exchangeOrderTexts } from './exchangeTexts.ts'
import type { Exchanging } from './loadExchange.ts'

export declare namespace ExchangeOrderPanel {
  interface Props {
    readonly exchanging: Exchanging
    /** In the journal. */
    readonly id: string | undefined
  }
}

/** One order, from its page to the receipt. */
export function ExchangeOrderPanel({ exchanging: { flow, orders }, id }: ExchangeOrderPanel.Props) {
  const t = useTexts(exchangeOrderTexts)
  const widget = useWidget()
  const shown = useMachine(orders.list).find(({ entry }) => entry.id === id)
  const progress = useMachine(flow.progress)
  const network = useEngineState(
    ({ config }) => shown && findNetwork(config.networks, shown.entry.caipNetworkId),
  )
  const again = () => {
    flow.reset()
    // An order that a payment was to be made with leads back to the payment.
    if (shown?.entry.recipient !== undefined) widget.back()
    else widget.replace('ExchangeSelect')
  }
  if (!shown)
    return (
      <>
        <Body>
          <div className="exchange-none">
            <StatusWords title={t('exchange.gone')} detail={t('exchange.goneHint')} />
          </div>
        </Body>
        <Footer>
          <Button tone="primary" wide onClick={again}>
            {t('exchange.deposit')}
          </Button>
        </Footer>
      </>
    )
  const { entry, stale } = shown
  const outcome = exchangeOutcome(shown, widget.engine.ctx.clock.now())
  const name = entry.providerName
  const url =
    progress.at === 'opened' && progress.orderId === id && outcome === 'waiting' ? progress.url : undefined
  return (
    <>
      <Body>
        <div className="ask" data-state={outcome}>
          <Ring state={ringOf(outcome)}>
            <Logo name={name} size={64} />
          </Ring>
          <Words shown={shown} outcome={outcome} network={network?.name ?? entry.caipNetworkId} />
          {url === undefined ? null : (
            <List label={t('exchange.page', { name })}>
              <Row
                id="exchange-page"
                name={t('exchange.page', { name })}
                detail={t('exchange.blockedHint')}
                icon={<Icon shape={external} />}
                href={url}
              />
            </List>
          )}
          {stale && !isOver(outcome) && outcome !== 'unknown' ? (
            <SendNote tone="warning" text={t('exchange.stale')} />
          ) : null}
          <ExchangeFacts entry={entry} outcome={outcome} network={network?.name ?? entry.caipNetworkId} />
          <ExplorerRow network={network} hash={entry.hash} />
          {isOver(outcome) ? null : <p className="exchange-note">{t('exchange.later')}</p>}
        </div>
      </Body>
      <Footer>
        <div className="exchange-actions">
          <Button tone="primary" wide onClick={widget.finish}>
            {t('exchange.ready')}
          </Button>
          {isLost(outcome) ? (
            <Button tone="ghost" wide onClick={again}>
              {t('exchange.again')}
            </Button>
          ) : null}
        </div>
      </Footer>
    </>
  )
}

function Words({
  shown: { entry, told },
  outcome,
  network,
}: {
  readonly shown: ShownOrder
  readonly outcome: ExchangeOutcome
  readonly network: string
}) {
  const t = useTexts(exchangeOrderTexts)
  const name = entry.providerName
  const isPay = entry.recipient !== undefined
  const reason = isLost(outcome) ? told?.reason : undefined
  const hint = outcome === 'done' && isPay ? 'exchange.donePayHint' : (`exchange.${outcome}Hint` as const)
  return (
    <>
      <StatusWords
        heading
        tone={isLost(outcome) ? 'error' : 'plain'}
        title={t(titleOf(outcome, isPay), { name })}
        detail={t(hint, { name, network })}
      />
      {reason ? <SendNote text={t('exchange.reason', { name, reason })} /> : null}
    </>
  )
}

function titleOf(outcome: ExchangeOutcome, isPay: boolean): keyof typeof exchangeOrderTexts {
  if (isDone(outcome)) return isPay ? 'exchange.donePay' : 'exchange.done'
  if (isLost(outcome)) return isPay ? 'exchange.failedPay' : 'exchange.failed'
  if (outcome === 'sent' || outcome === 'sentUnseen') return 'exchange.sent'
  return outcome === 'unknown' ? 'exchange.unknown' : 'exchange.waiting'
}

function ringOf(outcome: ExchangeOutcome) {
  if (isDone(outcome)) return 'success'
  return isLost(outcome) ? 'failed' : outcome === 'unknown' ? 'idle' : 'running'
}
