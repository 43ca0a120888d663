import type { Address } from 'viem'
import type { Clock } from '../../core/http/appTypes.ts'
import { viem } from '../../core/libraries/viem.ts'
import type { ChainFacts } from '../chains/chainFacts.ts'
import { ChainUnreadable } from '../chains/chainUnreadable.ts'
import type { ChainBook, KnownTokens } from '../chains/createChainBook.ts'
import type { ReadTokenFacts } from '../chains/createTokenFacts.ts'
import { readContracts } from '../chains/readContracts.ts'
import { toIconUrl } from '../chains/toIconUrl.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'

/** What an account has of one currency on one chain. */
export interface Holding {
  readonly chain: ChainFacts
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl: string | null
  /** Undefined for the native currency. */
  readonly address: string | undefined
  /** Base units. */
  readonly amount: bigint
  /** As a token's facts have it. */
  readonly isScaled?: true | undefined
}

/** Tokens that only the indexer saw, asked in one reading; strangers send accounts as many as they like. */
const mostSeen = 500
const mostTokens = 1_000

interface HoldingsContext {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly book: ChainBook
  readonly tokenFacts: ReadTokenFacts
  readonly knownTokens: KnownTokens
  readonly clock: Clock
}

/** How long an address without a token is not read again, in milliseconds. */
const notTokenLifetime = 3_600_000
const mostNotTokens = 50_000

/** @throws ChainUnreadable rather than to leave out what could not be read (F20). */
export type ReadHoldings = (chain: ChainFacts, account: string) => Promise<Holding[]>

/**
 * Reads what accounts hold: the native currency always, tokens that are not none, not bait, and have decimals
 * (SPEC §5 drops '0').
 */
export function createHoldingsReader(ctx: HoldingsContext): ReadHoldings {
  const { clock } = ctx
  // Contracts that strangers send about to be asked, which answer with anything but a balance, or eat all they are given.
  const notTokens = new Map<string, number>()
  const isToken = (chain: ChainFacts, address: string) =>
    (notTokens.get(`${chain.id}/${address}`) ?? Number.NEGATIVE_INFINITY) <= clock()
  const forget = (chain: ChainFacts, address: string): void => {
    notTokens.set(`${chain.id}/${address}`, clock() + notTokenLifetime)
    const oldest = notTokens.keys().next()
    if (notTokens.size > mostNotTokens && !oldest.done) notTokens.delete(oldest.value)
  }

  return async (chain, account) => {
    // A native currency that is a token, too, is one thing.
    const isOther = (address: string) => address.toLowerCase() !== chain.nativeContract?.address
    const listed = ctx.book
      .tokens(chain.id)
      .map(({ address }) => address)
      .filter(isOther)
      .slice(0, mostTokens)
    const isListed = new Set(listed.map(address => address.toLowerCase()))
    const known = await ctx.knownTokens(chain.id, account)
    const seen = known
      .filter(address => isOther(address) && !isListed.has(address.toLowerCase()) && isToken(chain, address))
      .slice(0, mostSeen)

    const [native, ofListed, ofSeen] = await Promise.all([
      readNative(ctx, chain, account),
      readBalances(ctx, chain, { account, addresses: listed, strict: true }),
      readBalances(ctx, chain, { account, addresses: seen, strict: false }),
    ])
    for (const { address, amount } of ofSeen) if (amount === undefined) forget(chain, address)
    const held = [...ofListed, ...ofSeen].flatMap(({ address, amount = 0n }) =>
      amount > 0n ? [{ address, amount }] : [],
    )
    const facts = await ctx.tokenFacts(
      chain,
      held.map(({ address }) => address),
    )
    const tokens = held.flatMap(({ address, amount }, index) => {
      const token = facts[index]
      if (!token || token.isSpam || token.decimals === 0) return []
      const { name, symbol, decimals, iconUrl } = token
      return [{ chain, name, symbol, decimals, iconUrl, address: viem().getAddress(address), amount }]
    })
    const iconUrl = toIconUrl(chain.nativeCurrency.symbol)
    return [{ chain, ...chain.nativeCurrency, iconUrl, address: undefined, amount: native }, ...tokens]
  }
}

async function readNative(ctx: HoldingsContext, chain: ChainFacts, account: string): Promise<bigint> {
  const [outcome] = await ctx.proxy.call(chain.id, [
    { method: 'eth_getBalance', params: [account, 'latest'] },
  ])
  const result = outcome !== undefined && 'result' in outcome ? outcome.result : undefined
  if (typeof result !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(result))
    throw new ChainUnreadable(chain.id, 'eth_getBalance was not answered')
  return BigInt(result)
}

/** How much an account has of each token; undefined where a contract gave no balance. */
async function readBalances(
  ctx: HoldingsContext,
  chain: ChainFacts,
  options: { readonly account: string; readonly addresses: readonly string[]; readonly strict: boolean },
): Promise<{ address: string; amount: bigint | undefined }[]> {
  const { account, addresses, strict } = options
  const data = viem().encodeFunctionData({
    abi: viem().erc20Abi,
    functionName: 'balanceOf',
    args: [account as Address],
  })
  const answers = await readContracts(
    { proxy: ctx.proxy, chain },
    addresses.map(to => ({ to: to as Address, data })),
    { strict },
  )
  return addresses.map((address, index) => {
    const answer = answers[index]
    // Anything but one word is no balance.
    return { address, amount: answer?.length === 66 ? BigInt(answer) : undefined }
  })
}
