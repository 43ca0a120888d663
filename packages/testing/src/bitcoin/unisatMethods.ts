import { providerError } from '../evm/providerError.ts'
import {
  type BitcoinContext,
  type BitcoinMethod,
  chosenAccount,
  prompting,
  signText,
  silently,
} from './bitcoinContext.ts'
import { type BitcoinNetworkName, bitcoinNetworks } from './bitcoinKeys.ts'

/** What UniSat calls a chain. */
export function unisatChain({ state }: Pick<BitcoinContext, 'state'>) {
  const { network } = state.snapshot
  const { chain, name } = bitcoinNetworks[network]
  return { enum: chain, name: `Bitcoin ${name}`, network: livenet(network) }
}

/** The addresses that a site sees. */
export function unisatAccounts({ state }: Pick<BitcoinContext, 'state'>): readonly string[] {
  return state.isVisible() ? state.keys().map(({ address }) => address) : []
}

/** UniSat's methods; the log has them with their arguments as a list. */
export const unisatMethods: Readonly<Record<string, BitcoinMethod>> = {
  requestAccounts: ctx => ({
    prompts: !ctx.state.isVisible(),
    perform({ accounts }) {
      ctx.state.connect(chosenAccount(ctx, accounts))
      return unisatAccounts(ctx)
    },
  }),
  getAccounts: ctx => silently(() => unisatAccounts(ctx)),
  getChain: ctx => silently(() => unisatChain(ctx)),
  getNetwork: ctx => silently(() => livenet(ctx.state.snapshot.network)),
  getPublicKey: ctx => silently(() => ctx.state.keys()[0]?.publicKey),
  switchChain(ctx, { 0: wanted }) {
    const found = Object.entries(bitcoinNetworks).find(([, { chain }]) => chain === wanted)?.[0]
    if (!found) throw providerError(-32602)
    return move(ctx, found as BitcoinNetworkName)
  },
  switchNetwork(ctx, { 0: wanted }) {
    if (wanted !== 'livenet' && wanted !== 'testnet') throw providerError(-32602)
    return move(ctx, wanted === 'livenet' ? 'mainnet' : 'testnet')
  },
  signMessage(ctx, { 0: message, 1: type = 'ecdsa' }) {
    const [key] = ctx.state.keys()
    if (!ctx.state.isVisible() || !key) throw providerError(4100)
    if (typeof message !== 'string') throw providerError(-32602)
    const protocol = type === 'bip322-simple' ? 'BIP322' : 'ECDSA'
    return prompting(() => signText(ctx, key, { message, protocol }))
  },
  disconnect: ctx => silently(() => ctx.state.revoke()),
}

function move(ctx: BitcoinContext, network: BitcoinNetworkName) {
  const isThere = ctx.state.snapshot.network === network
  return {
    prompts: !isThere,
    perform() {
      ctx.state.move(network)
      return unisatChain(ctx)
    },
  }
}

function livenet(network: BitcoinNetworkName): 'livenet' | 'testnet' {
  return network === 'mainnet' ? 'livenet' : 'testnet'
}
