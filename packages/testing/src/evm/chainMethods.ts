import type { Act } from '../core/createConductor.ts'
import { invalid, isChainId, parseChainId, parseObject, parseText, toQuantity } from './params.ts'
import { providerError, unknownChain } from './providerError.ts'
import { type MethodTable, prompting, silent, type WalletContext } from './walletContext.ts'
import type { SimulatedChain } from './walletOptions.ts'

/** Chains: EIP-695, EIP-3326 and EIP-3085; assets: EIP-747. */
export const chainMethods: MethodTable = {
  eth_chainId: ctx => ({
    ...silent(() => toQuantity(ctx.state.snapshot.chainId)),
    stray: chainId => toQuantity(chainId ?? ctx.state.snapshot.chainId + 1),
  }),

  net_version: ctx => ({
    ...silent(() => String(ctx.state.snapshot.chainId)),
    stray: chainId => String(chainId ?? ctx.state.snapshot.chainId + 1),
  }),

  wallet_switchEthereumChain: (ctx, [request]) => {
    const chainId = parseChainId(parseObject(request, 'The request').chainId)
    const move = () => {
      ctx.state.moveTo(chainId)
      return null
    }
    const current = ctx.state.snapshot.chainId === chainId
    if (!current && !ctx.state.knows(chainId)) throw unknownChain(chainId)
    return astray(ctx, current ? silent(() => null) : prompting(move))
  },

  wallet_addEthereumChain: (ctx, [request]) => {
    const chain = parseNewChain(request)
    return astray(
      ctx,
      prompting(async () => {
        if (!ctx.state.knows(chain.id)) await checkNode(ctx, chain)
        if (!ctx.state.knows(chain.id)) ctx.state.addChain(chain)
        if (ctx.options.switchOnAdd !== false) ctx.state.moveTo(chain.id)
        return null
      }),
    )
  },

  wallet_watchAsset: (ctx, [request]) => {
    const { type, options } = parseObject(request, 'The request')
    if (!['ERC20', 'ERC721', 'ERC1155'].includes(parseText(type, 'The asset type'))) {
      invalid(`The asset type "${String(type).slice(0, 20)}" is not supported.`)
    }
    const { address, chainId } = parseObject(options, 'The asset options')
    if (!/^0x[0-9a-fA-F]{40}$/.test(parseText(address, 'The asset address'))) {
      invalid('The asset address is not an address.')
    }
    // EIP-747: a number, the active chain unless given, and one that the wallet knows.
    if (chainId !== undefined && !(isChainId(chainId) && ctx.state.knows(chainId))) {
      invalid('The asset is on a chain that the wallet does not know.')
    }
    return prompting(() => true)
  },
}

/** The wrong chain: the wallet says yes and stays where it is, or goes elsewhere. */
function astray(ctx: WalletContext, act: Act): Act {
  return {
    ...act,
    stray(chainId) {
      if (chainId !== undefined) ctx.state.moveTo(chainId)
      return null
    },
  }
}

async function checkNode(ctx: WalletContext, chain: SimulatedChain): Promise<void> {
  const answer = await ctx.callNode(chain, 'eth_chainId')
  if (answer === toQuantity(chain.id)) return
  throw providerError(
    -32602,
    `Chain ID returned by RPC URL ${chain.rpcUrl} does not match ${toQuantity(chain.id)}`,
    { chainId: answer },
  )
}

function parseNewChain(value: unknown): SimulatedChain {
  const request = parseObject(value, 'The request')
  const id = parseChainId(request.chainId)
  const name = parseText(request.chainName, 'chainName')
  if (name.trim() === '') invalid('chainName must not be empty.')
  const currency = parseObject(request.nativeCurrency, 'nativeCurrency')
  const symbol = parseText(currency.symbol, 'nativeCurrency.symbol')
  if (symbol.length < 1 || symbol.length > 6) invalid('nativeCurrency.symbol must have 1 to 6 characters.')
  const decimals = currency.decimals
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 36) {
    return invalid('nativeCurrency.decimals must be a whole number of at most 36.')
  }
  const [rpcUrl] = parseUrls(request.rpcUrls, 'rpcUrls')
  if (rpcUrl === undefined) return invalid('rpcUrls must have at least one URL.')
  if (request.blockExplorerUrls !== undefined && request.blockExplorerUrls !== null) {
    parseUrls(request.blockExplorerUrls, 'blockExplorerUrls')
  }
  const nativeCurrency = { name: parseText(currency.name, 'nativeCurrency.name'), symbol, decimals }
  return { id, name, nativeCurrency, rpcUrl }
}

function parseUrls(value: unknown, what: string): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return invalid(`${what} must be a list of URLs.`)
  return value.map(item => {
    const text = parseText(item, what)
    const url = URL.canParse(text) ? new URL(text) : undefined
    const loopback =
      url !== undefined && /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(url.hostname)
    if (url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback)) return text
    return invalid(`${what} must be https URLs.`)
  })
}
