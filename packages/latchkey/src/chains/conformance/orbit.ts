/** A namespace that nothing in this repository knows: base58 addresses and ids, and an RPC of its own. */
import { NamespaceError, type SimulatedNamespace } from '@latchkey/testing'
import type { Account } from '../../contract/account.ts'
import type { AdapterDescriptor, ChainAdapter, Sending } from '../../contract/adapter.ts'
import { addressOf, type CaipAddress } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Network } from '../../contract/network.ts'

export const orbitNetwork: Network = {
  chainNamespace: 'orbit',
  caipNetworkId: 'orbit:main',
  id: 'main',
  name: 'Orbit',
  nativeCurrency: { name: 'Orb', decimals: 9, symbol: 'ORB' },
  rpcUrls: { default: { http: ['https://rpc.orbit.example'] } },
  // Its explorer has a word of its own for addresses, and the namespace's for transactions.
  blockExplorers: {
    default: {
      name: 'Orbit Scan',
      url: 'https://scan.orbit.example/?net=main',
      paths: { address: 'holder' },
    },
  },
}

/** The adapter of the namespace, with one wallet in the page. */
export function orbit(wallet: SimulatedNamespace): AdapterDescriptor {
  return {
    namespace: 'orbit',
    facts: {
      title: 'Orbit',
      mainNetwork: 'orbit:main',
      chainIds: 'main|test',
      addressShape: '[1-9A-HJ-NP-Za-km-z]{20,44}',
      addresses: 'exact',
      tokens: 'exact',
      transactions: { pattern: '[1-9A-HJ-NP-Za-km-z]{20,88}', spelling: 'exact' },
      explorer: { address: 'address', transaction: 'move' },
      tabs: ['tokens', 'activity'],
      actions: ['send'],
    },
    discover(_page, _options, found) {
      found({ key: 'orbit', namespace: 'orbit', source: 'announced', info: wallet.info, provider: wallet })
      return () => undefined
    },
    load: async () => adapter,
  }
}

const sending: Sending = {
  async quote(rpc, { network }) {
    const value = readUnits(await rpc('orbit_fee', []))
    const most = { value, decimals: network.nativeCurrency.decimals }
    return { fee: { most, details: {} }, simulation: { at: 'unknown' } }
  },
  nextNonce: async (rpc, account) => String(readUnits(await rpc('orbit_sequence', [addressOf(account)]))),
  async receipt(rpc, { hash }) {
    return (await rpc('orbit_status', [hash])) === 'done' ? { status: 'confirmed', hash } : undefined
  },
  find: async () => 'unknown',
}

const adapter: ChainAdapter = {
  namespace: 'orbit',
  isAddress: (value): value is string =>
    typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(value),
  formatAddress: address => address,
  async connect(provider, { silent }) {
    const accounts = await walletOf(provider).connect({ silent })
    if (accounts.length === 0) return undefined
    return { accounts: accounts.map(toAccount), caipNetworkId: 'orbit:main' }
  },
  watch(provider, changed) {
    return walletOf(provider).on('accountsChanged', accounts =>
      changed(
        accounts.length === 0
          ? { type: 'disconnected' }
          : { type: 'accounts', accounts: accounts.map(toAccount) },
      ),
    )
  },
  abilities: provider => ({
    signMessage: ({ message }) => walletOf(provider).signMessage(message),
    async transfer({ transfer: { from, to, asset, amount } }) {
      const order = { from: addressOf(from), to, amount: amount.value }
      const hash = await walletOf(provider)
        .transfer(asset.address === undefined ? order : { ...order, token: asset.address })
        .catch((cause: unknown) => {
          const isRejected = cause instanceof NamespaceError && cause.code === 'rejected'
          throw createError(isRejected ? 'SEND_REJECTED' : 'SEND_UNKNOWN', { cause })
        })
      return { hash }
    },
  }),
  nativeBalance: async (rpc, address) => readUnits(await rpc('orbit_balance', [address])),
  receiveUri: ({ address }) => `orbit:${address}`,
  sending: async () => sending,
}

function walletOf(provider: unknown): SimulatedNamespace {
  return provider as SimulatedNamespace
}

function toAccount(address: string): Account {
  return { caip10: `orbit:main:${address}` as CaipAddress, type: 'eoa' }
}

function readUnits(told: unknown): bigint {
  if (typeof told !== 'string' || !/^\d{1,30}$/.test(told)) throw createError('BALANCE_UNAVAILABLE')
  return BigInt(told)
}
