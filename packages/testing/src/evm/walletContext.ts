import type { Act } from '../core/createConductor.ts'
import type { CallBatches } from './callMethods.ts'
import type { CallChain } from './createRpc.ts'
import type { WalletState } from './createWalletState.ts'
import type { Subscriptions } from './subscriptionMethods.ts'
import type { ResolvedWalletOptions } from './walletOptions.ts'

/** What a method of a simulated EVM wallet works with. */
export interface WalletContext {
  readonly options: ResolvedWalletOptions
  readonly state: WalletState
  readonly batches: CallBatches
  readonly subscriptions: Subscriptions
  emit(event: string, value: unknown): void
  /** Calls the node of a chain. Throws its error, or 4901. */
  call(chainId: number, method: string, params?: readonly unknown[]): Promise<unknown>
  /** Calls the node of a chain that the wallet need not know. */
  callNode: CallChain
  /** Runs tasks of one key one after another. */
  inTurn<Result>(key: string, task: () => Promise<Result>): Promise<Result>
  /** Random bytes in hexadecimal with the prefix 0x. */
  randomHex(bytes: number): `0x${string}`
  /** Waits, in milliseconds; rejects when the wallet stops. */
  wait(ms: number): Promise<void>
}

/** Checks one request and says how to carry it out. Throws the wallet's error. */
export type Method = (ctx: WalletContext, params: readonly unknown[]) => Act

/** Methods by name. */
export type MethodTable = Readonly<Record<string, Method>>

/** An act without a prompt. */
export function silent(perform: Act['perform']): Act {
  return { prompts: false, perform }
}

/** An act that the visitor has to agree to. */
export function prompting(perform: Act['perform']): Act {
  return { prompts: true, perform }
}
