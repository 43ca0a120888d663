import type { CaipAddress, CaipNetworkId } from 'latchkey/contract'
import { nativeTokenAddresses, type SwapTerms } from 'latchkey/services'
import type { ChainFacts } from '../../../data/chains/chainFacts.ts'
import { knownChains } from '../../../data/chains/knownChains.ts'
import type { ConvertAsk, ConvertQuote, ConvertToken } from '../convertProvider.ts'

/** Accounts of tests. */
export const [alice, mallory] = [
  '0x70A9f34F9b34C64957b9C401A97BfeD35B95049e',
  '0x66666666666666666666666666666666666666A6',
] as const

/** A known chain. */
export function chainOf(id: string): ChainFacts {
  const chain = knownChains.find(each => each.id === id)
  if (chain === undefined) throw new Error(`No chain ${id}`)
  return chain
}

/** A token of a chain; its own currency without an address. */
export function tokenOn(chain: CaipNetworkId, address?: string, decimals = 18): ConvertToken {
  const native = nativeTokenAddresses[chain.slice(0, chain.indexOf(':'))] ?? ''
  return { caip: `${chain}:${address ?? native}` as CaipAddress, address, symbol: 'ONE', decimals }
}

const [usdc, dai] = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
]

/** One million base units of USDC into DAI on Ethereum, with a slippage of 1 %, unless it says otherwise. */
export function swapAsk(parts: Partial<ConvertAsk> = {}): ConvertAsk {
  const chain = parts.chain ?? chainOf('eip155:1')
  return {
    chain,
    toChain: chain,
    account: alice,
    recipient: parts.account ?? alice,
    sell: tokenOn(chain.id, usdc, 6),
    buy: tokenOn(chain.id, dai),
    exact: 'in',
    amount: 1_000_000n,
    slippageBps: 100,
    gasPrice: undefined,
    ...parts,
  }
}

/** What a visitor agrees to by a quote. */
export function termsOf(ask: ConvertAsk, quote: ConvertQuote): SwapTerms {
  const { chain, toChain, sell, buy, account, recipient } = ask
  const { id: caipNetworkId, name, nativeCurrency } = chain
  const asset = ({ address, symbol, decimals }: ConvertToken) => ({
    ...(address !== undefined && { address }),
    symbol,
    decimals,
  })
  return {
    from: `${chain.id}:${account}` as CaipAddress,
    network: {
      id: Number(caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)),
      caipNetworkId,
      chainNamespace: 'eip155',
      name,
      nativeCurrency,
      rpcUrls: {},
    } as unknown as SwapTerms['network'],
    sell: asset(sell) as SwapTerms['sell'],
    buy: asset(buy) as SwapTerms['buy'],
    ...(toChain.id !== chain.id && { toNetworkId: toChain.id }),
    ...(recipient !== account && { recipient }),
    most: { value: quote.maximum, decimals: sell.decimals },
    least: { value: quote.minimum, decimals: buy.decimals },
  }
}
