import { isLoopback, isWebUrl } from '../../../contract/link.ts'

export interface OrderUrlOptions {
  /** The hosts that the provider's pages are on, with a port where one is named. */
  readonly hosts: readonly string[]
  /** Who is to receive. */
  readonly recipient: string
  /** Whether a text is an address of the receiver's namespace. */
  readonly isAddress: (text: string) => boolean
  readonly isSame: (one: string, other: string) => boolean
  /** Whether http on this machine is allowed: the services are there as well. */
  readonly development: boolean
}

/** Names of parameters that say who receives, in lower case without marks between their words. */
const receivers: ReadonlySet<string> = new Set([
  'address',
  'addresses',
  'cryptoaddress',
  'defaultaddress',
  'destination',
  'destinationaddress',
  'destinationaddresses',
  'destinationwallet',
  'destinationwallets',
  'payoutaddress',
  'receiver',
  'receiveraddress',
  'recipient',
  'recipientaddress',
  'toaddress',
  'useraddress',
  'wallet',
  'walletaddress',
  'walletaddresses',
  'wallets',
  'withdrawaladdress',
])

const longest = 8_192

/**
 * Whether a provider's page may be opened (T71): it is https on one of the provider's hosts, and where its address names a receiver, that is the
 * visitor's own account and no other.
 */
export function isOrderUrl(text: string, options: OrderUrlOptions): boolean {
  if (!isPlainUrl(text)) return false
  const url = new URL(text)
  if (url.protocol === 'http:' && !(options.development && isLoopback(url.hostname))) return false
  const isListed = options.hosts.some(host => {
    const listed = host.toLowerCase()
    return listed === url.host || (listed === url.hostname && url.port === '')
  })
  if (!isListed) return false
  const parts = [url.searchParams, new URLSearchParams(url.hash.slice(1).replace(/^[^?]*\?/, ''))]
  return parts.every(part => [...part].every(([name, value]) => namesReceiver(name, value, options)))
}

/** As `isWebUrl`, for the longer addresses of signed sessions. */
function isPlainUrl(text: string): boolean {
  const [page = ''] = text.split(/[?#]/, 1)
  return text.length <= longest && !/[\s\p{C}]/u.test(text) && isWebUrl(page) && URL.canParse(text)
}

function namesReceiver(name: string, value: string, options: OrderUrlOptions): boolean {
  const { recipient, isAddress, isSame } = options
  if (!receivers.has(name.toLowerCase().replace(/[^a-z]/g, ''))) return true
  // A list or JSON names several: each of them has to be the one.
  const named = value.split(/[^A-Za-z0-9]+/).filter(isAddress)
  return named.length > 0 && named.every(each => isSame(each, recipient))
}
