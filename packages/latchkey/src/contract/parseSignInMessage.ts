/** Reads a sign-in text by EIP-4361's grammar, or not at all (T25). */
import { type CaipNetworkId, isCaipNetworkId } from './caip.ts'
import { chainNameOf, signInFormOf, signInForms } from './signInForms.ts'
import { formatSignInMessage, type SignInMessage, statementPattern } from './signInMessage.ts'

/** The longest sign-in message that is parsed, in characters. */
export const longestSignInMessage = 10_000

const phrase = ' wants you to sign in with your '
const schemePattern = /^[A-Za-z][A-Za-z0-9+.-]*$/
const pchars = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/
const pathAndQuery = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/
const userinfoPattern = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*$/
const namePattern = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
const timePattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Labels of the lines after the URI, in the only order they may have. */
const optionalFields = [
  ['Expiration Time: ', 'expirationTime'],
  ['Not Before: ', 'notBefore'],
  ['Request ID: ', 'requestId'],
] as const

/**
 * Parses a sign-in message (EIP-4361, Sign In With Solana, CAIP-122). Returns undefined when it exceeds 10,000
 * characters, breaks its grammar, or would not be formatted again byte for byte. It does not validate the address.
 *
 * A text cannot tell private clusters of Solana apart: it calls each of them `localnet`. The message's chain is then the
 * one of `chains` that the text may mean. When there is none, or more than one, it is `solana:localnet`.
 */
export function parseSignInMessage(
  text: string,
  chains: readonly CaipNetworkId[] = [],
): SignInMessage | undefined {
  if (typeof text !== 'string' || text.length > longestSignInMessage) return undefined
  const lines = text.split('\n')
  const head = readHead(lines[0] ?? '')
  const [accountAddress = '', blank] = lines.slice(1, 3)
  if (!head || blank !== '' || !/^[-.%a-zA-Z0-9]{1,128}$/.test(accountAddress)) return undefined
  const { namespace, ...origin } = head
  const { address: everyAddress, isBrief } = signInFormOf(namespace)
  if (everyAddress && !everyAddress.test(accountAddress)) return undefined
  // A statement stands between two empty lines; without one, only EIP-4361 has both of them.
  const hasStatement = lines[3] !== '' && lines[4] === ''
  const statement = hasStatement ? lines[3] : undefined
  if (statement !== undefined && !statementPattern.test(statement)) return undefined
  const fields = readFields(lines.slice(hasStatement ? 5 : isBrief ? 3 : 4), namespace, chains)
  if (!fields) return undefined
  const message: SignInMessage = {
    ...origin,
    accountAddress,
    ...(statement !== undefined && { statement }),
    ...fields,
  }
  return formatSignInMessage(message) === text ? message : undefined
}

function readHead(line: string): { scheme?: string; domain: string; namespace: string } | undefined {
  const at = line.indexOf(phrase)
  if (at < 1 || !line.endsWith(' account:')) return undefined
  const name = line.slice(at + phrase.length, -' account:'.length)
  if (!/^[A-Z][-a-z0-9]{2,7}$/.test(name)) return undefined
  const namespace =
    Object.keys(signInForms).find(each => signInForms[each]?.accountName === name) ?? name.toLowerCase()
  const origin = line.slice(0, at)
  const slashes = origin.indexOf('://')
  const domain = slashes < 0 ? origin : origin.slice(slashes + 3)
  if (domain === '' || !isAuthority(domain)) return undefined
  if (slashes < 0) return { domain, namespace }
  const scheme = origin.slice(0, slashes)
  return schemePattern.test(scheme) ? { scheme, domain, namespace } : undefined
}

type Fields = Omit<SignInMessage, 'accountAddress' | 'domain' | 'scheme' | 'statement'>

function readFields(
  lines: readonly string[],
  namespace: string,
  chains: readonly CaipNetworkId[],
): Fields | undefined {
  let at = 0
  const take = (label: string): string | undefined =>
    lines[at]?.startsWith(label) ? lines[at++]?.slice(label.length) : undefined
  const uri = take('URI: ')
  const version = take('Version: ')
  const reference = take('Chain ID: ')
  const nonce = take('Nonce: ')
  const issuedAt = take('Issued At: ')
  if (uri === undefined || !isUri(uri) || version !== '1' || reference === undefined) return undefined
  if (nonce === undefined || !/^[a-zA-Z0-9]{8,}$/.test(nonce)) return undefined
  if (issuedAt === undefined || parseSignInTime(issuedAt) === undefined) return undefined
  const chain = readChain(namespace, reference, chains)
  if (!chain) return undefined
  const optional: { expirationTime?: string; notBefore?: string; requestId?: string } = {}
  for (const [label, name] of optionalFields) {
    const value = take(label)
    if (value === undefined) continue
    if (name === 'requestId' ? !pchars.test(value) : parseSignInTime(value) === undefined) return undefined
    optional[name] = value
  }
  const resources: string[] = []
  const hasResources = lines[at] === 'Resources:'
  if (!hasResources && at !== lines.length) return undefined
  for (const each of hasResources ? lines.slice(at + 1) : []) {
    if (!each.startsWith('- ') || !isUri(each.slice(2))) return undefined
    resources.push(each.slice(2))
  }
  return { uri, version, ...chain, nonce, issuedAt, ...optional, ...(hasResources && { resources }) }
}

function readChain(
  namespace: string,
  text: string,
  chains: readonly CaipNetworkId[],
): Pick<SignInMessage, 'chainId' | 'isChainPrefixed'> | undefined {
  const form = signInFormOf(namespace)
  const { chainId, chainNames, otherChains, mayPrefixChain } = form
  const prefix = `${namespace}:`
  const isChainPrefixed = mayPrefixChain && text.startsWith(prefix)
  const name = isChainPrefixed ? text.slice(prefix.length) : text
  if (chainId && !chainId.test(name)) return undefined
  const named = Object.keys(chainNames ?? {}).find(each => chainNames?.[each] === name)
  // Where every chain has a name, a chain id in its place would be a second text for the same thing.
  if (otherChains !== undefined && named === undefined && name !== otherChains) return undefined
  const isMeant = (each: CaipNetworkId) =>
    each.startsWith(prefix) && chainNameOf(form, each.slice(prefix.length)) === name
  const [meant, ...more] = name === otherChains ? new Set(chains.filter(isMeant)) : []
  const id = meant !== undefined && more.length === 0 ? meant : `${prefix}${named ?? name}`
  return isCaipNetworkId(id) ? { chainId: id, ...(isChainPrefixed && { isChainPrefixed }) } : undefined
}

/** Parses an RFC 3339 time to milliseconds since 1970; undefined when it is invalid, such as 30 February. */
export function parseSignInTime(text: string): number | undefined {
  const [, year, month, day] = timePattern.exec(text) ?? []
  if (day === undefined) return undefined
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // A day that the month has not becomes one of the next.
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return undefined
  const time = Date.parse(text.toUpperCase())
  return Number.isNaN(time) ? undefined : time
}

/** RFC 3986 `URI`. */
function isUri(text: string): boolean {
  const colon = text.indexOf(':')
  if (colon < 1 || !schemePattern.test(text.slice(0, colon))) return false
  const hash = text.indexOf('#')
  if (hash >= 0 && !pathAndQuery.test(text.slice(hash + 1))) return false
  const rest = hash < 0 ? text.slice(colon + 1) : text.slice(colon + 1, hash)
  if (!rest.startsWith('//')) return pathAndQuery.test(rest)
  const end = rest.slice(2).search(/[/?]/)
  const authority = end < 0 ? rest.slice(2) : rest.slice(2, end + 2)
  return isAuthority(authority) && pathAndQuery.test(rest.slice(authority.length + 2))
}

/** RFC 3986 `authority`: who, host and port. */
function isAuthority(text: string): boolean {
  const at = text.indexOf('@')
  if (at >= 0 && !userinfoPattern.test(text.slice(0, at))) return false
  const place = text.slice(at + 1)
  if (place.startsWith('[')) {
    const close = place.indexOf(']')
    return close > 0 && isPort(place.slice(close + 1)) && isLiteral(place.slice(1, close))
  }
  const colon = place.indexOf(':')
  return colon < 0
    ? namePattern.test(place)
    : namePattern.test(place.slice(0, colon)) && isPort(place.slice(colon))
}

function isPort(text: string): boolean {
  return text === '' || /^:\d*$/.test(text)
}

function isLiteral(text: string): boolean {
  if (/^v[0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/i.test(text)) return true
  return /^[0-9A-Fa-f:.]{2,45}$/.test(text) && URL.canParse(`http://[${text}]`)
}
