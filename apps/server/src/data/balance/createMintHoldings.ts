import type { ChainFacts } from '../chains/chainFacts.ts'
import { ChainUnreadable } from '../chains/chainUnreadable.ts'
import type { ChainBook } from '../chains/createChainBook.ts'
import type { ReadTokenFacts } from '../chains/createTokenFacts.ts'
import { toIconUrl } from '../chains/toIconUrl.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { readU64 } from '../rpc/parseExactJson.ts'
import { listTokenAccounts } from '../svm/listTokenAccounts.ts'
import { commitment, type SvmContext } from '../svm/readAccounts.ts'
import type { ReadHoldings } from './createHoldingsReader.ts'

/** Tokens on no list that one reading describes; strangers send accounts as many as they like. */
const mostUnlisted = 500
/** Listed tokens that are asked for one by one, where an account has too many token accounts for one answer. */
const mostApart = 50

/**
 * Reads what accounts hold where tokens are accounts of token programs: the native currency always, and tokens that are
 * not bait and have decimals, from the chain's nodes alone. Nothing is indexed.
 */
export function createMintHoldings(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly book: ChainBook
  readonly tokenFacts: ReadTokenFacts
}): ReadHoldings {
  const { proxy, book, tokenFacts } = deps
  return async (chain, account) => {
    const listed = book.tokens(chain.id).map(({ address }) => address)
    const [native, amounts] = await Promise.all([
      readNative({ proxy, chain }, account),
      listTokenAccounts({ proxy, chain }, { owner: account, vouched: listed.slice(0, mostApart) }),
    ])
    const mints = chooseMints([...amounts.keys()], chain, book)
    const facts = await tokenFacts(chain, mints)
    const tokens = mints.flatMap((address, index) => {
      const token = facts[index]
      if (!token || token.isSpam || token.decimals === 0) return []
      const { name, symbol, decimals, iconUrl, isScaled } = token
      const amount = amounts.get(address) ?? 0n
      return [{ chain, name, symbol, decimals, iconUrl, address, amount, isScaled }]
    })
    const iconUrl = toIconUrl(chain.nativeCurrency.symbol)
    return [{ chain, ...chain.nativeCurrency, iconUrl, address: undefined, amount: native }, ...tokens]
  }
}

/** Those on the lists, and so many of the others, always the same ones. */
function chooseMints(mints: readonly string[], chain: ChainFacts, book: ChainBook): readonly string[] {
  const isListed = (mint: string) => book.token(chain.id, mint) !== undefined
  const others = mints.filter(mint => !isListed(mint)).sort()
  return [...mints.filter(isListed), ...others.slice(0, mostUnlisted)]
}

async function readNative({ proxy, chain }: SvmContext, account: string): Promise<bigint> {
  const method = 'getBalance'
  const [outcome] = await proxy.call(chain.id, [{ method, params: [account, { commitment }] }])
  const result = outcome !== undefined && 'result' in outcome ? outcome.result : undefined
  const amount =
    typeof result === 'object' && result !== null && 'value' in result ? readU64(result.value) : undefined
  if (amount === undefined) throw new ChainUnreadable(chain.id, `${method} was not answered`)
  return amount
}
