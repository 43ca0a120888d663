import type { Registry } from '@prometheus-io/client'
import { prometheus } from '../../core/libraries/prometheus.ts'
import type { KeyPurpose } from './vault/vault.ts'

/** Counts key shares that are opened, by what they are for (T84). */
export function countOpenings(registry: Registry): (purpose: KeyPurpose) => void {
  const { Counter } = prometheus()
  const openings = new Counter({
    name: 'latchkey_custody_openings_total',
    help: 'Key shares that were opened',
    labelNames: ['purpose'],
    registers: [registry],
  })
  return purpose => openings.inc({ purpose })
}
