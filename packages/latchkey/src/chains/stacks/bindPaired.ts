import { addressOf, type CaipAddress, networkIdOf } from '../../contract/caip.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { pairedSession } from '../plain/pairedSession.ts'
import type { AccountsOrder, PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { readAddresses } from '../registries/askAddresses.ts'
import { readStacksAccounts } from './readStacksAccounts.ts'
import { signatureOf } from './signatureOf.ts'
import { isStacksAddressOn } from './stacksNetworks.ts'

const mostItems = 1_000

/**
 * A wallet over the relay: its accounts are those of the session, their keys those of the session's properties. What the session does
 * not grant is absent. Undefined where the value takes no requests.
 */
export function bindPaired(provider: object): PlainWallet | undefined {
  const session = pairedSession(provider)
  if (!session) return undefined
  const { request, reaches, watch } = session

  async function accounts({ silent, network }: AccountsOrder): Promise<readonly PlainAccount[] | undefined> {
    const { caipNetworkId } = network
    const granted = (itemsOf(fieldOf(provider, 'accounts'), mostItems) ?? []).filter(
      (each): each is CaipAddress =>
        typeof each === 'string' && networkIdOf(each as CaipAddress) === caipNetworkId,
    )
    const own = granted.map(each => ({ address: addressOf(each) }))
    const properties = fieldOf(provider, 'properties')
    const said = fieldOf(properties, 'stx_getAddresses') ?? fieldOf(properties, 'stacks_getAddresses')
    // A session without accounts of the network is asked: the answer may be one for a phone.
    const asked = own.length > 0 || silent ? said : await request('stx_getAddresses', {}, network)
    const rows = readAddresses(asked)
    const told = rows === 'bad' ? [] : readStacksAccounts(rows)
    const keyOf = (address: string) => told.find(each => each.address === address)?.publicKey
    const shown = own.map(row => ({ ...row, publicKey: keyOf(row.address) ?? '' }))
    const list = shown.length > 0 ? readStacksAccounts(shown) : told
    return list.filter(({ address }) => isStacksAddressOn(address, network))
  }

  async function signMessage({
    account,
    network,
    message,
  }: Parameters<NonNullable<PlainWallet['signMessage']>>[0]): Promise<string> {
    const method = 'stx_signMessage'
    const { address } = account
    return signatureOf(await request(method, { address, message }, network), method)
  }

  return {
    accounts,
    reaches,
    watch,
    get signMessage() {
      return session.grants('stx_signMessage') ? signMessage : undefined
    },
  }
}
