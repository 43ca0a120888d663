import type { Address } from '@solana/kit'
import type { Ledger } from '../ledger/createLedger.ts'
import type { Params } from '../rpc/readParams.ts'

/** What a method works on. */
export interface MethodContext {
  readonly ledger: Ledger
  /** Sends lamports of the faucet; returns the signature. */
  readonly airdrop: (address: Address, lamports: bigint) => Promise<string>
}

/**
 * Answers one method of JSON-RPC, at once or later.
 * @throws RpcError
 */
export type Method = (context: MethodContext, params: Params) => unknown

/** An answer with the slot it holds for. */
export function inContext(ledger: Ledger, value: unknown): { context: object; value: unknown } {
  return { context: { apiVersion, slot: ledger.slot() }, value }
}

/** The version of Agave whose answers ours follow. */
export const apiVersion = '3.0.0'
