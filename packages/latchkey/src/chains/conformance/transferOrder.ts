import type { TransferOrder } from '../../contract/adapter.ts'

/** An order as the engine gives it, with nothing to hear of a signature and no nodes unless they are given. */
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
