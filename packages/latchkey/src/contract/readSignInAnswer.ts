import { isSameAddress } from './isSameAddress.ts'
import { parseSignInMessage, parseSignInTime } from './parseSignInMessage.ts'
import type { SignInMessage } from './signInMessage.ts'
import type { SignInRequest } from './siwx.ts'

/**
 * Reads the sign-in text that a wallet composed itself, if it says in every field what was asked and names the account
 * that is connected. Undefined for any other text. The signature is for the issuer of the nonce to check.
 */
export function readSignInAnswer(
  asked: SignInRequest,
  { address, message }: { readonly address: string; readonly message: string },
): SignInMessage | undefined {
  const said = parseSignInMessage(message, asked.chains)
  if (!said || !asked.chains.includes(said.chainId)) return undefined
  const isAsked =
    isSameAddress(said.accountAddress, address) &&
    (['domain', 'uri', 'nonce', 'statement', 'requestId'] as const).every(
      name => said[name] === asked[name],
    ) &&
    (['issuedAt', 'notBefore', 'expirationTime'] as const).every(name =>
      isSameTime(said[name], asked[name]),
    ) &&
    JSON.stringify(said.resources ?? []) === JSON.stringify(asked.resources ?? []) &&
    (said.scheme === undefined || asked.uri.startsWith(`${said.scheme}:`))
  return isAsked ? said : undefined
}

/** Wallets write the same moment in other ways. */
function isSameTime(said: string | undefined, asked: string | undefined): boolean {
  if (said === asked) return true
  return said !== undefined && asked !== undefined && parseSignInTime(said) === parseSignInTime(asked)
}
