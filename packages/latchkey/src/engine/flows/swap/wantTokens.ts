/** What a host asks to be filled in, which is a stranger's word (SPEC-NOTES §4 "Swap"). */
import type { CaipNetworkId } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { nativeTokenAddresses } from '../../../contract/nativeTokenAddresses.ts'
import type { Network } from '../../../contract/network.ts'
import type { FormState } from './formTransition.ts'
import { keyThere } from './swapTokens.ts'

export interface WantedSwap {
  readonly fromToken?: string
  readonly toToken?: string
  readonly amount?: string
}

/** What the host lists, and where the account is. */
export interface WantPlace {
  readonly network: Pick<Network, 'caipNetworkId' | 'chainNamespace'>
  readonly networks: readonly Pick<Network, 'caipNetworkId' | 'chainNamespace'>[]
  readonly spelling: Spelling
}

/**
 * The keys of the wanted tokens, where the bought one is of another network also which, and the amount as a decimal text.
 * @throws LatchkeyError TOKEN_REQUIRED for what can be no contract, INVALID_AMOUNT for what is no decimal number above zero.
 */
export function wantTokens(
  { fromToken, toToken, amount }: WantedSwap,
  { network: { caipNetworkId, chainNamespace }, networks, spelling }: WantPlace,
): {
  readonly wanted: FormState['wanted']
  readonly there?: CaipNetworkId
  readonly decimal?: string
} {
  const keyOf = (token: unknown) => {
    if (token === undefined) return undefined
    if (typeof token !== 'string' || !/^[\w.-]{1,128}$/.test(token))
      throw createError('TOKEN_REQUIRED', { context: { reason: 'a token is its contract, or native' } })
    const key = token === 'native' ? token : spelledOnce(token, spelling)
    const native = nativeTokenAddresses[chainNamespace]
    return native !== undefined && key === spelledOnce(native, spelling) ? 'native' : key
  }
  const sell = keyOf(fromToken)
  const listed = networks.find(
    each =>
      each.chainNamespace === chainNamespace &&
      typeof toToken === 'string' &&
      toToken.startsWith(`${each.caipNetworkId}:`),
  )?.caipNetworkId
  const key = keyOf(listed === undefined ? toToken : toToken?.slice(listed.length + 1))
  const there = listed === caipNetworkId ? undefined : listed
  const buy = key === undefined || there === undefined ? key : keyThere(there, key)
  if (amount !== undefined && !isDecimal(amount))
    throw createError('INVALID_AMOUNT', {
      context: { value: typeof amount === 'string' ? amount : typeof amount },
    })
  return {
    wanted: { ...(sell !== undefined && { sell }), ...(buy !== undefined && { buy }) },
    ...(there !== undefined && { there }),
    ...(amount !== undefined && { decimal: amount }),
  }
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,78}(?:\.\d{1,80})?$/.test(value) && /[1-9]/.test(value)
}
