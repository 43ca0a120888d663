import type { CaipNetworkId } from 'latchkey/contract'
import type { RpcCall } from 'latchkey/services'

/** A call to a node; an id is sent along only where the answer may be passed on as it comes. */
export type ProxiedCall = Pick<RpcCall, 'method' | 'params'> & { readonly id?: string | number }

/** What the proxy itself asks the nodes of a namespace, and how it reads what they say. */
export interface NodeLanguage {
  /** The request for a node's chain (F16). */
  readonly identity: {
    readonly method: string
    /** Undefined when the answer says nothing. */
    isOf(result: unknown, chain: CaipNetworkId): boolean | undefined
  }
  /** The cheapest question, for pings. */
  readonly ping: string
  readonly head: { readonly method: string; read(result: unknown): number | undefined }
  /** Blocks that a node may be behind the others (F17). */
  readonly staleBy: number
  /** Methods whose answer is the chain's for good. */
  readonly constants: ReadonlySet<string>
  /** Errors that another node may not have (SPEC §7). */
  readonly retryable: ReadonlySet<number>
  readonly transaction: {
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
}
