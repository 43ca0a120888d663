import type { Registry } from '@prometheus-io/client'
import { prometheus } from '../core/libraries/prometheus.ts'
import type { RelayMetrics } from './relayMetrics.ts'

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Counters of the relay. Labels come from closed lists, never from what travels. */
export function createRelayMetrics(registry: Registry): RelayMetrics {
  const { Counter, Gauge, Histogram } = prometheus()
  const registers = [registry]
  const count = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames, registers })
  const refusals = count('latchkey_relay_refused_total', 'Handshakes refused', ['reason'])
  const closes = count('latchkey_relay_closed_total', 'Sockets that the relay closed', ['reason'])
  const publishes = count('latchkey_relay_published_total', 'Messages published', ['outcome'])
  const pushes = count('latchkey_relay_pushed_total', 'Messages pushed to sockets', [])
  const acks = count('latchkey_relay_acknowledged_total', 'Pushes acknowledged', [])
  const errors = count('latchkey_relay_errors_total', 'Calls answered with an error', ['error'])
  const seconds = new Histogram({
    name: 'latchkey_relay_publish_seconds',
    help: 'Time until a published message was on disk',
    buckets,
    registers,
  })
  let look = () => ({ sockets: 0, clients: 0 })
  for (const name of ['sockets', 'clients'] as const)
    new Gauge({
      name: `latchkey_relay_${name}`,
      help: `Connected ${name}`,
      registers,
      collect() {
        this.set(look()[name])
      },
    })
  return {
    refused: reason => refusals.inc({ reason }),
    closed: reason => closes.inc({ reason }),
    published(outcome, milliseconds) {
      publishes.inc({ outcome })
      seconds.observe(milliseconds / 1_000)
    },
    pushed: () => pushes.inc(),
    acknowledged: () => acks.inc(),
    failed: error => errors.inc({ error }),
    watch(read) {
      look = read
    },
  }
}
