/** The payments that the facilitator settled or settles; addresses and nonces are lower-case hex. */
export interface X402Tables {
  x402_settlements: {
    /** CAIP-2. */
    network: string
    asset: string
    payer: string
    /** The payer's, of EIP-3009: 32 bytes. */
    nonce: string
    project_id: string
    /** The digest of the `Idempotency-Key` that it came with; empty without one. */
    attempt: string
    pay_to: string
    /** Base units. */
    amount: string
    /** The facilitator's account, and its transaction's number. */
    signer: string
    signer_nonce: number
    /** The signed transaction: stored before a node sees it, and sent again as it is. */
    raw: string
    hash: string
    state: 'open' | 'settled' | 'failed'
    /** Milliseconds since 1970. */
    created_at: number
  }
}
