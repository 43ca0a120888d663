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
  /** Wrong guesses at codes for a project and a feature. */
  signin_breakers: {
    project_id: string
    feature: string
    /** Hours since 1970. */
    hour: number
    fails: number
  }
  /** The same for one network, and what it did after the project's number was reached. */
  signin_networks: {
    project_id: string
    feature: string
    network_mac: string
    hour: number
    fails: number
    slow_mails: number
    slow_guesses: number
  }
  /** Messages with codes that a network caused for a project. */
  signin_network_days: {
    project_id: string
    network_mac: string
    /** Days since 1970. */
    day: number
    mails: number
  }
  /** Keys of pages on which an address was proven. */
  signin_devices: {
    project_id: string
    address_mac: string
    device_mac: string
    seen_at: number
  }
  /** What the previous release counts wrong guesses by. */
  signin_hours: {
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
