import type { SignedState } from '../../../contract/adapter.ts'
import { isSameAddress } from '../../../contract/isSameAddress.ts'
import { parseSignInMessage, parseSignInTime } from '../../../contract/parseSignInMessage.ts'
import type { Proof, SignInRequest } from '../../../contract/siwx.ts'

/**
 * The proof of what a wallet signed, if it is the requested text for the account it says is connected. The issuer of the nonce
 * checks the signature. Anything else counts as nothing signed.
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
