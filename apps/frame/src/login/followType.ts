import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { activeAccount, findSmartAccount } from '../provider/activeAccount.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { providerPlace } from '../provider/providerPlace.ts'
import { smartNetworksOf } from '../provider/smartNetworksOf.ts'

/** Tells the page that the other account of its wallet is in use. What waits for the visitor was asked of the one before. */
export function tellAccount(frame: Frame, address: string): void {
  oneOf(frame, providerPlace).provider?.abort()
  frame.emit('PROVIDER', { event: 'accountsChanged', accounts: [address] })
}

/** Another tab of this browser has chosen a type: tells the page, unless its network has the plain account either way. */
export async function followType(frame: Frame, login: LoggedIn | undefined): Promise<void> {
  if (!login) return
  const { providerOf } = await import('../provider/providerOf.ts')
  const network = await providerOf(frame).network()
  const smartNetworks = smartNetworksOf(frame)
  if (!(await findSmartAccount(smartNetworks, login.addresses, network))) return
  tellAccount(frame, (await activeAccount({ store: frame.store, smartNetworks }, login, network)).address)
}
