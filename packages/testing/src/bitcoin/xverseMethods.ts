import { providerError } from '../evm/providerError.ts'
import {
  type BitcoinContext,
  type BitcoinMethod,
  chosenAccount,
  prompting,
  registryCodes,
  signText,
  silently,
} from './bitcoinContext.ts'
import { type BitcoinNetworkName, bitcoinNetworks } from './bitcoinKeys.ts'

/** An address as Xverse has it. Other ecosystems add theirs, by what they are asked for. */
export type XverseAddresses = (ctx: BitcoinContext, purposes: readonly string[]) => readonly object[]

/** The wallet's Bitcoin addresses, each with what it is for. */
export const bitcoinAddresses: XverseAddresses = ({ state }, purposes) =>
  state.keys().flatMap(({ address, publicKey, type }, at) => {
    const purpose = at === 0 ? 'payment' : 'ordinals'
    return purposes.includes(purpose)
      ? [{ address, publicKey, purpose, addressType: type, walletType: 'software' }]
      : []
  })

const all = ['payment', 'ordinals', 'stacks']

/**
 * Xverse's methods, over the addresses of one or more ecosystems. It gives a site a lasting permission, and answers silently what the
 * permission covers.
 */
export function xverseMethods(
  addresses: readonly XverseAddresses[],
  more: Readonly<Record<string, BitcoinMethod>> = {},
): Readonly<Record<string, BitcoinMethod>> {
  const list = (ctx: BitcoinContext, purposes: unknown) => {
    const wanted = Array.isArray(purposes) ? (purposes as readonly string[]) : all
    return addresses.flatMap(each => each(ctx, wanted))
  }
  const account = (ctx: BitcoinContext, purposes?: unknown) => ({
    id: String(ctx.state.snapshot.selected),
    addresses: list(ctx, purposes),
    walletType: 'software',
    network: networkOf(ctx),
  })
  const own: Readonly<Record<string, BitcoinMethod>> = {
    getInfo: () =>
      silently(() => ({ version: '1.5.0', platform: 'web', methods: Object.keys(methods), supports: [] })),
    wallet_connect: (ctx, params) => ({
      prompts: !ctx.state.isVisible(),
      perform({ accounts }) {
        ctx.state.connect(chosenAccount(ctx, accounts))
        return account(ctx, params.addresses)
      },
    }),
    wallet_requestPermissions: ctx =>
      prompting(({ accounts }) => {
        ctx.state.connect(chosenAccount(ctx, accounts))
        return true
      }),
    wallet_disconnect: ctx => silently(() => ctx.state.revoke()),
    wallet_renouncePermissions: ctx =>
      silently(() => {
        ctx.state.revoke()
        return true
      }),
    wallet_getCurrentPermissions: ctx => {
      const resourceId = `account-${ctx.state.snapshot.selected}`
      const permission = {
        type: 'account',
        resourceId,
        clientId: ctx.options.origin,
        actions: { read: true },
      }
      return silently(() => (ctx.state.isVisible() ? [permission] : []))
    },
    wallet_getAccount: ctx => permitted(ctx) && silently(() => account(ctx)),
    wallet_getNetwork: ctx => permitted(ctx) && silently(() => networkOf(ctx)),
    wallet_getWalletType: ctx => permitted(ctx) && silently(() => 'software'),
    wallet_changeNetwork: (ctx, { name }) => {
      const network = Object.entries(bitcoinNetworks).find(([, each]) => each.name === name)?.[0]
      if (!network) throw providerError(registryCodes.badParams)
      return permitted(ctx) && prompting(() => ctx.state.move(network as BitcoinNetworkName))
    },
    // Before there were permissions this was how a site connected.
    getAccounts: (ctx, { purposes }) => ({
      prompts: !ctx.state.isVisible(),
      perform({ accounts }) {
        ctx.state.connect(chosenAccount(ctx, accounts))
        return list(ctx, purposes)
      },
    }),
    // It shows the addresses to its visitor each time.
    getAddresses: (ctx, { purposes }) =>
      prompting(({ accounts }) => {
        ctx.state.connect(chosenAccount(ctx, accounts))
        return { addresses: list(ctx, purposes), network: networkOf(ctx) }
      }),
    signMessage(ctx, { address, message, protocol }) {
      permitted(ctx)
      const key = ctx.state.keys().find(each => each.address === address)
      if (!key || typeof message !== 'string') throw providerError(registryCodes.badParams)
      // Its default is ECDSA, but for taproot.
      const used =
        protocol === 'BIP322' || (protocol === undefined && key.type === 'p2tr') ? 'BIP322' : 'ECDSA'
      if (used === 'ECDSA' && key.type === 'p2tr') throw providerError(registryCodes.badParams)
      return prompting(() => ({
        signature: signText(ctx, key, { message, protocol: used }),
        messageHash: '',
        address,
        protocol: used,
      }))
    },
  }
  const methods = { ...own, ...more }
  return methods
}

function permitted({ state }: BitcoinContext): true {
  if (!state.isVisible()) throw providerError(registryCodes.denied, 'Access denied.')
  return true
}

function networkOf({ state }: BitcoinContext) {
  const { network } = state.snapshot
  const other = network === 'mainnet' ? 'mainnet' : 'testnet'
  return {
    bitcoin: { name: bitcoinNetworks[network].name },
    stacks: { name: other },
    spark: { name: network === 'mainnet' ? 'mainnet' : 'regtest' },
  }
}
