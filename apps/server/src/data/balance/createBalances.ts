import { randomUUID } from 'node:crypto'
import { limits, type TokenBalance, toDecimalString } from 'latchkey/contract'
import type { Clock } from '../../core/http/appTypes.ts'
import type { Shared } from '../../core/scale/shared.ts'
import type { ChainFacts } from '../chains/chainFacts.ts'
import type { PriceBook } from '../price/createPriceBook.ts'
import { type Asset, toAssetKey } from '../price/priceSource.ts'
import type { Holding, ReadHoldings } from './createHoldingsReader.ts'
import { fiatValue } from './fiatValue.ts'

/** What an account holds on these chains, the most valuable first. @throws ChainUnreadable (F20). */
export type Balances = (options: {
  readonly chains: readonly ChainFacts[]
  readonly account: string
  readonly currency: string
  /** Passes over the cache, unless the account was read a moment ago. */
  readonly force: boolean
}) => Promise<TokenBalance[]>

interface Entry {
  readonly holdings: Promise<readonly Holding[]>
  /** When it was asked for. */
  readonly at: number
}

/** A forced reading of one account is not repeated this soon: nothing new can have come to pass. */
const forcedGap = 1_000
/** The most cached accounts. */
const most = 20_000
/** The channel where processes report accounts that were read again. */
const channel = 'balances'

/** Keeps holdings for 30 s (SPEC §9) and reads an account once for all who ask at the same time. */
export function createBalances(deps: {
  readonly readHoldings: ReadHoldings
  readonly prices: PriceBook
  readonly shared: Pick<Shared, 'publish' | 'subscribe'>
  readonly clock: Clock
}): Balances {
  const { readHoldings, prices, shared, clock } = deps
  const entries = new Map<string, Entry>()
  const self = randomUUID()

  shared
    .subscribe(channel, message => {
      if (message === undefined) return entries.clear()
      const [teller, name = ''] = message.split(' ')
      if (teller !== self) entries.delete(name)
    })
    // Where it cannot listen an account is up to 30 s old, as with one process.
    .catch(() => {})

  function holdingsOf(chain: ChainFacts, account: string, force: boolean): Promise<readonly Holding[]> {
    const name = `${chain.id}/${account}`
    const known = entries.get(name)
    const lifetime = force ? forcedGap : limits.portfolioCache
    if (known !== undefined && clock() - known.at < lifetime) return known.holdings
    entries.delete(name)
    const entry: Entry = { holdings: readHoldings(chain, account), at: clock() }
    entries.set(name, entry)
    // A failure is not cached: the chain may be back at once, and its nodes have their own back-off.
    entry.holdings.catch(() => {
      if (entries.get(name) === entry) entries.delete(name)
    })
    // After a forced refresh, other processes must not show their older reading.
    if (force) entry.holdings.then(() => shared.publish(channel, `${self} ${name}`)).catch(() => {})
    const oldest = entries.keys().next()
    if (entries.size > most && !oldest.done) entries.delete(oldest.value)
    return entry.holdings
  }

  return async ({ chains, account, currency, force }) => {
    const holdings = (await Promise.all(chains.map(chain => holdingsOf(chain, account, force)))).flat()
    const known = await prices(holdings.filter(({ isScaled }) => !isScaled).map(toAsset), currency)
    return holdings
      .map(holding => toTokenBalance(holding, known.get(toAssetKey(toAsset(holding))) ?? null))
      .sort(byValue)
  }
}

function toAsset({ chain, address, decimals }: Holding): Asset {
  return { chain, token: address === undefined ? undefined : { address, decimals } }
}

function toTokenBalance(holding: Holding, price: number | null): TokenBalance {
  const { chain, name, symbol, decimals, iconUrl, address, amount } = holding
  return {
    name,
    symbol,
    chainId: chain.id,
    ...(address === undefined ? {} : { address }),
    value: price === null ? null : fiatValue({ value: amount, decimals }, price),
    price,
    quantity: { decimals: String(decimals), numeric: toDecimalString({ value: amount, decimals }) },
    iconUrl,
  }
}

/** What has no value comes last; among equals the name decides, then chain and address, so that the order is one. */
function byValue(a: TokenBalance, b: TokenBalance): number {
  return (b.value ?? -1) - (a.value ?? -1) || compare(a.name, b.name) || compare(placeOf(a), placeOf(b))
}

function placeOf({ chainId, address = '' }: TokenBalance): string {
  return `${chainId}/${address}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
