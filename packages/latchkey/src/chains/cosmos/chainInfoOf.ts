import type { Network } from '../../contract/network.ts'

/**
 * The description by which a wallet adds a network (`experimentalSuggestChain`); undefined for a network that is not described well enough:
 * it takes `format.prefix`, `format.denom`, `format.node` and a REST URL.
 */
export function chainInfoOf(network: Network): object | undefined {
  const { prefix, denom, node, keys, coinType = 118 } = network.format ?? {}
  const [rest] = network.rpcUrls.default.http
  if (typeof prefix !== 'string' || !denom || !node || !rest) return undefined
  const { symbol, decimals } = network.nativeCurrency
  const currency = { coinDenom: symbol, coinMinimalDenom: denom, coinDecimals: decimals }
  return {
    chainId: String(network.id),
    chainName: network.name,
    rpc: node,
    rest,
    bip44: { coinType },
    bech32Config: {
      bech32PrefixAccAddr: prefix,
      bech32PrefixAccPub: `${prefix}pub`,
      bech32PrefixValAddr: `${prefix}valoper`,
      bech32PrefixValPub: `${prefix}valoperpub`,
      bech32PrefixConsAddr: `${prefix}valcons`,
      bech32PrefixConsPub: `${prefix}valconspub`,
    },
    currencies: [currency],
    feeCurrencies: [currency],
    stakeCurrency: currency,
    // By these words wallets take an address and a signature from an Ethereum key.
    ...(keys === 'ethsecp256k1' && { features: ['eth-address-gen', 'eth-key-sign'] }),
  }
}
