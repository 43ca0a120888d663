import type { PaymentReceipt } from '../../contract/payments.ts'
import type { ShownPayment } from '../../engine/flows/pay/payFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { download, printer } from '../../ui/icon/payShapes.ts'
import { shield } from '../../ui/icon/shapes.ts'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { siteOf } from '../signin/siteOf.ts'
import { readLocale } from '../texts/readLocale.ts'
import { payReceiptTexts } from './payReviewTexts.ts'
import { printReceipt } from './printReceipt.ts'
import { receiptFacts } from './receiptFacts.ts'
import { saveReceipt } from './saveReceipt.ts'

export declare namespace PayReceipt {
  interface Props {
    readonly shown: ShownPayment
    readonly receipt: PaymentReceipt
  }
}

/** The signed receipt: read here, printed, or saved as the file that proves it. */
export function PayReceipt({ shown, receipt }: PayReceipt.Props) {
  const t = useTexts(payReceiptTexts)
  const widget = useWidget()
  const { locale, metadata } = useEngineState(({ config }) => config)
  const { host } = location
  const facts = receiptFacts({ shown, receipt, site: siteOf(metadata).name, host, locale, t })
  return (
    <>
      <Body>
        <div className="pay-receipt">
          <dl className="review-facts">
            {facts.map(({ key, label, value, isCode }) => (
              <Fact key={key} label={label} isLong={isCode === true || value.length > 20}>
                {isCode ? (
                  <span className="review-receiver">
                    <span className="pay-code-words" dir="ltr">
                      {value}
                    </span>
                    <CopyButton
                      text={value}
                      label={t('pay.copy', { what: label })}
                      copiedLabel={t('pay.copied')}
                      failedLabel={t('pay.copyFailed')}
                    />
                  </span>
                ) : (
                  <bdi>{value}</bdi>
                )}
              </Fact>
            ))}
          </dl>
          <p className="pay-signed">
            <Icon shape={shield} size={18} />
            <span>{t('pay.receiptSigned')}</span>
          </p>
        </div>
      </Body>
      <Footer>
        <div className="pay-actions">
          <Button
            tone="primary"
            wide
            icon={<Icon shape={download} size={18} />}
            onClick={() => {
              saveReceipt(document, receipt)
              widget.announce(t('pay.saved'))
            }}
          >
            {t('pay.save')}
          </Button>
          <Button
            wide
            icon={<Icon shape={printer} size={18} />}
            onClick={() =>
              printReceipt(document, {
                title: t('pay.receipt'),
                facts,
                note: t('pay.receiptSigned'),
                ...readLocale(locale),
              })
            }
          >
            {t('pay.print')}
          </Button>
        </div>
      </Footer>
    </>
  )
}
