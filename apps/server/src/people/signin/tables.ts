/** The tables of the sign-in room; `migration.ts` makes them. Times are milliseconds since 1970. */
export interface SignInTables {
  /** Codes that were mailed; gone a day later. */
  signin_flows: {
    flow: string
    project_id: string
    /** Thumbprint of the key of the page that asked. */
    key: string
    origin: string
    email: string
    /** Of the code with this flow, never the code. */
    mac: string
    /** The address as `signin_addresses` has it. */
    address_mac: string
    attempts: number
    used_at: number | null
    created_at: number
    expires_at: number
  }
  /** How often codes were sent to an address for a project. */
  signin_addresses: {
    project_id: string
    address_mac: string
    /** Before this no further code is sent. */
    next_at: number
    hour_at: number
    hour_count: number
    day_at: number
    day_count: number
    /** Wrong guesses since `day_at`. */
    fails: number
  }
  /** To which addresses a client had codes sent within the hour. */
  signin_clients: {
    client_mac: string
    address_mac: string
    at: number
  }
  signin_days: {
    project_id: string
    /** Days since 1970. */
    day: number
    count: number
  }
  /** Wrong guesses at codes, by everybody. */
  signin_hours: {
    /** Hours since 1970. */
    hour: number
    fails: number
  }
  /** What may be used once and was: nonces, proofs of addresses, proofs of keys. */
  signin_used: {
    id: string
    forget_at: number
  }
  signin_sessions: {
    id: string
    project_id: string
    /** Thumbprint of the key whose proofs it wants. */
    key: string
    origin: string
    /** As the signed text has it. */
    address: string
    chain_id: string
    email: string | null
    issued_at: number
    /** Later with each use, until `ends_at`. */
    expires_at: number
    ends_at: number
  }
}
