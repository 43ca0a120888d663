import type { SignedState } from '../../../contract/adapter.ts'
import { readSignInAnswer } from '../../../contract/readSignInAnswer.ts'
import type { SignInRequest, SiwxSession } from '../../../contract/siwx.ts'

/**
 * The session to store for what a wallet signed, if it is the requested text for the account it says is connected. The issuer
 * of the nonce checks the signature. Anything else counts as nothing signed.
 */
export function proofOf(
  asked: SignInRequest,
  signed: NonNullable<SignedState['signed']>,
): SiwxSession | undefined {
  const said = readSignInAnswer(asked, signed)
  if (!said) return undefined
  const { message, signature } = signed
  const { scheme: _scheme, isChainPrefixed: _prefix, ...data } = said
  return { data: { ...data, serializedMessage: message }, message, signature }
}
