/**
 * The text that a wallet signs to sign a visitor in: EIP-4361 for eip155, Sign In With Solana for solana, and their common
 * form of CAIP-122 for the rest (SPEC §4 "Sign-in flow", SPEC-NOTES §4). `parseSignInMessage` reads it back.
 */
import { namespaceOf } from './caip.ts'
import { configError } from './error.ts'
import { chainNameOf, signInFormOf } from './signInForms.ts'
import type { SiwxMessage } from './siwx.ts'

/** The fields of a sign-in message. Formatting them gives the signed text, byte for byte. */
export interface SignInMessage extends Omit<SiwxMessage, 'serializedMessage' | 'issuedAt'> {
  readonly issuedAt: string
  /** Before the domain: EIP-4361 lets a text name the page's scheme. */
  readonly scheme?: string
  /** Whether the text has the namespace before the chain's name (`solana:mainnet`), as Sign In With Solana allows. */
  readonly isChainPrefixed?: true
}

/** The characters that EIP-4361 allows in a statement: ASCII without line breaks and quotation marks. */
export const statementPattern = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/

/**
 * Checks a statement.
 * @throws LatchkeyError CONFIG_INVALID for characters that EIP-4361 does not allow.
 */
export function checkStatement(statement: string | undefined): void {
  if (statement === undefined || statementPattern.test(statement)) return
  throw configError(
    'statement',
    "EIP-4361 allows ASCII letters, digits, spaces and -._~:/?#[]@!$&'()*+,;= only",
  )
}

const printable = /^[\x20-\x7e]*$/

/**
 * Formats the text to sign, in time linear to its length.
 * @throws LatchkeyError CONFIG_INVALID for a statement with characters that EIP-4361 does not allow, or a field that
 * would break its line.
 */
export function formatSignInMessage(message: SignInMessage): string {
  const { chainId, scheme, statement, resources } = message
  checkStatement(statement)
  const namespace = namespaceOf(chainId)
  const form = signInFormOf(namespace)
  const chain = chainNameOf(form, chainId.slice(namespace.length + 1))
  const prefix = message.isChainPrefixed && form.mayPrefixChain ? `${namespace}:` : ''
  const origin = scheme === undefined ? message.domain : `${scheme}://${message.domain}`
  const lines = [
    `${origin} wants you to sign in with your ${form.accountName} account:`,
    message.accountAddress,
    '',
    ...(statement === undefined ? [] : [statement]),
    ...(statement === undefined && form.isBrief ? [] : ['']),
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Chain ID: ${prefix}${chain}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    ...line('Expiration Time: ', message.expirationTime),
    ...line('Not Before: ', message.notBefore),
    ...line('Request ID: ', message.requestId),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map(each => `- ${each}`)]),
  ]
  const broken = lines.find(each => !printable.test(each))
  if (broken !== undefined) {
    throw configError('sign-in message', `not one line of ASCII: ${JSON.stringify(broken.slice(0, 80))}`)
  }
  return lines.join('\n')
}

function line(label: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [label + value]
}
