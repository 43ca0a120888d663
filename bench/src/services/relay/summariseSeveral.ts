import { cpus } from 'node:os'
import { format, type Measurement } from '../../judge.ts'
import type { SeveralResult } from './benchSeveral.ts'

/**
 * Judges several processes beside one, by CPU: a process has one core at most, so what it can do is the reciprocal of its CPU
 * for a message. The rates themselves are reported only, because all share this machine's cores with the database and
 * the clients.
 */
export function summariseSeveral(
  results: readonly SeveralResult[] | undefined,
  budget: (name: string) => number,
): readonly Measurement[] {
  const [one, three, alone] = results ?? []
  if (one === undefined || three === undefined || alone === undefined)
    return [{ name: 'severalCpuRatio', unit: '×', value: undefined, note: 'needs PostgreSQL and Redis' }]
  const perCore = ({ cpu }: SeveralResult) => 1_000 / cpu.relays
  const ofCpu = ({ cpu }: SeveralResult) =>
    `${cpu.relays.toFixed(2)} ms relay, ${cpu.postgres.toFixed(2)} PostgreSQL, ${cpu.redis.toFixed(2)} Redis`
  const rate = (name: string, result: SeveralResult): Measurement => ({
    ...{ name, unit: '/s', value: result.published.ack.perSecond },
    note: `${ofCpu(result)} for a message; ack p99 ${format(result.published.ack.p99, 'ms')}, delivery p99 ${format(result.published.delivery.p99, 'ms')}, ${cpus().length} cores for all`,
  })
  return [
    rate('oneProcess', one),
    rate('threeProcesses', three),
    rate('withoutRedis', alone),
    {
      ...{ name: 'severalCpuRatio', unit: '×', kind: 'least', budget: budget('severalCpuRatio') },
      value: (three.processes * perCore(three)) / perCore(one),
      note: `three processes with a core each beside one: ${(three.processes * perCore(three)).toFixed(0)} beside ${perCore(one).toFixed(0)} /s; measured on shared cores ${(three.published.ack.perSecond / one.published.ack.perSecond).toFixed(2)} ×`,
    },
  ]
}
