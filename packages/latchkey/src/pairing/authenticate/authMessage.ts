/** What a wallet signs for a one-approval sign-in: the CAIP-122 text of an eip155 account (EIP-4361). */

import type { CaipAddress } from '../../contract/caip.ts'
import { parseCaipAddress } from '../../contract/parseCaip.ts'
import { recapNamespace } from '../namespaces/namespaceData.ts'
import type { AuthPayload } from '../session/payloads.schema.ts'
import { recapOf, statementWithRecap } from './recap.ts'

/** Returns the account of a `did:pkh:` issuer; undefined when the issuer is malformed. */
export function accountOfIssuer(issuer: string): CaipAddress | undefined {
  if (!issuer.startsWith('did:pkh:')) return undefined
  const account = issuer.slice('did:pkh:'.length) as CaipAddress
  try {
    const { chainId, address } = parseCaipAddress(account, [recapNamespace])
    const isSound = /^[1-9]\d{0,15}$/.test(chainId) && /^0x[0-9a-fA-F]{40}$/.test(address)
    return isSound ? account : undefined
  } catch {
    return undefined
  }
}

/** The statement as the text has it: with the recap in words. */
export function statementOf({
  statement,
  resources,
}: Pick<AuthPayload, 'statement' | 'resources'>): string | undefined {
  const recap = recapOf(resources)
  return (recap ? statementWithRecap(statement ?? undefined, recap) : statement) || undefined
}

/** Returns the sign-in text for an account, which both sides must produce word for word. */
export function authMessage(payload: Omit<AuthPayload, 'chains' | 'type'>, account: CaipAddress): string {
  const [, chainId, address] = account.split(':')
  const lines = [
    `${payload.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statementOf(payload),
    '',
    `URI: ${payload.aud}`,
    `Version: ${payload.version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${payload.nonce}`,
    `Issued At: ${payload.iat}`,
    given(payload.exp, `Expiration Time: ${payload.exp}`),
    given(payload.nbf, `Not Before: ${payload.nbf}`),
    given(payload.requestId, `Request ID: ${payload.requestId}`),
    given(payload.resources, `Resources:${(payload.resources ?? []).map(each => `\n- ${each}`).join('')}`),
  ]
  // Absent lines go; the empty ones are part of the text.
  return lines.filter(line => line !== undefined).join('\n')
}

function given(value: unknown, line: string): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : line
}
