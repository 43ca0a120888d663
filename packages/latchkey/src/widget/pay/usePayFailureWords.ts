import type { ErrorCode } from '../../contract/errors/table.ts'
import type { PayFailure } from '../../engine/flows/pay/payFlow.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import type { TextValues } from '../texts/translate.ts'
import { payFailureTexts } from './payTexts.ts'

/** The others have words of their own. */
const codes = {
  'unknown-payment': 'PAYMENT_INVALID',
  funds: 'INSUFFICIENT_FUNDS',
  rejected: 'SEND_REJECTED',
  busy: 'SEND_BUSY',
} as const satisfies Readonly<Partial<Record<PayFailure, ErrorCode>>>

type Coded = keyof typeof codes
const isCoded = (failure: PayFailure): failure is Coded => Object.hasOwn(codes, failure)

/** Words of a failure: what happened, and what to do. */
export function usePayFailureWords(): (
  failure: PayFailure,
  values: TextValues,
) => readonly [title: string, hint: string] {
  const t = useTexts(payFailureTexts)
  const errorText = useErrorText()
  return (failure, values) => [
    isCoded(failure) ? errorText(codes[failure]) : t(`pay.fail.${failure}`, values),
    t(`pay.fail.${failure}Hint`, values),
  ]
}
