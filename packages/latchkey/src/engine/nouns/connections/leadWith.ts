import type { CaipAddress } from '../../../contract/caip.ts'
import { addressOf } from '../../../contract/caip.ts'
import type { ConnectedNamespace } from '../../../contract/connection.ts'

/** A connection's part with the account of this address first, if it is among them; without an address as it is. */
export function leadWith(part: ConnectedNamespace, caip10: CaipAddress | undefined): ConnectedNamespace {
  const wanted = caip10 && addressOf(caip10)
  const lead = part.accounts.find(account => addressOf(account.caip10) === wanted)
  return lead ? { ...part, accounts: [lead, ...part.accounts.filter(each => each !== lead)] } : part
}
