/** The table of the social room; `migration.ts` makes it. Times are milliseconds since 1970. */
export interface SocialTables {
  /** Logins by way of a provider, each one device's. */
  social_flows: {
    flow: string
    project_id: string
    /** Thumbprint of the key that began it. */
    device: string
    provider: string
    /** Origin of the page that shows the wallet. */
    page: string
    /** Path on that page to go back to; null where a window was opened. */
    return_to: string | null
    /** `login`, `link` or `prove`. */
    purpose: string
    /** The account that is to be known by it as well, or whose owner is to be proven; null for a login. */
    account_id: string | null
    /** Two digits that the page shows which began the flow. */
    match_number: string
    /** 0 or 1: whether the window that went to the provider is of the browser that began (S2). */
    is_own: number
    browser: string | null
    /** begun, opened, exchanging, confirm, done or failed. */
    step: string
    /** Digest of what the provider sends back. */
    state_mac: string | null
    /** What a relay knows it by; null where none is between us and the app. */
    channel: string | null
    /** Digest of what the page that asks "was it you?" sends. */
    confirm_mac: string | null
    /** JSON: who it was. */
    identity: string | null
    /** When they logged in there, by the provider's word; null for none. */
    logged_in_at: number | null
    failure: string | null
    created_at: number
    expires_at: number
  }
}
