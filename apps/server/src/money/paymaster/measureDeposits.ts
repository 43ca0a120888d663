import type { Registry } from '@prometheus-io/client'
import { prometheus } from '../../core/libraries/prometheus.ts'

/** Shows what each paymaster has; the returned function takes each new amount, in base units. */
export function measureDeposits(
  registry: Registry,
): (of: { readonly network: string; readonly entryPoint: string }, amount: bigint) => void {
  const { Gauge } = prometheus()
  const gauge = new Gauge({
    name: 'latchkey_paymaster_deposit',
    help: 'Deposit of the paymaster at its entry point, in whole units of the network’s currency',
    labelNames: ['network', 'entryPoint'],
    registers: [registry],
  })
  return (of, amount) => gauge.set(of, Number(amount) / 1e18)
}
