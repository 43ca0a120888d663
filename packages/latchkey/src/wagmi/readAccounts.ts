import type { Latchkey } from '../widget/handle/latchkey.ts'
import type { Address } from './wagmiShapes.ts'

/** What wagmi knows of a connection, and the wallet behind it. */
export interface ConnectedAccounts {
  /** The active one first. */
  readonly accounts: readonly [Address, ...Address[]]
  readonly chainId: number
  readonly provider: { request(call: { readonly method: string }): Promise<unknown> }
}

/** The confirmed eip155 account of a widget; undefined while there is none. */
export function readAccounts(latchkey: Latchkey): ConnectedAccounts | undefined {
  const account = latchkey.getState().accounts.eip155
  const provider = latchkey.getProvider('eip155') as ConnectedAccounts['provider'] | undefined
  if (!provider || !account?.isConnected || !account.caipAddress) return undefined
  const [, chainId, active] = account.caipAddress.split(':')
  // A wallet of a login answers for the account in use alone, whatever others it has.
  const shared = account.user ? [] : account.allAccounts
  const others = shared.map(({ address }) => address).filter(address => address !== active)
  return { accounts: [active, ...others] as [Address, ...Address[]], chainId: Number(chainId), provider }
}
