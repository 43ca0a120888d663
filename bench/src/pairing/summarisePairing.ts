import type { PairingNumbers } from './benchPairing.ts'

export interface PairingReport {
  readonly rows: readonly {
    readonly name: string
    readonly value: number
    readonly budget: number
    readonly ok: boolean
  }[]
  readonly failed: number
  readonly numbers: PairingNumbers
  readonly text: string
}

/** Holds what was measured against budgets.json. */
export function summarisePairing(numbers: PairingNumbers, budget: (name: string) => number): PairingReport {
  const row = (name: string, value: number) => ({
    name,
    value,
    budget: budget(name),
    ok: value <= budget(name),
  })
  const { requestMs, roundTripMs, qrAtOnceMs } = numbers
  const rows = [
    row('qrMs', numbers.qrMs),
    row('uriMs', numbers.uriMs),
    row('requestBesideRelayMs', requestMs - roundTripMs),
  ]
  const failed = rows.filter(({ ok }) => !ok).length
  const head = `Pairing: a request ${requestMs.toFixed(1)} ms, of which ${roundTripMs.toFixed(1)} ms are the relay's; a click at once has its code after ${qrAtOnceMs.toFixed(0)} ms`
  const lines = rows.map(({ name, value, budget: limit, ok }) =>
    [name.padEnd(22), value.toFixed(1).padStart(10), `≤ ${limit}`.padStart(10), ok ? '  ok' : '  OVER'].join(
      '',
    ),
  )
  return {
    rows,
    failed,
    numbers,
    text: [head, ...lines, `${rows.length - failed} passed, ${failed} failed`].join('\n'),
  }
}
