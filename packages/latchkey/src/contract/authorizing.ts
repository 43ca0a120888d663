/** The chain's side of paying by a signature alone, as x402 asks for it (reference money §4.1). */
import type { RpcRequest } from './adapter.ts'
import type { CaipAddress } from './caip.ts'
import type { CaipAsset } from './caip19.ts'
import type { Network } from './network.ts'
import type { SentAsset } from './send.ts'
import type { TypedData } from './typedData.ts'
import type { ExactPayload, PaymentRequirements } from './x402.ts'

/** A token whose own contract agrees with what a request says of it. */
export interface AuthorizedToken {
  readonly asset: CaipAsset
  /** Symbol and decimals by the contract. */
  readonly shown: SentAsset & { readonly address: string }
  /** What signatures for the token are bound to, by the contract. */
  readonly name: string
  readonly version: string
}

/** A transfer that a signature will allow, and nothing beyond it. */
export interface Authorization {
  readonly data: TypedData
  /** What is sent once it is signed. */
  payload(signature: string): ExactPayload
}

/** It reads and writes, and asks no wallet. */
export interface Authorizing {
  /**
   * Reads the token that a request is to be paid in.
   * @throws LatchkeyError PAYMENT_UNSUPPORTED for a way or token that no signature pays; PAYMENT_UNSAFE where the contract signs for another
   * name or version than the request says; what `rpc` throws.
   */
  token(
    rpc: RpcRequest,
    asked: { readonly network: Network; readonly requirements: PaymentRequirements },
    signal?: AbortSignal,
  ): Promise<AuthorizedToken>
  /** The data to sign. `nonce`: 32 bytes as 0x hex that were never used before; `now` in milliseconds since the epoch. */
  authorize(order: {
    readonly from: CaipAddress
    readonly requirements: PaymentRequirements
    readonly token: AuthorizedToken
    readonly nonce: string
    readonly now: number
  }): Authorization
}
