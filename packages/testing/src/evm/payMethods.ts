import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { systemClock } from '../core/clock.ts'
import { invalid, isAddress, parseObject, parseQuantity, parseText, toQuantity } from './params.ts'
import { ProviderRpcError, providerError } from './providerError.ts'
import { parseTransaction, quantityOf, sendTransaction } from './sendTransaction.ts'
import { type MethodTable, prompting, type WalletContext } from './walletContext.ts'

const version = '1.0.0'
const mostWays = 20

/** One way to pay, as the site asked for it. */
interface PayWay {
  readonly asset: string
  readonly recipient: string
  readonly amount: bigint
  readonly to: Address
  /** Absent for the network's own currency. */
  readonly token?: Address
}

/** The wallet pays one of several ways: the first on its chain that the account has enough for (CAIP-358). */
export const payMethods: MethodTable = {
  wallet_pay: (ctx, [request]) => {
    const { version: asked, orderId, acceptedPayments, expiry } = parseObject(request, 'The request')
    if (asked !== version) return invalid(`The version of a payment must be "${version}".`)
    if (!Number.isSafeInteger(expiry)) return invalid('expiry must be in seconds since the epoch.')
    const order = orderId === undefined ? undefined : parseText(orderId, 'orderId')
    if (!Array.isArray(acceptedPayments) || acceptedPayments.length === 0)
      return invalid('acceptedPayments must be a list of at least one way.')
    if (acceptedPayments.length > mostWays) return invalid('There are too many ways to pay.')
    const ways = acceptedPayments.flatMap(way => parseWay(ctx, way) ?? [])
    const from = ctx.state.visible()[0]
    if (from === undefined) throw providerError(4100)
    if (ways.length === 0) throw providerError(4902)
    return prompting(async () => {
      if (Number(expiry) * 1_000 <= (ctx.options.clock ?? systemClock).now())
        throw failed('The payment has expired.')
      const way = await affordable(ctx, from, ways)
      const transaction = parseTransaction(ctx, { from, ...callOf(way) })
      const txid = await sendTransaction(ctx, transaction)
      const { asset, recipient, amount } = way
      return {
        ...{ version, txid, recipient, asset, amount: toQuantity(amount) },
        ...(order !== undefined && { orderId: order }),
      }
    })
  },
}

/** A way on the active chain; undefined for one on another. Throws -32602. */
function parseWay({ state }: WalletContext, value: unknown): PayWay | undefined {
  const fields = parseObject(value, 'A way to pay')
  const asset = parseText(fields.asset, 'asset')
  const recipient = parseText(fields.recipient, 'recipient')
  const amount = parseQuantity(fields.amount, 'amount')
  const [chain = '', kind = ''] = asset.split('/')
  const to = recipient.slice(recipient.lastIndexOf(':') + 1)
  if (recipient !== `${chain}:${to}`) return invalid('The recipient is on another chain than the asset.')
  if (chain !== `eip155:${state.snapshot.chainId}`) return undefined
  if (!isAddress(to)) return invalid('The recipient must be an address.')
  if (amount === 0n) return invalid('amount must be more than nothing.')
  const way = { asset, recipient, amount, to }
  if (kind.startsWith('slip44:')) return way
  const token = kind.replace(/^erc20:/, '')
  return isAddress(token) ? { ...way, token } : invalid('asset must be a currency or a token.')
}

async function affordable(ctx: WalletContext, from: Address, ways: readonly PayWay[]): Promise<PayWay> {
  for (const way of ways) if ((await held(ctx, from, way)) >= way.amount) return way
  throw failed('The account has not enough for any of the ways to pay.')
}

async function held(ctx: WalletContext, from: Address, { token }: PayWay): Promise<bigint> {
  const { chainId } = ctx.state.snapshot
  if (token === undefined) return quantityOf(await ctx.call(chainId, 'eth_getBalance', [from, 'latest']))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [from] })
  return quantityOf(await ctx.call(chainId, 'eth_call', [{ to: token, data }, 'latest']))
}

function callOf({ to, token, amount }: PayWay): { to: Address; value?: Hex; data?: Hex } {
  if (token === undefined) return { to, value: toQuantity(amount) }
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  }
}

function failed(message: string): ProviderRpcError {
  return new ProviderRpcError(-32000, message)
}
