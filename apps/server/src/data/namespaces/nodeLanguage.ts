import type { CaipNetworkId } from 'latchkey/contract'
import type { RpcCall } from 'latchkey/services'

/** A call to a node; an id is sent along only where the answer may be passed on as it comes. */
export type ProxiedCall = Pick<RpcCall, 'method' | 'params'> & { readonly id?: string | number }

/** What the proxy itself asks the nodes of a namespace, and how it reads what they say. */
export interface NodeLanguage {
  /**
   * How its nodes are asked; absent: JSON-RPC. A call is `GET` with a path below the node's URL, or `query` with a GraphQL document and its
   * variables; its result is the answer's JSON, or a short plain text, or GraphQL's `data`.
   */
  readonly speaks?: 'rest' | 'graphql'
  /** The request for a node's chain (F16). */
  readonly identity: {
    readonly call: ProxiedCall
    /** Undefined when the answer says nothing. */
    isOf(result: unknown, chain: CaipNetworkId): boolean | undefined
  }
  /** The cheapest question, for pings. */
  readonly ping: ProxiedCall
  readonly head: { readonly call: ProxiedCall; read(result: unknown): number | undefined }
  /** Blocks that a node may be behind the others (F17). */
  readonly staleBy: number
  /** Methods whose answer is the chain's for good. */
  readonly constants: ReadonlySet<string>
  /** Errors that another node may not have (SPEC §7). */
  readonly retryable: ReadonlySet<number>
  /** Absent: it takes no transactions. */
  readonly transaction?: TransactionLanguage
}

/** How a namespace's nodes are given a signed transaction, and asked what became of it. */
export interface TransactionLanguage {
  /** The id under which the chain knows a sent transaction; undefined for an invalid one. */
  idOf(params: ProxiedCall['params']): string | undefined
  /** Questions to ask at once: any may find it, and the last one alone may say that it is not there. */
  lookUp(id: string): readonly ProxiedCall[]
  /** Undefined when the answer says nothing. */
  has(result: unknown, id: string): boolean | undefined
  /** How nodes say that they have it already. */
  readonly isKnown: RegExp
  /** How nodes say that its time is over, which it is as well once it is on the chain. */
  readonly isOutdated: RegExp
}

/** A language in which transactions are sent. */
export type SendingLanguage = NodeLanguage & { readonly transaction: TransactionLanguage }
