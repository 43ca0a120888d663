import type { SignedState } from '../../../contract/adapter.ts'
import { isSameAddress } from '../../../contract/isSameAddress.ts'
import { parseSignInMessage, parseSignInTime } from '../../../contract/parseSignInMessage.ts'
import type { Proof, SignInRequest } from '../../../contract/siwx.ts'

/**
 * What a wallet signed, when it is what it was asked to sign, for the account it says is connected; whoever issued the nonce
 * checks the signature. Anything else is as if it had signed nothing.
 */
export function proofOf(
  asked: SignInRequest,
  { address, message, signature }: NonNullable<SignedState['signed']>,
): Proof | undefined {
  const said = parseSignInMessage(message)
  if (!said || !asked.chains.includes(said.chainId)) return undefined
  const { scheme, ...data } = said
  const isAsked =
    isSameAddress(data.accountAddress, address) &&
    (['domain', 'uri', 'nonce', 'statement', 'requestId'] as const).every(
      name => data[name] === asked[name],
    ) &&
    (['issuedAt', 'notBefore', 'expirationTime'] as const).every(name =>
      isSameTime(data[name], asked[name]),
    ) &&
    JSON.stringify(data.resources ?? []) === JSON.stringify(asked.resources ?? []) &&
    (scheme === undefined || asked.uri.startsWith(`${scheme}:`))
  if (!isAsked) return undefined
  return { type: 'eip191', data: { ...data, serializedMessage: message }, message, signature }
}

/** Wallets write the same moment in other ways. */
function isSameTime(said: string | undefined, asked: string | undefined): boolean {
  if (said === asked) return true
  return said !== undefined && asked !== undefined && parseSignInTime(said) === parseSignInTime(asked)
}
