import { badAnswer } from '../foreign/badAnswer.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import { pairedSession } from '../plain/pairedSession.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { readAddresses } from './readAddresses.ts'
import { toSignature } from './toSignature.ts'

type SignOrder = Parameters<NonNullable<PlainWallet['signMessage']>>[0]

/**
 * A wallet over the relay. Its account is the first external address, which the session names; the other addresses of that account are in
 * `getAccountAddresses`, which is asked only where the session's properties hold the answer, so that no phone is woken up. Undefined for a
 * value that takes no requests.
 */
export function bindPaired(provider: object): PlainWallet | undefined {
  const session = pairedSession(provider)
  if (!session) return undefined
  return {
    ...session,
    async accounts({ network }) {
      const own = session.addresses(network)
      if (own.length === 0) return undefined
      const property = fieldOf(fieldOf(provider, 'properties'), 'bip122_getAccountAddresses')
      const said = readAddresses(fieldOf(property, network.caipNetworkId) ?? property)
      const more = said === 'bad' ? [] : said
      const accounts = own.map((address): PlainAccount => {
        const known = more.find(each => each.address === address)
        return known ?? { address, type: 'payment', purpose: 'payment' }
      })
      const ordinals = more.filter(({ address, type }) => type === 'ordinals' && !own.includes(address))
      return readAddresses([...accounts, ...ordinals])
    },
    get signMessage() {
      if (!session.grants('signMessage')) return undefined
      return async ({ account: { address }, network, message }: SignOrder) => {
        // The account is the first external address, whichever of its addresses signs.
        const account = session.addresses(network)[0] ?? address
        const params = { account, address, message, protocol: 'bip322' }
        const answer = await session.request('signMessage', params, network)
        const signer = fieldOf(answer, 'address')
        if (signer !== undefined && signer !== address) throw badAnswer('signMessage', signer)
        return toSignature(fieldOf(answer, 'signature'), 'signMessage')
      }
    },
  }
}
