/** What a host asks to be filled in, which is a stranger's word (SPEC-NOTES §4 "Swap"). */
import type { ChainNamespace } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { nativeTokenAddresses } from '../../../contract/nativeTokenAddresses.ts'
import type { FormState } from './formTransition.ts'

export interface WantedSwap {
  readonly fromToken?: string
  readonly toToken?: string
  readonly amount?: string
}

/**
 * The keys of the wanted tokens, and the amount as a decimal text.
 * @throws LatchkeyError TOKEN_REQUIRED for what can be no contract, INVALID_AMOUNT for what is no decimal number above zero.
 */
export function wantTokens(
  { fromToken, toToken, amount }: WantedSwap,
  spelling: Spelling,
  namespace: ChainNamespace,
): { readonly wanted: FormState['wanted']; readonly decimal?: string } {
  const keyOf = (token: unknown) => {
    if (token === undefined) return undefined
    if (typeof token !== 'string' || !/^[\w.-]{1,128}$/.test(token))
      throw createError('TOKEN_REQUIRED', { context: { reason: 'a token is its contract, or native' } })
    const key = token === 'native' ? token : spelledOnce(token, spelling)
    const native = nativeTokenAddresses[namespace]
    return native !== undefined && key === spelledOnce(native, spelling) ? 'native' : key
  }
  const sell = keyOf(fromToken)
  const buy = keyOf(toToken)
  if (amount !== undefined && !isDecimal(amount))
    throw createError('INVALID_AMOUNT', {
      context: { value: typeof amount === 'string' ? amount : typeof amount },
    })
  return {
    wanted: { ...(sell !== undefined && { sell }), ...(buy !== undefined && { buy }) },
    ...(amount !== undefined && { decimal: amount }),
  }
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,78}(?:\.\d{1,80})?$/.test(value) && /[1-9]/.test(value)
}
