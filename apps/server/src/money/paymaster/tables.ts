/** What projects pay for operations. Amounts are 10⁻⁹ of the network's currency, rounded up; addresses are lower-case hex. */
export interface PaymasterTables {
  /** What a project paid and promised on a network in one day. */
  paymaster_budgets: {
    project_id: string
    /** CAIP-2. */
    network: string
    /** Days since 1970, UTC. */
    day: number
    spent: number
  }
  /** What an account was promised within one hour. */
  paymaster_accounts: {
    project_id: string
    network: string
    account: string
    /** Hours since 1970. */
    hour: number
    operations: number
  }
  /** What was signed for: it counts in full until the chain says what it cost. */
  paymaster_grants: {
    network: string
    /** Of the user operation. */
    hash: string
    project_id: string
    account: string
    entry_point: string
    /** The operation's: 0x and hex digits. */
    nonce: string
    day: number
    /** The most it can cost while it is open, then what it cost. */
    cost: number
    state: 'open' | 'settled'
    /** Milliseconds since 1970 after which the chain takes it no more. */
    valid_until: number
  }
}
