import type { TransferOrder } from '../../contract/adapter.ts'

/** A first try as the engine orders it. Unless they are given, it has no nodes, and stores no signature. */
export function transferOrder(
  order: Pick<TransferOrder, 'transfer'> & Partial<TransferOrder>,
): TransferOrder {
  return {
    again: false,
    rpc: async () => {
      throw new Error('There is no node')
    },
    signed: async () => undefined,
    signal: new AbortController().signal,
    ...order,
  }
}
