/** A transaction as the node's JSON-RPC gives it, as far as it is read here. */
export interface NodeTransaction {
  readonly txid: string
  readonly version: number
  readonly locktime: number
  readonly size: number
  readonly weight: number
  readonly hex?: string
  readonly vin: readonly {
    readonly coinbase?: string
    readonly txid?: string
    readonly vout?: number
    readonly scriptSig?: { readonly asm: string; readonly hex: string }
    readonly txinwitness?: readonly string[]
    readonly sequence: number
  }[]
  readonly vout: readonly NodeOutput[]
}

export interface NodeOutput {
  /** In bitcoins. */
  readonly value: number
  readonly n: number
  readonly scriptPubKey: {
    readonly asm: string
    readonly hex: string
    readonly type: string
    readonly address?: string
  }
}

/** A block with its transactions. */
export interface NodeBlock {
  readonly hash: string
  readonly height: number
  readonly time: number
  readonly previousblockhash?: string
  readonly tx: readonly NodeTransaction[]
}

/** Bitcoins as satoshis. The node's numbers have eight digits after the point; all coins that there can be are exact. */
export const toSatoshis = (bitcoins: number): number => Math.round(bitcoins * 1e8)
