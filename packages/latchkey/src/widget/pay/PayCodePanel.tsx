import { addressOf } from '../../contract/caip.ts'
import type { PayFlow, PayState } from '../../engine/flows/pay/payFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { landmark } from '../../ui/icon/payShapes.ts'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { CopyLink } from '../pairing/CopyLink.tsx'
import { Receiver } from '../send/Receiver.tsx'
import { SendNote } from '../send/SendNote.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { payReviewTexts, payWatchTexts } from './payReviewTexts.ts'
import { payPartTexts } from './payTexts.ts'
import { RateLock } from './RateLock.tsx'
import { usePayValues } from './usePayValues.ts'

export declare namespace PayCodePanel {
  interface Props {
    readonly pay: PayFlow
    readonly state: Extract<PayState, { at: 'watching' }>
  }
}

/** A code for another wallet, or an exchange that was told to send it: the payment is looked for. */
export function PayCodePanel({ state: { shown, way, uri } }: PayCodePanel.Props) {
  const t = useTexts(payWatchTexts)
  const parts = useTexts(payPartTexts)
  const review = useTexts(payReviewTexts)
  const { back } = useWidget()
  const [values, network] = usePayValues(way)
  const isCode = way.kind === 'qr'
  const words = isCode ? 'pay.watching' : 'pay.watchingExchange'
  return (
    <>
      <Body>
        <div className="pay-code" data-state="watching">
          {isCode ? (
            <QrCode text={uri} label={t('pay.code', values)}>
              {network ? <NetworkLogo network={network} size={40} /> : null}
            </QrCode>
          ) : (
            <Ring state="running">
              <Icon shape={landmark} size={36} />
            </Ring>
          )}
          <StatusWords title={t(words, values)} detail={t(`${words}Hint`, values)} />
          <div className="ask-what">
            <p className="ask-amount">
              <bdi>{values.amount}</bdi>
            </p>
            <Receiver address={addressOf(way.accepted.recipient)} />
            {isCode ? <p className="review-small">{t('pay.exactly', values)}</p> : null}
          </div>
          {shown.lockedUntil === undefined ? null : <RateLock until={shown.lockedUntil} />}
          {shown.verified ? null : <SendNote tone="warning" text={parts('pay.unverified')} />}
        </div>
      </Body>
      <Footer>
        <div className="pay-actions">
          {isCode ? <CopyLink uri={uri} /> : null}
          <Button tone="ghost" wide onClick={back}>
            {review('pay.choose')}
          </Button>
        </div>
      </Footer>
    </>
  )
}
