import { addressOf, type CaipNetworkId, isCaipNetworkId, networkIdOf } from '../../contract/caip.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { followEvents } from './followEvents.ts'
import { isPaired } from './isPaired.ts'
import { readAddresses } from './readAddresses.ts'
import { toSignature } from './toSignature.ts'

const most = 1_000

/**
 * A wallet over the relay. Its account is the first external address, which the session names; the other addresses of the same account are
 * in `getAccountAddresses`, which the session's properties answer where the wallet put them there. Undefined where the value is none.
 */
export function bindPaired(provider: object): PlainWallet | undefined {
  const request = fieldOf(provider, 'request')
  if (typeof request !== 'function' || !isPaired(provider)) return undefined
  let told: CaipNetworkId | undefined

  const networks = () =>
    (itemsOf(fieldOf(provider, 'chains'), most) ?? []).filter(each => isCaipNetworkId(each, 'bip122'))
  const granted = (network: CaipNetworkId) => {
    const accounts = itemsOf(fieldOf(provider, 'accounts'), most) ?? []
    return accounts.flatMap(each => (isAccountOn(each, network) ? [addressOf(each)] : []))
  }
  const can = (method: string) => itemsOf(fieldOf(provider, 'methods'), most)?.includes(method) === true

  return {
    async accounts({ network: { caipNetworkId } }) {
      const own = granted(caipNetworkId)
      const [first] = own
      if (first === undefined) return undefined
      const property = fieldOf(fieldOf(provider, 'properties'), 'bip122_getAccountAddresses')
      const said = readAddresses(fieldOf(property, caipNetworkId) ?? property)
      const more = said === 'bad' ? [] : said
      const accounts = own.map((address): PlainAccount => {
        const known = more.find(each => each.address === address)
        return { address, type: 'payment', purpose: 'payment', ...known }
      })
      const ordinals = more.filter(({ address, type }) => type === 'ordinals' && !own.includes(address))
      return readAddresses([...accounts, ...ordinals])
    },
    where: async () => told,
    reaches: ({ caipNetworkId }) => networks().includes(caipNetworkId),
    async move({ caipNetworkId }) {
      told = caipNetworkId
    },
    watch: changed =>
      followEvents(provider, {
        accountsChanged: () => changed('stale'),
        chainChanged: payload => {
          if (!isCaipNetworkId(payload, 'bip122')) return
          told = payload
          changed('stale')
        },
        disconnect: () => changed('disconnected'),
      }),
    get signMessage() {
      if (!can('signMessage')) return undefined
      return async ({
        account: { address },
        network,
        message,
      }: Parameters<NonNullable<PlainWallet['signMessage']>>[0]) => {
        const id = network.caipNetworkId
        // The account is the first external address, whichever of its addresses signs.
        const account = granted(id)[0] ?? address
        const params = { account, address, message, protocol: 'bip322' }
        const answer = await Reflect.apply(request, provider, [{ method: 'signMessage', params }, id])
        const signer = fieldOf(answer, 'address')
        if (signer !== undefined && signer !== address) throw badAnswer('signMessage', signer)
        return toSignature(fieldOf(answer, 'signature'), 'signMessage')
      }
    },
  }
}

function isAccountOn(value: unknown, network: CaipNetworkId): value is `${CaipNetworkId}:${string}` {
  return (
    typeof value === 'string' && value.startsWith(`${network}:`) && networkIdOf(value as never) === network
  )
}
