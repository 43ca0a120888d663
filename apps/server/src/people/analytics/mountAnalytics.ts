import type { Hono } from 'hono'
import { getAnalyticsConfig, postAnalyticsEvent } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import { storeEvent } from './storeEvent.ts'

/** An event is a few hundred bytes. */
const longestEvent = 4_096

/** Whether a project wants events, and where they go (SPEC §7). */
export function mountAnalytics(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly store: Store
    readonly bodyLimit: number
    /** Milliseconds since 1970. */
    readonly now?: () => number
  },
): void {
  const { gate, store, now = Date.now } = deps
  const bodyLimit = Math.min(deps.bodyLimit, longestEvent)
  mountProjectRoute(app, getAnalyticsConfig, deps, (_request, { isAnalyticsEnabled }) => ({
    isAnalyticsEnabled,
  }))
  mountProjectRoute(
    app,
    postAnalyticsEvent,
    // Visitors are on pages: a caller without a page has no event to send.
    { gate, bodyLimit, rules: { audience: 'pages' } },
    async ({ body }, project, c) => {
      if (body.url !== c.req.header('origin'))
        throw new RouteFault('REQUEST_INVALID', {
          reasons: [{ name: 'url', description: 'Expected the origin of the page that sends it' }],
        })
      if (!project.isAnalyticsEnabled) return { stored: false }
      return { stored: await storeEvent(store, { projectId: project.id, body, now: now() }) }
    },
  )
}
