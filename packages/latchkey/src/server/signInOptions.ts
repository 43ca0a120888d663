import { type CaipNetworkId, isCaipNetworkId, namespaceOf } from '../contract/caip.ts'
import { configError } from '../contract/error.ts'
import { isOrigin } from '../contract/origins.ts'
import { checkStatement } from '../contract/signInMessage.ts'
import type { CookieOptions } from './cookies.ts'
import { formatOf, type SignInFormats } from './formatOf.ts'
import { signInNamespaceOf } from './namespaces/signInNamespaces.ts'
import type { SignInRefusal } from './refusal.ts'
import { createMemoryStore, type SignInStore } from './signInStore.ts'
import type { SignInRpc } from './verifySignIn.ts'

/** Options of `createSignIn`. */
export interface SignInOptions {
  /** At least 32 random characters; of a list the first one seals and all of them open. */
  readonly secret: string | readonly string[]
  /** Origins of the pages that visitors sign in on, such as `https://shop.example`. */
  readonly origins: readonly string[]
  /**
   * Chains that may be signed in on, each with RPC URLs of the server's own choice, where contract accounts are asked (T30).
   * An empty list takes signatures of plain keys only; solana needs no RPC.
   */
  readonly chains: SignInRpc
  /**
   * What addresses look like on chains that `latchkey/networks` does not have: the prefix, and for cosmos the kind of keys.
   * Give the `format` of your network here. Needed for such chains of cosmos, polkadot and bip122.
   */
  readonly formats?: SignInFormats
  /** Where the routes are. Default `/auth`. */
  readonly basePath?: string
  /** The statement in the text that the visitor signs: ASCII, without quotation marks. */
  readonly statement?: string
  /** Seconds that a session lasts, at most a hundred years. Default 7 days. */
  readonly sessionSeconds?: number
  /** RPCs of a chain that have to agree on a contract account's word. Default 1. */
  readonly quorum?: number
  /**
   * Accepts a signed memo transaction in place of a signed text, for solana accounts on devices that sign transactions only.
   * The page has its own option for it, `signInByTransaction`. Default false.
   */
  readonly acceptTransactions?: boolean
  /** Where used nonces and ended sessions are marked. Default: in memory, for one process. */
  readonly store?: SignInStore
  readonly cookie?: {
    /** Default `latchkey`. */
    readonly name?: string
    /** Only where the session is for several hosts of a domain. */
    readonly domain?: string
    /** Default true, unless every origin is one of this machine over http. */
    readonly secure?: boolean
    readonly sameSite?: 'lax' | 'strict'
  }
  /** Hears why a sign-in was refused; the visitor never does. */
  readonly onRefusal?: (refusal: SignInRefusal, request: Request) => void
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly fetch?: typeof fetch
}

/** Seconds: a hundred years. */
const longestSession = 3_153_600_000

/** The options with every default in place. @throws LatchkeyError CONFIG_INVALID, naming the option. */
export function resolveSignInOptions(options: SignInOptions) {
  const { origins, chains, basePath = '/auth', statement, sessionSeconds = 604_800, cookie = {} } = options
  if (origins.length === 0) throw configError('origins', 'at least one origin')
  for (const each of origins) {
    if (!isOrigin(each)) throw configError('origins', `"${each}" is no origin such as "https://shop.example"`)
  }
  const chainIds = Object.keys(chains) as CaipNetworkId[]
  if (chainIds.length === 0) throw configError('chains', 'at least one chain')
  for (const each of chainIds) {
    if (!isCaipNetworkId(each)) throw configError('chains', `"${each}" is no CAIP-2 id such as "eip155:1"`)
    const { needs = [] } = signInNamespaceOf(namespaceOf(each)) ?? {}
    const missing = needs.find(need => formatOf(each, options.formats)[need] === undefined)
    if (missing !== undefined) throw configError('formats', `${each} is not listed with its "${missing}"`)
  }
  if (!/^(?:\/[\w.~-]+)+$/.test(basePath)) throw configError('basePath', 'a path such as "/auth"')
  checkStatement(statement)
  // No date is infinitely far, and a session that has none could not be written down.
  if (!(sessionSeconds > 0 && sessionSeconds <= longestSession))
    throw configError('sessionSeconds', `a number above zero, at most ${longestSession}`)
  const quorum = options.quorum ?? 1
  // A value that is no number would let one RPC decide alone.
  if (!(quorum >= 1)) throw configError('quorum', 'a number of at least 1')
  for (const each of chainIds) {
    const urls = chains[each] ?? []
    const count = typeof urls === 'string' ? 1 : new Set(urls).size
    if (count > 0 && count < quorum) throw configError('quorum', `${each} has fewer RPC URLs`)
  }
  const now = options.now ?? Date.now
  const store = options.store ?? createMemoryStore(undefined, now)
  if (typeof store.mark !== 'function' || typeof store.isMarked !== 'function')
    throw configError('store', 'an object with mark() and isMarked()')
  const cookies: CookieOptions = {
    secure: cookie.secure ?? !origins.every(isLoopback),
    sameSite: cookie.sameSite ?? 'lax',
    domain: cookie.domain,
  }
  return {
    ...options,
    basePath,
    sessionSeconds,
    quorum,
    chainIds,
    cookies,
    cookieName: cookie.name ?? 'latchkey',
    store,
    now,
  }
}

function isLoopback(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
