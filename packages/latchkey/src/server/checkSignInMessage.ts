import { type CaipNetworkId, namespaceOf } from '../contract/caip.ts'
import type { NetworkFormat } from '../contract/network.ts'
import { longestSignInMessage, parseSignInMessage, parseSignInTime } from '../contract/parseSignInMessage.ts'
import type { SignInMessage } from '../contract/signInMessage.ts'
import { formatOf, type SignInFormats } from './formatOf.ts'
import { signInNamespaceOf } from './namespaces/signInNamespaces.ts'
import type { SignInRefusal } from './refusal.ts'

/** By which clocks may differ, in milliseconds (T26). */
const skew = 60_000
/** How old a text may be, in milliseconds (T26). */
const longestAge = 600_000

/** The content that a sign-in message must have, from the server's own knowledge. */
export interface ExpectedSignIn {
  /** Origins of the pages that may ask (`https://shop.example`): domain and URI have to be those of the same one (T24). */
  readonly origins: readonly string[]
  /** The nonce that was given out for this sign-in, and taken back before anything is checked (T23). */
  readonly nonce: string
  /** Chains that may be signed in on. */
  readonly chains: readonly CaipNetworkId[]
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface CheckedSignIn {
  readonly message: SignInMessage
  /** The account as it is to be compared and shown: EIP-55 for eip155, else as it was signed. */
  readonly address: string
  /** What addresses and keys of the chain look like, by the server's own word. */
  readonly format: NetworkFormat
}

/** Parses the text and checks it; returns the message, or the first reason to refuse it. */
export function checkSignInMessage(
  text: string,
  expected: ExpectedSignIn,
  formats?: SignInFormats,
): CheckedSignIn | { readonly refusal: SignInRefusal } {
  if (typeof text !== 'string' || text.length > longestSignInMessage) return { refusal: 'malformed' }
  const message = parseSignInMessage(text, expected.chains)
  if (!message) return { refusal: 'malformed' }
  if (message.nonce !== expected.nonce) return { refusal: 'nonce' }
  if (!expected.chains.includes(message.chainId)) return { refusal: 'chain' }
  const origins = expected.origins
    .filter(each => URL.canParse(each))
    .map(each => new URL(each))
    .filter(({ host }) => host === message.domain)
  if (origins.length === 0) return { refusal: 'domain' }
  const origin = originOf(message.uri)
  const { scheme = origin?.slice(0, origin.indexOf(':')) } = message
  if (!origins.some(each => each.origin === origin && each.protocol === `${scheme}:`))
    return { refusal: 'uri' }
  const late = timeRefusal(message, expected.now)
  if (late) return { refusal: late }
  const format = formatOf(message.chainId, formats)
  const known = signInNamespaceOf(namespaceOf(message.chainId))
  if (known?.needs?.some(each => format[each] === undefined)) return { refusal: 'unknown-network' }
  // Without a verifier for the namespace, the signature is refused and not the address.
  const reference = message.chainId.slice(message.chainId.indexOf(':') + 1)
  const address = known
    ? known.parseAddress(message.accountAddress, format, reference)
    : message.accountAddress
  return address === undefined ? { refusal: 'address' } : { message, address, format }
}

function timeRefusal(message: SignInMessage, now: number): SignInRefusal | undefined {
  const at = (text: string | undefined) => (text === undefined ? undefined : parseSignInTime(text))
  const [issued, expires, begins] = [at(message.issuedAt), at(message.expirationTime), at(message.notBefore)]
  if (issued === undefined || issued > now + skew) return 'issued-in-future'
  if (issued < now - longestAge) return 'too-old'
  if (expires !== undefined && expires <= now - skew) return 'expired'
  if (begins !== undefined && begins > now + skew) return 'not-yet-valid'
  return undefined
}

function originOf(uri: string): string | undefined {
  try {
    const { origin, username, password } = new URL(uri)
    return username === '' && password === '' ? origin : undefined
  } catch {
    return undefined
  }
}
