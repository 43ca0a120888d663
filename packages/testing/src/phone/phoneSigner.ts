import type { Act } from '../core/createConductor.ts'

/** A request of a site to one of the phone's signers. */
export interface SignerCall {
  readonly method: string
  /** The members of its parameters; none where the site sent no object. */
  readonly params: Readonly<Record<string, unknown>>
  /** The CAIP-2 id of the chain that the site named. */
  readonly chain: string
  /** Indexes of the accounts that the site sees, the active one first. */
  readonly shown: readonly number[]
}

/** One namespace that the phone signs for, beside eip155 and solana: real keys, and the shapes of the public method reference. */
export interface PhoneSigner {
  readonly namespace: string
  /** CAIP-2 ids of its chains. */
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** How many accounts it has. */
  readonly count: number
  /** An account's address on a chain. */
  address(index: number, chain: string): string
  /** What the wallet says of these accounts with its approval, by the name of the session property. */
  properties?(shown: readonly number[]): Readonly<Record<string, unknown>>
  /** The event, and its data, by which sites learn of other accounts; `accountsChanged` with CAIP-10 ids unless set. */
  changed?(shown: readonly number[], chain: string): { readonly name: string; readonly data: unknown }
  /** Checks a request. Throws the wallet's error when it cannot be done. */
  prepare(call: SignerCall): Act
}
