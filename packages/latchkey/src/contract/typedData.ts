/** Structured data to sign (EIP-712). */
import type { CaipAddress } from './caip.ts'

/** A member of a struct: its name and its Solidity type, or the name of another struct. */
export interface TypedDataField {
  readonly name: string
  readonly type: string
}

/** What a signature is bound to. Only the members that are present are signed. */
export interface TypedDataDomain {
  readonly name?: string
  readonly version?: string
  /** Of the account's own network: data without it, or for another network, is not signed (reference T61). */
  readonly chainId: number | bigint | string
  readonly verifyingContract?: string
  readonly salt?: string
}

/** Structured data, as `eth_signTypedData_v4` takes it. `bigint` values are sent as decimal strings. */
export interface TypedData {
  readonly domain: TypedDataDomain
  /** By name. `EIP712Domain` may be left out: it follows from the domain. */
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** What is signed, and by whom. */
export interface TypedDataOrder {
  /** One of the connection's accounts, on the network that the data is for. */
  readonly account: CaipAddress
  readonly data: TypedData
  /** Ends the waiting for the wallet. Aborted before, the wallet is not asked. */
  readonly signal: AbortSignal
}
