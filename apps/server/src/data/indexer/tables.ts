/**
 * What the indexer keeps. Addresses are 20 bytes, hashes 32, token ids 32 big-endian bytes, so that both engines order
 * them alike; amounts are decimal text of base units; `chain_id` is the number behind `eip155:`.
 */
export interface IndexerTables {
  /** How far each chain is indexed; every batch of the indexer moves this row, or is refused as a whole. */
  index_chains: {
    chain_id: number
    start_block: number
    next_block: number
    /** Of the block before `next_block`; null when it is not known (nothing indexed yet, or a gap). */
    head_hash: Uint8Array | null
    /** Milliseconds since 1970. */
    updated_at: number
  }
  /** The newest blocks, to find where a fork began. */
  index_blocks: {
    chain_id: number
    block: number
    hash: Uint8Array
  }
  index_transactions: {
    chain_id: number
    block: number
    /** In its block. */
    position: number
    hash: Uint8Array
    /** Milliseconds since 1970. */
    mined_at: number
    /** 1 or 0; null on chains and blocks that recorded none. */
    status: number | null
    nonce: number
    sender: Uint8Array
    /** Null for a deployment. */
    recipient: Uint8Array | null
    /** The contract that a deployment made. */
    created: Uint8Array | null
    amount: string
    /** The first four bytes of the call, if it has as many. */
    selector: Uint8Array | null
  }
  index_transfers: {
    chain_id: number
    block: number
    position: number
    /** Of the event in its block; -1 for the transaction's own value, a billion for what contracts passed on. */
    log: number
    /** In an ERC-1155 batch, or among the payments of contracts in the block. */
    part: number
    standard: TransferStandard
    /** Empty for the native currency. */
    token: Uint8Array
    token_id: Uint8Array | null
    amount: string
    sender: Uint8Array
    recipient: Uint8Array
  }
  /** Which transactions concern an account. */
  index_activity: {
    chain_id: number
    account: Uint8Array
    block: number
    position: number
  }
  /** Which ERC-20 tokens an account ever received; what it holds of them is for the token to say. */
  index_account_tokens: {
    chain_id: number
    account: Uint8Array
    token: Uint8Array
  }
  /** The owners of collectibles. */
  index_holdings: {
    chain_id: number
    account: Uint8Array
    token: Uint8Array
    token_id: Uint8Array
    standard: CollectibleStandard
    /** Below zero only when the indexer began after the account had received it. */
    amount: string
  }
  /** What contracts say of themselves, read once. */
  index_tokens: {
    chain_id: number
    token: Uint8Array
    standard: TokenStandard
    name: string | null
    symbol: string | null
    decimals: number | null
    tries: number
    /** Milliseconds since 1970; null while it is to be read. */
    read_at: number | null
  }
  /** What collectibles say of themselves. */
  index_nfts: {
    chain_id: number
    token: Uint8Array
    token_id: Uint8Array
    name: string | null
    description: string | null
    image: string | null
    tries: number
    /** Milliseconds since 1970. */
    read_at: number
  }
}

export type CollectibleStandard = 'erc721' | 'erc1155'
export type TokenStandard = 'erc20' | CollectibleStandard
export type TransferStandard = 'native' | TokenStandard
