import { type Hex, hexToString } from 'viem'
import { isBytes, parseAddress, parseChainId, parseObject, toQuantity } from './params.ts'
import { type MethodTable, silent, type WalletContext } from './walletContext.ts'

const selectors = {
  balanceOf: '0x70a08231',
  decimals: '0x313ce567',
  name: '0x06fdde03',
  symbol: '0x95d89b41',
} as const

interface Filters {
  /** Chains to list; undefined for all. */
  readonly chains: readonly number[] | undefined
  readonly types: readonly unknown[] | undefined
  /** Addresses to list by chain; undefined for all. */
  readonly assets: ReadonlyMap<number, readonly string[]> | undefined
}

/** The wallet's own list of assets, read from the chain: EIP-7811. */
export const assetMethods: MethodTable = {
  wallet_getAssets: (ctx, [request]) => {
    const fields = parseObject(request, 'The request')
    const { address } = ctx.state.account(parseAddress(fields.account, 'account'))
    const filters = parseFilters(fields)
    return silent(async () => {
      const chains = ctx.state.snapshot.chains.filter(
        ({ id, rpcUrl }) => rpcUrl !== undefined && (filters.chains?.includes(id) ?? true),
      )
      const entries = chains.map(async ({ id }) => [
        toQuantity(id),
        await assetsOf(ctx, id, address, filters),
      ])
      return Object.fromEntries(await Promise.all(entries))
    })
  },
}

function parseFilters({
  assetFilter,
  chainFilter,
  assetTypeFilter,
}: Readonly<Record<string, unknown>>): Filters {
  if (assetFilter !== undefined && assetFilter !== null) {
    const assets = new Map<number, readonly string[]>()
    for (const [chainId, wanted] of Object.entries(parseObject(assetFilter, 'assetFilter'))) {
      assets.set(parseChainId(chainId), Array.isArray(wanted) ? wanted.map(wantedAddress) : [])
    }
    // EIP-7811: with an asset filter the other two do not count.
    return { assets, chains: [...assets.keys()], types: undefined }
  }
  return {
    assets: undefined,
    chains: Array.isArray(chainFilter) ? chainFilter.map(parseChainId) : undefined,
    types: Array.isArray(assetTypeFilter) ? assetTypeFilter : undefined,
  }
}

function wantedAddress(value: unknown): string {
  const address = typeof value === 'string' ? value : parseObject(value, 'An asset').address
  return String(address).toLowerCase()
}

async function assetsOf(ctx: WalletContext, chainId: number, account: Hex, { assets, types }: Filters) {
  const wanted = assets?.get(chainId)
  const wants = (address: string, type: string) =>
    (wanted?.includes(address.toLowerCase()) ?? true) && (types?.includes(type) ?? true)
  const tokens = (ctx.options.assets?.[chainId] ?? []).filter(token => wants(token, 'erc20'))
  const native = wants('native', 'native')
    ? [
        {
          address: 'native',
          type: 'native',
          balance: await ctx.call(chainId, 'eth_getBalance', [account, 'latest']),
          metadata: ctx.state.chain(chainId).nativeCurrency ?? null,
        },
      ]
    : []
  return [...native, ...(await Promise.all(tokens.map(token => readToken(ctx, chainId, account, token))))]
}

async function readToken(ctx: WalletContext, chainId: number, account: Hex, token: Hex) {
  const read = async (data: string) => {
    const answer = await ctx.call(chainId, 'eth_call', [{ to: token, data }, 'latest'])
    return isBytes(answer) && answer.length > 2 ? answer : '0x00'
  }
  const [balance, decimals, name, symbol] = await Promise.all([
    read(`${selectors.balanceOf}${account.slice(2).toLowerCase().padStart(64, '0')}`),
    read(selectors.decimals),
    read(selectors.name),
    read(selectors.symbol),
  ])
  return {
    address: token,
    type: 'erc20',
    balance: toQuantity(BigInt(balance)),
    metadata: { name: abiText(name), symbol: abiText(symbol), decimals: Number(BigInt(decimals)) },
  }
}

/** A `string` return value; contracts of before 2018 return `bytes32` instead. */
function abiText(data: Hex): string {
  const words = data.slice(2)
  const short = words.length <= 64
  const length = short ? 32 : Number(BigInt(`0x${words.slice(64, 128)}`))
  const bytes = short ? words : words.slice(128, 128 + Math.min(length, 256) * 2)
  return hexToString(`0x${bytes}`).replaceAll('\0', '')
}
