import { type CaipAddress, namespaceOf } from 'latchkey/contract'
import { checkSwap } from 'latchkey/evmswap'
import type { SwapContract, SwapTerms } from 'latchkey/services'
import { machineOf } from '../../data/namespaces/namespaces.ts'
import { type BuiltConvert, type ConvertAsk, ConvertFault } from './convertProvider.ts'

/**
 * Reads a transaction and holds it against the quote that it is said to carry out (T70); the client does the same before a
 * wallet sees it. @throws ConvertFault `unsafe`, for whatever cannot be read to its end too
 */
export function checkBuilt(
  ask: ConvertAsk,
  provider: string,
  { tx, quote }: BuiltConvert,
  contracts: readonly SwapContract[],
): void {
  const { chain, toChain, account, recipient, sell, buy } = ask
  // Transactions of other machines cannot be read here.
  if (machineOf(chain.id) !== 'evm') throw new ConvertFault('unsafe', { message: 'It cannot be read' })
  const { id, name, nativeCurrency } = chain
  const terms: SwapTerms = {
    from: `${id}:${account}` as CaipAddress,
    network: {
      chainNamespace: namespaceOf(id),
      caipNetworkId: id,
      id: id.slice(id.indexOf(':') + 1),
      name,
      nativeCurrency,
      rpcUrls: { default: { http: [] } },
    },
    sell: toAsset(sell),
    buy: toAsset(buy),
    most: { value: quote.maximum, decimals: sell.decimals },
    least: { value: quote.minimum, decimals: buy.decimals },
    recipient,
    ...(toChain.id !== id && { toNetworkId: toChain.id }),
  }
  const spender = quote.spender === null ? {} : { spender: quote.spender }
  try {
    checkSwap({ provider, call: { to: tx.to, data: tx.data, value: tx.value }, ...spender }, terms, contracts)
  } catch (cause) {
    throw new ConvertFault('unsafe', { message: 'The transaction is not what was quoted', cause })
  }
}

function toAsset({ address, symbol, decimals }: ConvertAsk['sell']): SwapTerms['sell'] {
  return { symbol, decimals, ...(address !== undefined && { address }) }
}
