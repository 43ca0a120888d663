import { defaultSlippageBps, type WireTransaction } from 'latchkey/services'
import type { BuiltConvert } from './convertProvider.ts'

/** A transaction as the wire has it. */
export function toWireTransaction(
  from: string,
  { to, data, value, gas, gasPrice }: BuiltConvert['tx'],
): WireTransaction {
  return {
    from,
    to,
    data,
    value: String(value),
    eip155: {
      gas: gas === null ? null : String(gas),
      gasPrice: gasPrice === null ? null : String(gasPrice),
    },
  }
}

/** The slippage that a caller asks for where it differs by namespace, in hundredths of a percent. */
export function slippageOf(body: {
  readonly eip155?: { readonly slippageBps?: number | undefined } | undefined
}): number {
  return body.eip155?.slippageBps ?? defaultSlippageBps
}
