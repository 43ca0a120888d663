/** An amount of one asset that a transaction credited to an account, by the chain's own record. */
export interface Credit {
  /**
   * Its place in the transaction, unique there: the index of an event, or of the credited token account; -1 for the value of the transaction
   * itself, and of lamports -2 minus the index of their account. With the hash it names the credit once for all.
   */
  readonly index: number
  /** In the one spelling of keys (`addressKey`); null for the network's own currency. */
  readonly contract: string | null
  /** In the one spelling of keys. */
  readonly recipient: string
  /** In the one spelling of keys; undefined where the record does not say who paid. */
  readonly sender: string | undefined
  /** Base units, above zero. */
  readonly amount: bigint
}

/** A transaction that is in a block. */
export interface SeenTransaction {
  /** In its one spelling (`transactionOf`). */
  readonly hash: string
  /** It is in the block, and nothing that it was to do came about. */
  readonly isFailed: boolean
  /** The number of its block, or slot. */
  readonly block: number
  /** Empty for one that failed. */
  readonly credits: readonly Credit[]
}

/**
 * Reads what a transaction credited from our own nodes; undefined while no node has it in a block, and for a text that is no
 * transaction's id. @throws ChainUnreadable
 */
export type ReadTransaction<C> = (chain: C, hash: string) => Promise<SeenTransaction | undefined>
