import type { CaipAddress, CaipNetworkId } from 'latchkey/contract'
import { nativeTokenAddresses } from 'latchkey/services'
import type { ChainFacts } from '../../../data/chains/chainFacts.ts'
import { knownChains } from '../../../data/chains/knownChains.ts'
import { checkBuilt } from '../checkBuilt.ts'
import { checkQuote } from '../checkQuote.ts'
import {
  type BuiltConvert,
  type ConvertAsk,
  ConvertFault,
  type ConvertProvider,
  type ConvertQuote,
  type ConvertToken,
} from '../convertProvider.ts'

/** Accounts of tests. */
export const [alice, mallory] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x66666666666666666666666666666666666666a6',
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

/** A provider's quote as the room takes it: held against what was asked. */
export async function roomQuote(provider: ConvertProvider, ask: ConvertAsk): Promise<ConvertQuote> {
  const quote = await provider.quote(ask, new AbortController().signal)
  return checkQuote(ask, quote, await provider.contracts())
}

/** A provider's transaction as the room takes it: the fresh quote held against what was asked, and the bytes read. */
export async function roomBuild(provider: ConvertProvider, ask: ConvertAsk): Promise<BuiltConvert> {
  const built = await provider.build(ask, new AbortController().signal)
  const contracts = await provider.contracts()
  checkQuote(ask, built.quote, contracts)
  checkBuilt(ask, provider.id, built, contracts)
  return built
}

/** Why a provider has no answer, as the client learns it. */
export async function reasonOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'answered'
  } catch (error) {
    if (error instanceof ConvertFault) return error.reason
    throw error
  }
}
