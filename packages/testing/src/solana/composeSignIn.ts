import { providerError } from '../evm/providerError.ts'

/** The fields of `solana:signIn`, as sites send them. */
export interface SolanaSignInInput {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

const tenMinutes = 600_000
const phrase = ' wants you to sign in with your Solana account:'

/** Sign In With Solana's text; every line but the first two may be absent. */
export function composeSignIn(input: SolanaSignInInput, address: string, host: string): string {
  const lines = [`${input.domain ?? host}${phrase}`, address]
  if (input.statement !== undefined) lines.push('', input.statement)
  const labels = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ] as const
  const fields = labels.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))
  if (input.resources !== undefined) fields.push('Resources:', ...input.resources.map(each => `- ${each}`))
  if (fields.length > 0) lines.push('', ...fields)
  return lines.join('\n')
}

/** Refuses a sign-in of another site, or of another time, before any prompt, as the most used wallet does. Throws -32000. */
export function checkSignIn(input: SolanaSignInInput, origin: string, now: number): void {
  const { domain, uri, issuedAt } = input
  const isHere = !URL.canParse(origin) || domain === undefined || domain === new URL(origin).host
  const isOurs = !URL.canParse(origin) || uri === undefined || originOf(uri) === new URL(origin).origin
  const isNow = issuedAt === undefined || Math.abs(Date.parse(issuedAt) - now) <= tenMinutes
  if (!isHere || !isOurs || !isNow) throw providerError(-32000, 'Missing or invalid parameters.')
}

/** What a text of that form says of where and when it is for; undefined for any other text. */
export function readSignInText(text: string): SolanaSignInInput | undefined {
  const [head = '', ...lines] = text.split('\n')
  if (!head.endsWith(phrase)) return undefined
  const said = (label: string) => lines.find(line => line.startsWith(`${label}: `))?.slice(label.length + 2)
  const [uri, issuedAt] = [said('URI'), said('Issued At')]
  return {
    domain: head.slice(0, -phrase.length),
    ...(uri !== undefined && { uri }),
    ...(issuedAt !== undefined && { issuedAt }),
  }
}

function originOf(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).origin : undefined
}
