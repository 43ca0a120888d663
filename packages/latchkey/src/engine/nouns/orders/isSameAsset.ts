import { parseCaipAsset } from '../../../contract/caip19.ts'
import { isSameId, type Spelling } from '../../../contract/namespaceFacts.ts'

/** Whether two CAIP-19 ids are of one asset: a payment writes a contract as its merchant did, the services in their own spelling. False for what is none. */
export function isSameAsset(one: string, other: string, tokens: Spelling): boolean {
  const [here, there] = [parseCaipAsset(one), parseCaipAsset(other)]
  if (!here || !there) return false
  if (here.network !== there.network || here.kind !== there.kind) return false
  // A network has one currency of its own, whichever number a list has for it.
  return here.kind === 'slip44' || isSameId(here.reference, there.reference, tokens)
}
