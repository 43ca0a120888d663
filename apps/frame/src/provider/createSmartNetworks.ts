import { limits } from 'latchkey/contract'
import {
  formatRouteUrl,
  getSmartAccounts,
  readRouteAnswer,
  type SmartAccountNetworks,
} from 'latchkey/services'

/** The networks that can carry smart accounts, as the services see them; none where they do not say. */
export type ReadSmartNetworks = () => Promise<SmartAccountNetworks>

/** Milliseconds for which an answer counts. */
const freshFor = 60_000
/** Milliseconds after which it is asked again where no answer came. */
const againAfter = 5_000

/**
 * Asks once a minute at most. Where the services do not answer, what they said last goes on counting: an account does not
 * change its address because a call was lost.
 */
export function createSmartNetworks(deps: {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  readonly fetch: typeof fetch
  /** Milliseconds that only go on. */
  readonly now: () => number
}): ReadSmartNetworks {
  const { projectId, now } = deps
  const url = formatRouteUrl(deps.services.replace(/\/+$/, ''), getSmartAccounts, {
    query: { projectId },
  } as never)
  let last: SmartAccountNetworks = []
  let until = Number.NEGATIVE_INFINITY
  let asking: Promise<SmartAccountNetworks> | undefined

  async function ask(): Promise<SmartAccountNetworks> {
    try {
      const response = await deps.fetch(url, {
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(limits.rpcTimeout),
      })
      const read = response.ok ? readRouteAnswer(getSmartAccounts, await response.json()) : undefined
      if (!read) throw new Error(`HTTP ${response.status}`)
      last = read.networks
      until = now() + freshFor
    } catch {
      until = now() + againAfter
    }
    return last
  }

  return () => {
    if (now() < until) return Promise.resolve(last)
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}
