import { limits } from 'latchkey/contract'
import { formatRouteUrl, getIdentity, readRouteAnswer } from 'latchkey/services'

/**
 * The name of an account that resolves to it, as the services checked; undefined for none, and for one that could be
 * mistaken for another (T64). @throws Error when they do not say.
 */
export type ReadName = (address: string, signal: AbortSignal) => Promise<string | undefined>

const longest = 40
/** Letters of other alphabets look like these: such a name is left out, and the address stands alone. */
const plain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

export function createNames(deps: {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  readonly fetch: typeof fetch
}): ReadName {
  const base = deps.services.replace(/\/+$/, '')
  return async (address, signal) => {
    const url = formatRouteUrl(base, getIdentity, {
      params: { address },
      query: { projectId: deps.projectId },
    } as never)
    const response = await deps.fetch(url, {
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.rpcTimeout)]),
    })
    const read = response.ok ? readRouteAnswer(getIdentity, await response.json()) : undefined
    if (!read) throw new Error(`HTTP ${response.status}`)
    const { name } = read
    return name !== null && name.length <= longest && plain.test(name) ? name : undefined
  }
}
