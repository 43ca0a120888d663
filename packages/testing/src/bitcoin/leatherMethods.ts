import { providerError } from '../evm/providerError.ts'
import {
  type BitcoinContext,
  type BitcoinMethod,
  prompting,
  registryCodes,
  signText,
  silently,
} from './bitcoinContext.ts'

/** Addresses as Leather has them. Other ecosystems add theirs. */
export type LeatherAddresses = (ctx: BitcoinContext) => readonly object[]

/** The wallet's Bitcoin addresses, each with how it is paid to. */
export const leatherBitcoinAddresses: LeatherAddresses = ({ state }) =>
  state.keys().map(({ address, publicKey, type, path }) => ({
    symbol: 'BTC',
    type,
    address,
    publicKey,
    derivationPath: path,
    descriptor: `${type === 'p2tr' ? 'tr' : 'wpkh'}(${publicKey})`,
    ...(type === 'p2tr' && { tweakedPublicKey: publicKey }),
  }))

/** Leather's methods, over the addresses of one or more ecosystems. It prompts whenever it is asked for addresses. */
export function leatherMethods(
  addresses: readonly LeatherAddresses[],
  more: Readonly<Record<string, BitcoinMethod>> = {},
): Readonly<Record<string, BitcoinMethod>> {
  const own: Readonly<Record<string, BitcoinMethod>> = {
    getInfo: () => silently(() => ({ version: '6.60.0', supportedMethods: Object.keys(methods) })),
    supportedMethods: () =>
      silently(() => ({
        documentation: 'https://leather.io',
        methods: Object.keys(methods).map(name => ({ name })),
      })),
    getAddresses: ctx =>
      prompting(() => {
        ctx.state.connect()
        return { addresses: addresses.flatMap(each => each(ctx)) }
      }),
    signMessage(ctx, { message, paymentType, type = 'bip322' }) {
      // It takes the account by how its address is paid to, not by the address.
      const key = ctx.state.keys().find(each => each.type === paymentType)
      if (!key || typeof message !== 'string') throw providerError(registryCodes.badParams)
      const protocol = type === 'legacy' ? 'ECDSA' : 'BIP322'
      return prompting(() => ({ signature: signText(ctx, key, { message, protocol }), address: key.address }))
    },
  }
  const methods = { ...own, ...more }
  return methods
}
