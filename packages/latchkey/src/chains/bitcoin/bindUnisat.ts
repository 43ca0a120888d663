import type { CaipNetworkId } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Network } from '../../contract/network.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { guessNetwork } from './bindRegistered.ts'
import { nameOf, networkNamed, networkWith } from './bitcoinNetworks.ts'
import { followEvents } from './followEvents.ts'
import { readAddresses } from './readAddresses.ts'
import { toSignature } from './toSignature.ts'

type Call = (...values: unknown[]) => Promise<unknown>

/** Where a wallet says that it is: a network of bitcoin, another chain with such addresses, or nothing that tells them apart. */
type Place = CaipNetworkId | 'elsewhere' | undefined

/**
 * A wallet in UniSat's shape: UniSat, OKX Wallet, OneKey, Binance Wallet and others. It shares one address, of whichever kind the visitor
 * chose. `others` are providers of the same wallet for single networks, where it has one for each.
 */
export function bindUnisat(
  main: object,
  others: ReadonlyMap<CaipNetworkId, object> = new Map(),
): PlainWallet {
  let accounts: readonly PlainAccount[] = []
  let wanted: Network | undefined
  let provider = main
  let isMoved = false

  const take = (name: string): Call | undefined => {
    const value = fieldOf(provider, name)
    return typeof value === 'function'
      ? async (...values) => Reflect.apply(value, provider, values)
      : undefined
  }
  async function readPlace(networks: readonly Network[]): Promise<Place> {
    const own = [...others].find(([, each]) => each === provider)?.[0]
    if (own) return own
    const getChain = take('getChain')
    if (getChain) return networkNamed('chain', fieldOf(await getChain(), 'enum')) ?? 'elsewhere'
    // It cannot tell one test network from another.
    const name = await take('getNetwork')?.()
    if (name === 'livenet' || name === 'mainnet') return networkWith('bc', undefined, [])
    if (name === 'testnet' || name === 'signet') return networkWith('tb', wanted, networks)
    return name === undefined ? guessNetwork(accounts, wanted, networks) : 'elsewhere'
  }
  async function go(network: Network): Promise<void> {
    if (others.size > 0) {
      provider = others.get(network.caipNetworkId) ?? main
      return
    }
    const chain = nameOf('chain', network)
    const switchChain = take('switchChain')
    const switchNetwork = take('switchNetwork')
    if (switchChain) await switchChain(chain)
    else if (switchNetwork) await switchNetwork(chain === 'BITCOIN_MAINNET' ? 'livenet' : 'testnet')
  }

  return {
    async accounts({ silent, network, networks }) {
      wanted = network
      if (others.size > 0) provider = others.get(network.caipNetworkId) ?? main
      const isKnown = isMoved
      isMoved = false
      if ((await readPlace(networks)) === 'elsewhere') {
        // Its addresses look like bitcoin's, and are another chain's.
        if (silent) return undefined
        await go(network)
        if ((await readPlace(networks)) === 'elsewhere')
          throw createError('CONNECT_FAILED', { context: { reason: 'unknown-network' } })
      }
      const answer = await take(silent || isKnown ? 'getAccounts' : 'requestAccounts')?.()
      const list = typeof answer === 'string' ? [answer] : answer
      // Locked, or not shared with this page.
      const isEmpty = itemsOf(list, 1)?.length === 0
      if (isEmpty && silent) return undefined
      const read = readAddresses(isEmpty && isKnown ? await take('requestAccounts')?.() : list)
      if (read !== 'bad') accounts = read
      return read
    },
    async where(networks) {
      const place = await readPlace(networks)
      return place === 'elsewhere' ? undefined : place
    },
    reaches(network) {
      if (others.size > 0) return others.has(network.caipNetworkId)
      return nameOf('chain', network) !== undefined
    },
    async move(network) {
      isMoved = true
      await go(network)
    },
    watch: changed => {
      const stale = () => changed('stale')
      const listeners = {
        accountsChanged: stale,
        accountChanged: stale,
        networkChanged: stale,
        chainChanged: stale,
        disconnect: () => changed('disconnected'),
      }
      const stops = [...new Set([main, ...others.values()])].map(each => followEvents(each, listeners))
      return () => {
        for (const stop of stops) stop()
      }
    },
    // Its default is ECDSA.
    signMessage: async ({ message }) =>
      toSignature(await take('signMessage')?.(message, 'bip322-simple'), 'signMessage'),
    get disconnect() {
      return take('disconnect')
    },
  }
}
