import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Shared } from '../scale/shared.ts'
import type { Store } from '../store/store.ts'
import type { Metrics } from './metrics.ts'

export interface ServerMetrics extends Metrics {
  /** The page that Prometheus fetches. */
  print(): Promise<string>
  readonly contentType: string
}

// Seconds: from an answer out of memory to the longest that a client waits.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const methods: readonly string[] = ['GET', 'POST', 'OPTIONS', 'HEAD']
/** The most upstream names with their own series; a configuration has fewer, and a defect must not add more. */
const mostUpstreams = 500

/** Counters of one server in a registry of their own. Labels come from routes, codes and configuration, never from requests. */
export function createMetrics(deps: {
  readonly store: Store
  readonly shared: Shared
  readonly isDraining: () => boolean
}): ServerMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'latchkey_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'latchkey_request_seconds',
    help: 'Time to the answer',
    labelNames: ['route'],
    buckets,
    registers,
  })
  const upstreams = new Counter({
    name: 'latchkey_upstream_requests_total',
    help: 'Questions to servers outside',
    labelNames: ['upstream', 'outcome'],
    registers,
  })
  const upstreamSeconds = new Histogram({
    name: 'latchkey_upstream_seconds',
    help: 'Time to their answer',
    labelNames: ['upstream'],
    buckets,
    registers,
  })
  const known = new Set<string>()
  addGauges(registry, deps)

  return {
    request({ method, route, status, milliseconds }) {
      requests.inc({ method: methods.includes(method) ? method : 'other', route, status })
      requestSeconds.observe({ route }, milliseconds / 1_000)
    },
    upstream(name, outcome, milliseconds) {
      if (!known.has(name) && known.size >= mostUpstreams) return
      known.add(name)
      upstreams.inc({ upstream: name, outcome })
      upstreamSeconds.observe({ upstream: name }, milliseconds / 1_000)
    },
    registry,
    print: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** Registers gauges that are read on each scrape. */
function addGauges(
  registry: Registry,
  deps: { readonly store: Store; readonly shared: Shared; readonly isDraining: () => boolean },
): void {
  const { store, shared, isDraining } = deps
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  }
  gauge('latchkey_store_up', 'Whether the store answers', () =>
    store.check().then(
      () => 1,
      () => 0,
    ),
  )
  gauge('latchkey_bus_up', 'Whether messages of other processes arrive', () => Number(shared.isListening))
  gauge('latchkey_draining', 'Whether the server stops', () => Number(isDraining()))
  new Gauge({
    name: 'latchkey_leads',
    help: 'Whether this process leads',
    labelNames: ['name'],
    registers,
    collect() {
      this.reset()
      for (const { name, leads } of shared.leads()) this.set({ name }, Number(leads))
    },
  })
  const { connections } = store
  if (connections === undefined) return
  new Gauge({
    name: 'latchkey_store_connections',
    help: 'Connections to the database, and queries that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
}
