import { addressOf, networkIdOf } from 'latchkey/contract'
import { type AcceptedPayment, parseCaipAsset, type postPayment, type RouteRequest } from 'latchkey/services'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import { orChainFault } from '../../data/chains/chainUnreadable.ts'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import type { ReadTokenFacts } from '../../data/chains/createTokenFacts.ts'
import { addressKey, chainAddress, machineOf, servicesOf } from '../../data/namespaces/namespaces.ts'
import type { PriceBook } from '../../data/price/createPriceBook.ts'
import { type Asset, toAssetKey } from '../../data/price/priceSource.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import type { ReadMints } from '../../data/svm/createMintReader.ts'
import type { PaymentWay } from './payment.ts'
import { priceInAsset } from './priceInAsset.ts'
import { mostDecimals, toBaseUnits } from './wholeUnits.ts'

type Body = RouteRequest<typeof postPayment>['body']

/** A way to pay, for the wire and for comparing transfers. */
export interface ResolvedWay {
  readonly accept: AcceptedPayment
  readonly way: PaymentWay
}

/**
 * Checks the ways to pay of a new payment against the chains and prices them.
 * @throws RouteFault REQUEST_INVALID, PAYMENT_UNPRICED, APKT009.
 */
export async function resolveWays(
  deps: {
    readonly book: ChainBook
    readonly tokenFacts: ReadTokenFacts
    readonly readMints: ReadMints
    readonly prices: PriceBook
    readonly proxy: Pick<RpcProxy, 'head'>
    /** Whether payments of this project may go to an account, in the store's spelling. */
    readonly isReceiver: (chain: string, address: string) => Promise<boolean>
  },
  body: Body,
): Promise<readonly ResolvedWay[]> {
  return Promise.all(body.accepts.map((accept, place) => resolveWay(deps, body, accept, place)))
}

async function resolveWay(
  deps: Parameters<typeof resolveWays>[0],
  { fiat }: Body,
  accept: Body['accepts'][number],
  place: number,
): Promise<ResolvedWay> {
  const refuse = (name: string, description: string) =>
    new RouteFault('REQUEST_INVALID', { reasons: [{ name: `accepts.${place}.${name}`, description }] })
  const parsed = parseCaipAsset(accept.asset)
  const chain = parsed && deps.book.find(parsed.network)
  if (parsed === undefined || chain === undefined)
    throw refuse('asset', 'Expected an asset of a network that these services read')
  const isToken = parsed.kind !== 'slip44'
  if (isToken && parsed.kind !== servicesOf(chain.id)?.reads?.assets.tokens)
    throw refuse('asset', `Expected an asset as ${chain.id} has them`)
  const token = isToken ? chainAddress(chain.id, parsed.reference) : undefined
  if (isToken && token === undefined) throw refuse('asset', `Expected the address of a token of ${chain.id}`)
  const recipient =
    networkIdOf(accept.recipient) === chain.id
      ? chainAddress(chain.id, addressOf(accept.recipient))
      : undefined
  if (recipient === undefined) throw refuse('recipient', `Expected an account of ${chain.id}`)
  const recipientKey = addressKey(chain.id, recipient)
  if (!(await deps.isReceiver(chain.id, recipientKey)))
    throw refuse('recipient', "Expected one of the project's receivers: project receivers <id> add <account>")
  if ((accept.amount === undefined) !== (fiat !== undefined))
    throw refuse('amount', fiat === undefined ? 'Expected an amount' : 'Expected no amount beside fiat')

  const facts = await describe(deps, chain, token)
  if (facts === undefined || facts.decimals > mostDecimals)
    throw refuse('asset', `Expected a token with a symbol and at most ${mostDecimals} decimals`)
  const amount =
    accept.amount ??
    (await price(
      deps,
      { chain, token: token === undefined ? undefined : { address: token, ...facts } },
      fiat,
    ))
  const units = toBaseUnits(amount, facts.decimals)
  if (units === undefined || units === 0n)
    throw refuse('amount', `Expected more than 0 with at most ${facts.decimals} decimals`)
  const head = await deps.proxy.head(chain.id)
  if (head === undefined) {
    const reasons = [{ name: chain.id, description: "The chain's nodes did not answer" }]
    throw new RouteFault('APKT009', { status: 503, retryAfter: 5, reasons })
  }
  return {
    accept: {
      asset: accept.asset,
      amount,
      recipient: `${chain.id}:${recipient}` as AcceptedPayment['recipient'],
      symbol: facts.symbol,
      decimals: facts.decimals,
    },
    way: {
      place,
      chain: chain.id,
      asset: token === undefined ? '' : addressKey(chain.id, token),
      recipient: recipientKey,
      units,
      fromBlock: head,
    },
  }
}

/** An asset's symbol and decimals by the chain itself; a mint without a name has its list's, if their decimals agree. */
async function describe(
  deps: Pick<Parameters<typeof resolveWays>[0], 'book' | 'tokenFacts' | 'readMints'>,
  chain: ChainFacts,
  token: string | undefined,
): Promise<{ readonly symbol: string; readonly decimals: number } | undefined> {
  if (token === undefined) return chain.nativeCurrency
  const [facts] = await orChainFault(deps.tokenFacts(chain, [token]))
  if (facts != null) return facts.isScaled ? undefined : facts
  const listed = deps.book.token(chain.id, token)
  if (listed === undefined || machineOf(chain.id) !== 'svm') return undefined
  const [mint] = await orChainFault(deps.readMints(chain, [token]))
  return mint?.decimals === listed.decimals && !mint.isScaled ? listed : undefined
}

async function price(
  deps: { readonly prices: PriceBook },
  asset: Asset,
  fiat: Body['fiat'],
): Promise<string> {
  const decimals = asset.token?.decimals ?? asset.chain.nativeCurrency.decimals
  const rates = fiat && (await deps.prices([asset], fiat.currency.toLowerCase()))
  const rate = rates?.get(toAssetKey(asset)) ?? null
  if (fiat === undefined || rate === null) throw new RouteFault('PAYMENT_UNPRICED')
  return priceInAsset(fiat.value, rate, decimals)
}
