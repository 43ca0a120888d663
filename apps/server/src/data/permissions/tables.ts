/** Permissions of accounts. Addresses are checksummed; times are milliseconds since 1970. */
export interface PermissionTables {
  permission_sessions: {
    project_id: string
    /** The delegation's EIP-712 hash. */
    pci: string
    /** CAIP-2. */
    network: string
    account: string
    delegator: string
    delegate: string
    /** `Permission` as canonical JSON. */
    permission: string
    /** The signed delegation, as the DelegationManager takes it. */
    context: string
    state: 'active' | 'revoking' | 'revoked'
    created_at: number
    expires_at: number
  }
}
