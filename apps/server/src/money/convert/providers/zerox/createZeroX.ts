import type { CaipAddress, CaipNetworkId } from 'latchkey/contract'
import { nativeTokenAddresses, type QuoteFault, type SwapContract } from 'latchkey/services'
import * as v from 'valibot'
import type { ChainFacts } from '../../../../data/chains/chainFacts.ts'
import { cleanText } from '../../../../data/chains/cleanText.ts'
import { chainNumber } from '../../../../data/namespaces/namespaces.ts'
import {
  type BuiltConvert,
  type ConvertAsk,
  ConvertFault,
  type ConvertProvider,
  type ConvertQuote,
} from '../../convertProvider.ts'
import type { ProviderClient } from '../../createProviderClient.ts'
import { isWrapping } from '../isWrapping.ts'
import { isSame, parseAnswer, refuse } from '../parseAnswer.ts'
import { slippage } from '../slippage.ts'
import type { ReadSettlers } from './createSettlers.ts'
import { zeroXNetworks } from './zeroXNetworks.ts'
import { type ZeroXPrice, zeroXErrorSchema, zeroXPriceSchema, zeroXQuoteSchema } from './zeroXShapes.ts'

/** Milliseconds; quotes of market makers live for about a minute. */
const lifetime = 30_000

/** Why 0x refuses, by its names for it. Others are faults of ours or of the service. */
const reasons: Readonly<Record<string, QuoteFault>> = {
  TOKEN_NOT_SUPPORTED: 'token',
  SELL_TOKEN_NOT_AUTHORIZED_FOR_TRADE: 'token',
  BUY_TOKEN_NOT_AUTHORIZED_FOR_TRADE: 'token',
  TAKER_NOT_AUTHORIZED_FOR_TRADE: 'blocked',
  RECIPIENT_NOT_AUTHORIZED_FOR_TRADE: 'blocked',
  SWAP_VALIDATION_FAILED: 'no-route',
}

/**
 * Quotes of 0x's Swap API v2 by AllowanceHolder: no signature besides the transaction's, and one spender for each network.
 * A host's fee is taken in the token that is bought, and in the one that is sold for an exact output.
 */
export function createZeroX(options: {
  readonly ask: ProviderClient
  /** The host's own. */
  readonly feeOn: (network: CaipNetworkId) => { readonly bps: number; readonly recipient: string | undefined }
  /** The networks of these that 0x serves. */
  readonly chains: readonly ChainFacts[]
  readonly settlersOf: ReadSettlers
  /** Milliseconds since 1970. */
  readonly now: () => number
}): ConvertProvider {
  const { ask: client, feeOn, settlersOf, now } = options
  const chains = options.chains.filter(({ id }) => zeroXNetworks.has(id))

  async function askFor(kind: 'price' | 'quote', ask: ConvertAsk, signal: AbortSignal) {
    const holder = holderOf(ask)
    const { exact, amount, account, recipient, gasPrice } = ask
    const fee = feeOn(ask.chain.id)
    const [sellToken, buyToken] = [addressIn(ask, 'sell'), addressIn(ask, 'buy')]
    const answer = await client({
      path: `/swap/allowance-holder/${kind}`,
      query: {
        chainId: String(chainNumber(ask.chain.id)),
        sellToken,
        buyToken,
        [exact === 'in' ? 'sellAmount' : 'buyAmount']: String(amount),
        taker: account,
        recipient: isSame(recipient, account) ? undefined : recipient,
        slippageBps: slippage(ask.slippageBps, 'bps'),
        gasPrice: gasPrice === undefined ? undefined : String(gasPrice),
        ...(fee.bps > 0 &&
          fee.recipient !== undefined && {
            swapFeeBps: String(fee.bps),
            swapFeeRecipient: fee.recipient,
            swapFeeToken: exact === 'in' ? buyToken : sellToken,
          }),
      },
      signal,
    })
    if (answer.status !== 200) throw refusal(answer.status, answer.body)
    return { holder, body: answer.body }
  }

  return {
    id: '0x',
    networks: async () => new Set(chains.map(({ id }) => id)),
    async contracts() {
      const rows = await Promise.all(
        chains.map(async chain => {
          const settlers = await settlersOf(chain)
          const holder = contractOf(chain.id, zeroXNetworks.get(chain.id) ?? '', true)
          return [holder, ...settlers.map(settler => contractOf(chain.id, settler, false))]
        }),
      )
      return rows.flat()
    },
    async quote(ask, signal) {
      const { holder, body } = await askFor('price', ask, signal)
      const price = parseAnswer(zeroXPriceSchema, body)
      if (!price.liquidityAvailable) throw new ConvertFault('liquidity')
      return toQuote(price, ask, holder, now())
    },
    async build(ask, signal): Promise<BuiltConvert> {
      const { holder, body } = await askFor('quote', ask, signal)
      const firm = parseAnswer(zeroXQuoteSchema, body)
      if (!firm.liquidityAvailable) throw new ConvertFault('liquidity')
      const quote = toQuote(firm, ask, holder, now())
      const { to, data, value, gas, gasPrice } = firm.transaction
      // The network's own currency needs no allowance, so 0x may send it to the Settler itself.
      const places = ask.sell.address === undefined ? [holder, ...(await settlersOf(ask.chain))] : [holder]
      if (!places.some(place => isSame(to, place))) refuse('another contract than AllowanceHolder')
      if (value !== (ask.sell.address === undefined ? quote.maximum : 0n)) refuse('another value')
      return { quote: { ...quote, gas: gas ?? quote.gas }, tx: { to, data, value, gas, gasPrice } }
    },
  }
}

/** Settlers keep AllowanceHolder's promise, and no token is ever allowed to one: any account could take it there. */
function contractOf(network: CaipNetworkId, address: string, spender: boolean): SwapContract {
  return { network, provider: '0x', shape: 'allowanceHolder', address, spender }
}

function holderOf(ask: ConvertAsk): string {
  const { chain, toChain } = ask
  const holder = zeroXNetworks.get(chain.id)
  if (holder === undefined || chain.id !== toChain.id) throw new ConvertFault('unsupported')
  // 0x would send it to the wrapping contract itself.
  if (isWrapping(ask)) throw new ConvertFault('no-route')
  return holder
}

function addressIn(ask: ConvertAsk, side: 'sell' | 'buy'): string {
  return ask[side].address ?? nativeTokenAddresses[ask.chain.id.slice(0, ask.chain.id.indexOf(':'))] ?? ''
}

/** An answer as a quote, if it is about what was asked. @throws ConvertFault `unsafe`, `tax` */
function toQuote(price: ZeroXPrice, ask: ConvertAsk, holder: string, now: number): ConvertQuote {
  const { exact, amount } = ask
  if (price.mode !== `exact-${exact}`) refuse('the other side exact')
  if (!isSame(price.sellToken, addressIn(ask, 'sell')) || !isSame(price.buyToken, addressIn(ask, 'buy')))
    refuse('other tokens')
  for (const spender of [price.allowanceTarget, price.issues.allowance?.spender])
    if (spender !== null && spender !== undefined && !isSame(spender, holder)) refuse('another spender')
  const amounts =
    price.mode === 'exact-in'
      ? {
          fromAmount: price.sellAmount,
          maximum: price.sellAmount,
          toAmount: price.buyAmount,
          minimum: price.minBuyAmount,
        }
      : {
          fromAmount: price.estimatedNetSellAmount,
          maximum: price.maxSellAmount,
          toAmount: price.buyAmount,
          minimum: price.buyAmount,
        }
  if ((exact === 'in' ? amounts.fromAmount : amounts.toAmount) !== amount) refuse('another amount')
  if (amounts.minimum > amounts.toAmount || amounts.fromAmount > amounts.maximum) refuse('amounts that cross')
  if (amounts.toAmount === 0n || amounts.minimum === 0n) throw new ConvertFault('too-small')
  const route = price.mode === 'exact-in' ? price.route : price.routes.forward
  const caip = (address: string): CaipAddress =>
    isSame(address, addressIn(ask, 'sell'))
      ? ask.sell.caip
      : isSame(address, addressIn(ask, 'buy'))
        ? ask.buy.caip
        : `${ask.chain.id}:${address}`
  return {
    ...amounts,
    expiresAt: now + lifetime,
    spender: ask.sell.address === undefined ? null : holder,
    fees: feesOf(price).map(({ kind, amount, token }) => ({ kind, amount, asset: caip(token) })),
    // 0x says nothing of it.
    priceImpact: null,
    route: route.fills.slice(0, 64).map(({ from, to, source, proportionBps }) => ({
      venue: cleanText(source, 64) ?? '0x',
      share: Number(proportionBps),
      from: caip(from),
      to: caip(to),
    })),
    gas: price.gas,
    tokenTax: taxOf(price),
    zeroFirst: false,
    seconds: null,
  }
}

function feesOf({ fees }: ZeroXPrice) {
  const app = fees.integratorFees ?? (fees.integratorFee === null ? [] : [fees.integratorFee])
  const provider = [fees.zeroExFee, fees.gasFee].filter(fee => fee !== null)
  return [
    ...app.map(fee => ({ kind: 'app', ...fee }) as const),
    ...provider.map(fee => ({ kind: 'provider', ...fee }) as const),
  ].filter(({ amount }) => amount > 0n)
}

/** The taxes of the tokens for this swap; null unless both are known. @throws ConvertFault `tax`, for one that cannot be shown */
function taxOf({ tokenMetadata }: ZeroXPrice): ConvertQuote['tokenTax'] {
  const [buy, sell] = [tokenMetadata?.buyToken.buyTaxBps ?? null, tokenMetadata?.sellToken.sellTaxBps ?? null]
  if (buy !== null && sell !== null) return { buyBps: Number(buy), sellBps: Number(sell) }
  if ((buy ?? sell ?? 0n) > 0n) throw new ConvertFault('tax')
  return null
}

/** Never a cause such as a low balance, which only the chain knows. */
function refusal(status: number, body: unknown): ConvertFault {
  const error = v.safeParse(zeroXErrorSchema, body)
  const name = error.success ? error.output.name : ''
  const reason = Object.hasOwn(reasons, name) ? reasons[name] : undefined
  return new ConvertFault(reason ?? (status === 451 ? 'blocked' : 'unavailable'), {
    message: `0x answered HTTP ${status}${/^[A-Z_]{1,64}$/.test(name) ? ` ${name}` : ''}`,
  })
}
