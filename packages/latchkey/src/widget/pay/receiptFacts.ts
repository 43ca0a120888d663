import { addressOf } from '../../contract/caip.ts'
import type { PaymentReceipt } from '../../contract/payments.ts'
import type { ShownPayment } from '../../engine/flows/pay/payFlow.ts'
import { cleanName } from '../../engine/nouns/identity/cleanName.ts'
import { readLocale } from '../texts/readLocale.ts'
import type { Translate } from '../texts/translate.ts'
import type { payReceiptTexts } from './payReviewTexts.ts'
import { transferWords } from './transferWords.ts'

/** One line of a receipt. */
export interface ReceiptFact {
  /** Unique in a receipt. */
  readonly key: string
  readonly label: string
  readonly value: string
  /** An address, a hash or an id: read letter by letter. */
  readonly isCode?: true
}

export interface ReceiptOptions {
  readonly shown: Pick<ShownPayment, 'accepts'>
  readonly receipt: PaymentReceipt
  /** What the page calls itself, and its domain. */
  readonly site: string
  readonly host: string
  readonly locale: string | undefined
  readonly t: Translate<typeof payReceiptTexts>
}

/** What a receipt says, on the screen and on paper: all of it is signed but the site's name. */
export function receiptFacts({
  shown,
  receipt,
  site,
  host,
  locale,
  t,
}: ReceiptOptions): readonly ReceiptFact[] {
  const { payment, state, description, referenceId, transfers, refunds, issued } = receipt.receipt
  const write = (at: number) =>
    new Intl.DateTimeFormat(readLocale(locale).lang, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  const amountOf = (each: Parameters<typeof transferWords>[0]) => transferWords(each, shown.accepts, locale)
  return [
    { key: 'to', label: t('pay.receiptTo'), value: site === host ? host : `${site} (${host})` },
    ...(description
      ? [{ key: 'for', label: t('pay.receiptFor'), value: cleanName(description, 200) ?? '—' }]
      : []),
    ...(referenceId
      ? [{ key: 'number', label: t('pay.receiptNumber'), value: cleanName(referenceId) ?? '—' }]
      : []),
    { key: 'state', label: t('pay.receiptState'), value: t(`pay.receiptIs.${state}`) },
    ...transfers.flatMap((each, at) => [
      { key: `amount ${at}`, label: t('pay.receiptAmount'), value: amountOf(each) },
      { key: `at ${at}`, label: t('pay.receiptAt'), value: write(each.at) },
      {
        key: `from ${at}`,
        label: t('pay.receiptFrom'),
        value: addressOf(each.payer),
        isCode: true as const,
      },
      { key: `hash ${at}`, label: t('pay.receiptTransaction'), value: each.hash, isCode: true as const },
    ]),
    ...refunds
      .filter(each => each.state === 'seen' || each.state === 'settled')
      .map(each => ({ key: each.id, label: t('pay.receiptRefund'), value: amountOf(each) })),
    { key: 'payment', label: t('pay.receiptPayment'), value: payment, isCode: true },
    { key: 'issued', label: t('pay.receiptIssued'), value: write(issued) },
  ]
}
