import type { JsonValue, PermissionSession } from 'latchkey/services'
import type { Frame } from '../frame.ts'

/** The permissions that this site has, as the settings show them. */
export interface OpenPermissions {
  /** Those that the chain still takes. @throws LatchkeyError with -32002 where the services do not say */
  list(): Promise<readonly PermissionSession[]>
  /** Asks the visitor to withdraw one, as a page does. @throws LatchkeyError with 4001 for the visitor's no */
  withdraw(session: PermissionSession): Promise<JsonValue>
}

/** Loads what lists and withdraws the permissions on the network in use. @throws where the code cannot be loaded */
export async function openPermissions(frame: Frame): Promise<OpenPermissions> {
  const [{ listPermissions }, { providerDepsOf }, { providerOf }] = await Promise.all([
    import('./listPermissions.ts'),
    import('../provider/providerDepsOf.ts'),
    import('../provider/providerOf.ts'),
  ])
  const provider = providerOf(frame)
  const chainId = await provider.network()
  return {
    list: () => listPermissions(providerDepsOf(frame), chainId),
    withdraw: ({ context }) =>
      provider.request({
        chainId,
        method: 'wallet_revokeExecutionPermission',
        params: [{ permissionContext: context }],
      }),
  }
}
