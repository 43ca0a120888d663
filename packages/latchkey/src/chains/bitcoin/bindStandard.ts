import type { Network } from '../../contract/network.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { accountsOf, chainsOf, methodOf, watchAccounts } from '../standard/readStandard.ts'
import { guessNetwork } from './bindRegistered.ts'
import { isBitcoinAddressOn } from './bitcoinAddress.ts'
import { readAddresses } from './readAddresses.ts'
import { toSignature } from './toSignature.ts'
import { connectOf } from './walletShapes.ts'

const purposes = ['payment', 'ordinals'] as const

/** A wallet of Wallet Standard with `bitcoin:` features. It does not tell its network beyond its accounts' chains. */
export function bindBitcoinStandard(provider: object): PlainWallet {
  let accounts: readonly PlainAccount[] = []
  let wanted: Network | undefined

  const current = () => read(fieldOf(provider, 'accounts'))
  const read = (list: unknown, isOrdered = false): readonly PlainAccount[] | 'bad' => {
    const own = accountsOf(list, 'bitcoin:')
    if (!own) return 'bad'
    // The answer to `bitcoin:connect` has one account for each purpose, in that order.
    const isPaired = isOrdered && own.length === purposes.length
    const items = own.map(({ address, source }, at) => {
      const purpose = fieldOf(source, 'purpose') ?? (isPaired ? purposes[at] : undefined)
      return purpose === undefined ? { address, source } : { address, purpose, source }
    })
    const told = readAddresses(items)
    if (told === 'bad') return told
    accounts = told.map(account => ({ ...account, source: fieldOf(account.source, 'source') }))
    return accounts
  }

  return {
    async accounts({ silent, network, known }) {
      wanted = network
      if (silent) {
        const shared = current()
        if (shared !== 'bad' && shared.length > 0) return shared
        const connect = known && methodOf(provider, 'standard:connect', 'connect')
        if (!connect) return undefined
        const told = read(fieldOf(await connect({ silent: true }), 'accounts'))
        return told === 'bad' || told.length > 0 ? told : undefined
      }
      const own = methodOf(provider, 'bitcoin:connect', 'connect')
      const answer = await (own ? own({ purposes }) : connectOf(provider)?.())
      const told = read(fieldOf(answer, 'accounts'), own !== undefined)
      return told === 'bad' || told.length > 0 ? told : current()
    },
    where: async networks => guessNetwork(accounts, wanted, networks),
    reaches: network => isOn(accounts, provider, network),
    watch: changed =>
      watchAccounts(
        provider,
        () => changed('stale'),
        methodOf(provider, 'standard:events', 'on') ? 'standard:events' : 'bitcoin:events',
      ),
    get signMessage() {
      const sign = methodOf(provider, 'bitcoin:signMessage', 'signMessage', accounts[0]?.source)
      if (!sign) return undefined
      return async ({ account, message }: { readonly account: PlainAccount; readonly message: string }) => {
        const answer = await sign({ account: account.source, message: new TextEncoder().encode(message) })
        const output = itemsOf(answer, 1)?.[0] ?? answer
        return toSignature(fieldOf(output, 'signature'), 'bitcoin:signMessage')
      }
    },
    get disconnect() {
      const disconnect =
        methodOf(provider, 'bitcoin:disconnect', 'disconnect') ??
        methodOf(provider, 'standard:disconnect', 'disconnect')
      return disconnect && (async () => disconnect())
    },
  }
}

/** By its addresses, and before it has some by the chains that it declares. */
function isOn(accounts: readonly PlainAccount[], provider: object, network: Network): boolean {
  if (accounts.length > 0) return accounts.some(({ address }) => isBitcoinAddressOn(address, network))
  const isMain = chainsOf(provider).includes('bitcoin:mainnet')
  const isTest = chainsOf(provider).some(chain => chain.startsWith('bitcoin:') && chain !== 'bitcoin:mainnet')
  return network.testnet ? isTest : isMain || isTest
}
