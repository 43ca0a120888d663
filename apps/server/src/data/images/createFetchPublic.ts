import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type FetchPublic, type PublicAnswer, PublicFetchError, type PublicRequest } from './fetchPublic.ts'
import { isGlobalAddress } from './isGlobalAddress.ts'
import { isRedirect, type PinnedAddress, sendPinned } from './sendPinned.ts'

/** Longest address that is looked at. */
const longestUrl = 8_192
const mostRedirects = 3
const mostAddresses = 16

export interface FetchPublicOptions {
  /**
   * Hosts of this machine with their port that may be asked all the same, as `localhost:8545`, or `*.ipfs.localhost:8080`
   * for any one label; for development, and for a gateway of the operator's own.
   */
  readonly loopbackHosts?: readonly string[]
  /** Ports that are asked; 80 and 443 by default. */
  readonly ports?: readonly number[]
  /** All addresses of a name; the system's resolver by default. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
}

/** Makes the one way in which the services ask addresses that a stranger chose (T95). */
export function createFetchPublic(options: FetchPublicOptions = {}): FetchPublic {
  const loopbackHosts = new Set(options.loopbackHosts)
  const ports = new Set((options.ports ?? [80, 443]).map(String))
  const resolve = options.resolve ?? resolveWithSystem

  return async (url, request = {}) => {
    const { maxBytes = 1_048_576, timeout = 10_000, redirects = mostRedirects } = request
    const late = AbortSignal.timeout(timeout)
    const signal = request.signal === undefined ? late : AbortSignal.any([request.signal, late])
    let target = parseTarget(url)
    let next: PublicRequest = request
    for (let hops = 0; ; hops++) {
      const addresses = await pin(target, signal)
      const answer = await sendPinned({ target, addresses, request: next, maxBytes, signal })
      const location = isRedirect(answer.status) ? answer.headers.location : undefined
      if (location === undefined) return { ...answer, url: target.href } satisfies PublicAnswer
      if (hops === redirects) throw new PublicFetchError('redirects', `More redirects than ${redirects}`)
      const before = target
      target = parseTarget(location, before)
      next = follow(next, answer.status, before.origin === target.origin)
    }
  }

  /** The addresses behind the host, every one of them checked: a connection may use any. */
  async function pin(target: URL, signal: AbortSignal): Promise<readonly PinnedAddress[]> {
    const name = target.hostname.replace(/^\[|\]$/g, '')
    const host = `${target.hostname}:${portOf(target)}`
    const isBelow = loopbackHosts.has(host.replace(/^[^.:]+/, '*'))
    const isLocal = isBelow || loopbackHosts.has(host)
    if (!isLocal && !ports.has(portOf(target))) throw refused('Only ports 80 and 443 are asked')
    // Names below `localhost` are that (RFC 6761), but few resolvers know it.
    const known = isBelow ? 'localhost' : name
    const found = isIP(name) === 0 ? await untilAborted(resolve(known), signal) : [name]
    if (found.length === 0) throw new PublicFetchError('unreachable', 'The name has no address')
    const isRight = isLocal ? isLoopbackAddress : isGlobalAddress
    if (found.length > mostAddresses || !found.every(isRight))
      throw refused('The name stands for an address that is not public')
    return found.map(address => ({ address, family: isIP(address) === 6 ? 6 : 4 }))
  }
}

/** WHATWG's reading of an address, which folds every spelling of an IP address into one. */
function parseTarget(text: string, base?: URL): URL {
  const url = text.length <= longestUrl ? URL.parse(text, base?.href) : null
  if (url === null) throw refused('Not an address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('Only http and https are asked')
  if (url.username !== '' || url.password !== '') throw refused('An address may not hold credentials')
  return url
}

function portOf(url: URL): string {
  return url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
}

/** As browsers do: 303, and 301 or 302 of a POST, become a GET; another origin sees none of the caller's headers. */
function follow(request: PublicRequest, status: number, sameOrigin: boolean): PublicRequest {
  const { method = 'GET', headers, body, ...rest } = request
  const becomesGet = method === 'POST' && status !== 307 && status !== 308
  return {
    ...rest,
    method: becomesGet ? 'GET' : method,
    ...(becomesGet || body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers: sameOrigin ? headers : contentTypeOf(headers) }),
  }
}

function contentTypeOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(?:accept|content-type)$/i.test(name)),
  )
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address)
}

async function resolveWithSystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

/** Rejects when the signal aborts. A resolver cannot be cancelled, so it runs on unobserved. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new PublicFetchError('timeout', 'The name was not resolved in time'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } catch (error) {
    if (error instanceof PublicFetchError) throw error
    throw new PublicFetchError('unreachable', 'The name cannot be resolved', error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function refused(reason: string): PublicFetchError {
  return new PublicFetchError('refused', reason)
}
