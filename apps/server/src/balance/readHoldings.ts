import { type Address, encodeFunctionData, erc20Abi, getAddress } from 'viem'
import type { ChainFacts } from '../chains/chainFacts.ts'
import type { ChainBook, KnownTokens } from '../chains/createChainBook.ts'
import type { ReadTokenFacts } from '../chains/createTokenFacts.ts'
import { ChainUnreadable, readContracts } from '../chains/readContracts.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'

/** What an account has of one currency on one chain. */
export interface Holding {
  readonly chain: ChainFacts
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Undefined for the native currency. */
  readonly address: Address | undefined
  /** Base units. */
  readonly amount: bigint
}

/** Tokens that only the indexer saw, asked in one reading; strangers send accounts as many as they like. */
const mostSeen = 500
const mostTokens = 1_000

export interface HoldingsContext {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly book: ChainBook
  readonly tokenFacts: ReadTokenFacts
  readonly knownTokens: KnownTokens
}

/**
 * Reads what an account holds: the native currency always, tokens that are not none, not bait, and have decimals
 * (SPEC §5 drops '0').
 * @throws ChainUnreadable rather than to leave out what could not be read (F20).
 */
export async function readHoldings(
  ctx: HoldingsContext,
  chain: ChainFacts,
  account: Address,
): Promise<Holding[]> {
  const listed = ctx.book
    .tokens(chain.id)
    .map(({ address }) => address)
    .slice(0, mostTokens)
  const isListed = new Set(listed.map(address => address.toLowerCase()))
  const known = await ctx.knownTokens(chain.id, account)
  const seen = known.filter(address => !isListed.has(address.toLowerCase())).slice(0, mostSeen)

  const [native, ofListed, ofSeen] = await Promise.all([
    readNative(ctx, chain, account),
    readBalances(ctx, chain, account, listed, true),
    readBalances(ctx, chain, account, seen, false),
  ])
  const held = [...ofListed, ...ofSeen]
  const facts = await ctx.tokenFacts(
    chain,
    held.map(({ address }) => address),
  )
  const tokens = held.flatMap(({ address, amount }, index) => {
    const token = facts[index]
    if (!token || token.isSpam || token.decimals === 0) return []
    const { name, symbol, decimals } = token
    return [{ chain, name, symbol, decimals, address: getAddress(address), amount }]
  })
  return [{ chain, ...chain.nativeCurrency, address: undefined, amount: native }, ...tokens]
}

async function readNative(ctx: HoldingsContext, chain: ChainFacts, account: Address): Promise<bigint> {
  const [outcome] = await ctx.proxy.call(chain.id, [
    { method: 'eth_getBalance', params: [account, 'latest'] },
  ])
  const result = outcome !== undefined && 'result' in outcome ? outcome.result : undefined
  if (typeof result !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(result))
    throw new ChainUnreadable('eth_getBalance was not answered')
  return BigInt(result)
}

/** The tokens of which the account has any. */
async function readBalances(
  ctx: HoldingsContext,
  chain: ChainFacts,
  account: Address,
  addresses: readonly Address[],
  strict: boolean,
): Promise<{ address: Address; amount: bigint }[]> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const answers = await readContracts(
    { proxy: ctx.proxy, chain },
    addresses.map(to => ({ to, data })),
    { strict },
  )
  return addresses.flatMap((address, index) => {
    const answer = answers[index]
    // Anything but one word is no balance.
    const amount = answer?.length === 66 ? BigInt(answer) : 0n
    return amount > 0n ? [{ address, amount }] : []
  })
}
