import type { Move } from './decodeLog.ts'
import type { Hex } from './hexBytes.ts'
import type { NodeTrace } from './nodeShapes.ts'

/** A payment that a contract made within a transaction. */
export interface InnerPayment extends Move {
  /** Of the transaction in its block. */
  readonly position: number
}

/**
 * The native currency that contracts passed on within the transactions of a block; steps come in their order, each before
 * those that it caused. What failed, or was caused by what failed, moved nothing.
 */
export function decodeTraces(traces: readonly NodeTrace[]): InnerPayment[] {
  const payments: InnerPayment[] = []
  let failed: Pick<NodeTrace, 'transactionPosition' | 'traceAddress'> | undefined
  for (const trace of traces) {
    const { transactionPosition: position, traceAddress } = trace
    if (position == null) continue
    if (failed !== undefined && isWithin(trace, failed)) continue
    if (trace.error != null) {
      failed = trace
      continue
    }
    // The outermost step is the transaction itself.
    if (traceAddress.length === 0) continue
    const paid = readPayment(trace)
    if (paid === undefined || paid.amount === 0n) continue
    payments.push({ ...paid, standard: 'native', token: null, tokenId: null, position })
  }
  return payments
}

function isWithin(step: NodeTrace, outer: Pick<NodeTrace, 'transactionPosition' | 'traceAddress'>): boolean {
  return (
    step.transactionPosition === outer.transactionPosition &&
    step.traceAddress.length > outer.traceAddress.length &&
    outer.traceAddress.every((place, index) => step.traceAddress[index] === place)
  )
}

function readPayment({
  type,
  action,
  result,
}: NodeTrace): { sender: Hex; recipient: Hex; amount: bigint } | undefined {
  const [sender, recipient, amount] =
    type === 'call' && action.callType === 'call'
      ? [action.from, action.to, action.value]
      : type === 'create'
        ? [action.from, result?.address, action.value]
        : type === 'suicide'
          ? [action.address, action.refundAddress, action.balance]
          : []
  if (sender == null || recipient == null || amount == null) return undefined
  return { sender, recipient, amount }
}
