import type { ErrorCode } from '../../contract/errors/table.ts'
import type { SwapFailure } from '../../engine/nouns/swaps/swapQuote.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import type { TextValues } from '../texts/translate.ts'
import { swapFailureTexts } from './swapTexts.ts'

/** The others have words of their own. */
const codes = {
  unsupported: 'SWAP_UNSUPPORTED',
  unsafe: 'SWAP_UNSAFE',
  rejected: 'SEND_REJECTED',
  busy: 'SEND_BUSY',
  funds: 'INSUFFICIENT_FUNDS',
  changed: 'SWAP_FAILED',
  other: 'SWAP_FAILED',
} as const satisfies Readonly<Partial<Record<SwapFailure, ErrorCode>>>

type Coded = keyof typeof codes
const isCoded = (failure: SwapFailure): failure is Coded => Object.hasOwn(codes, failure)

/** Words of a failure: what happened, and what to do. */
export function useFailureWords(): (
  failure: SwapFailure,
  values: TextValues,
) => readonly [title: string, hint: string] {
  const t = useTexts(swapFailureTexts)
  const errorText = useErrorText()
  return (failure, values) => [
    isCoded(failure) ? errorText(codes[failure]) : t(`swap.fail.${failure}`, values),
    t(`swap.fail.${failure}Hint`, values),
  ]
}
