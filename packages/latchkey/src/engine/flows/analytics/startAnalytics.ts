import * as v from 'valibot'
import {
  type AnalyticsEventBody,
  analyticsEventSchema,
  getAnalyticsConfig,
  postAnalyticsEvent,
} from '../../../contract/analytics.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import type { FactMap, FactType } from '../../../contract/facts.ts'
import { formatRouteUrl } from '../../../contract/route.ts'
import { fetchBounded } from '../../base/http.ts'
import { sdk } from '../../base/sdk.ts'
import type { EngineContext } from '../../context.ts'
import { type Tracked, toAnalytics, trackedFacts } from './toAnalytics.ts'

/** What analytics needs of an engine. */
export type AnalyticsContext = Pick<
  EngineContext,
  'config' | 'clock' | 'random' | 'facts' | 'api' | 'alert' | 'signal'
>

export interface AnalyticsOptions {
  /** The page, as `location` says it. */
  readonly page: { readonly origin: string; readonly hostname: string; readonly isPhone?: boolean }
  /** Events that were emitted before this module was loaded. */
  readonly told?: readonly { readonly type: FactType; readonly fact: FactMap[FactType] }[]
  readonly fetch?: typeof fetch
}

/** More than this waits for no service. */
const most = 100

/**
 * Reports visitors' actions to the services, from facts alone, while the host has it switched on (SPEC §7). Nothing is sent
 * before the services said that the project wants events. What the contract's closed lists do not take is not sent
 * (T110). A 403 is reported once, and ends it. Returns the stop.
 */
export function startAnalytics(ctx: AnalyticsContext, options: AnalyticsOptions): () => void {
  const { page, told = [] } = options
  const kind = { isPhone: page.isPhone === true }
  let queue: AnalyticsEventBody[] = []
  let wanted: 'unknown' | 'asked' | boolean = 'unknown'

  function track(tracked: Tracked | undefined): void {
    if (!tracked || wanted === false || !isOn(ctx)) return
    const body = toBody(tracked)
    if (!body) return
    queue = [...queue, body].slice(-most)
    if (wanted === true) flush()
  }

  function toBody(tracked: Tracked): AnalyticsEventBody | undefined {
    const form = (props: object) =>
      v.safeParse(analyticsEventSchema, {
        eventId: toUuid(ctx.random.id()),
        url: page.origin,
        domain: page.hostname,
        timestamp: ctx.clock.now(),
        props: { type: 'track', ...props },
      })
    const whole = form(tracked)
    if (whole.success) return whole.output
    // A wallet may call itself anything: without that word the event still counts.
    const { wallet: _wallet, ...properties } = { wallet: undefined, ...tracked.properties }
    const rest = form({ ...tracked, properties })
    return rest.success ? rest.output : undefined
  }

  function flush(): void {
    const bodies = queue
    queue = []
    for (const body of bodies) send(body).catch(() => undefined)
  }

  /** With `keepalive`, so that closing the page loses nothing; refused or lost events are not sent again. */
  async function send(body: AnalyticsEventBody): Promise<void> {
    const base = ctx.config.endpoints?.analytics
    // The host may have switched it off since this was queued.
    if (wanted !== true || !base || !isOn(ctx)) return
    const url = formatRouteUrl(base, postAnalyticsEvent, {
      query: { projectId: ctx.config.projectId, ...sdk },
    })
    const { status } = await fetchBounded(url, {
      ...(options.fetch && { fetch: options.fetch }),
      clock: ctx.clock,
      signals: [],
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        keepalive: true,
      },
    })
    if (status !== 403 || wanted !== true) return
    end()
    ctx.alert('APKT002', { origin: page.origin })
  }

  /** Asks when there is an event to send, and again with the next opening when no answer came. */
  async function ask(): Promise<void> {
    if (wanted !== 'unknown' || !isOn(ctx)) return
    wanted = 'asked'
    const service = ctx.config.endpoints?.directory ? 'directory' : 'analytics'
    try {
      const api = await ctx.api()
      wanted = (await api.call(getAnalyticsConfig, { service })).isAnalyticsEnabled
    } catch (cause) {
      const isRefused = isLatchkeyError(cause) && cause.context.status === 403
      wanted = isRefused ? false : 'unknown'
      // The code that asked the directory for the origins reports what the directory refuses.
      if (isRefused && service === 'analytics') ctx.alert('APKT002', { origin: page.origin })
    }
    if (wanted === true) flush()
    if (wanted === false) end()
  }

  const stops = trackedFacts.map(type => ctx.facts.on(type, fact => track(toAnalytics(type, fact, kind))))
  stops.push(ctx.facts.on('opened', () => void ask()))
  function end(): void {
    wanted = false
    queue = []
    for (const stop of stops) stop()
  }

  const namespaces = [...new Set(ctx.config.networks.map(network => network.chainNamespace))]
  track({ event: 'INITIALIZE', properties: { namespaces: namespaces as never } })
  for (const { type, fact } of told) track(toAnalytics(type, fact, kind))
  void ask()
  return end
}

/** Off unless the host turned it on, and named where to (SPEC-NOTES §7). */
function isOn({ config }: Pick<EngineContext, 'config'>): boolean {
  return config.features?.analytics === true && config.endpoints?.analytics !== undefined
}

function toUuid(hex: string): string {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
