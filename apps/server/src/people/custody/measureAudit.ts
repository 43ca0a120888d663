import type { Registry } from '@prometheus-io/client'
import { prometheus } from '../../core/libraries/prometheus.ts'

/** Shows how many rows the audit of key shares has; the returned function takes each new count. */
export function measureAudit(registry: Registry): (rows: number) => void {
  const { Gauge } = prometheus()
  const gauge = new Gauge({
    name: 'latchkey_custody_audit_rows',
    help: 'Rows of the audit of key shares, counted once an hour by the process that leads; 0 in others',
    registers: [registry],
  })
  return rows => gauge.set(rows)
}
