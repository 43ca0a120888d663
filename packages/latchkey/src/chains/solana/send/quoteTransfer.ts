import type { RpcRequest, Sending } from '../../../contract/adapter.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Transfer, TransferCost, TransferQuote, TransferRefusal } from '../../../contract/send.ts'
import { toBase64 } from '../../foreign/base64.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import { type Instruction, setComputeLimit, setComputePrice } from './instructions.ts'
import { checkChain, countOf } from './nodeAnswers.ts'
import { type Plan, planTransfer } from './planTransfer.ts'
import { simulateTransfer } from './simulateTransfer.ts'

/** Lamports for each signature: a rule of the chain. */
const perSignature = 5_000n
/** What a transfer may take at most while it is simulated, in compute units. */
const roomyLimit = 400_000
/** More than a transfer of ours takes: wallets add guards of their own. */
const air = 20_000
/** What it takes where no node says so: with an account to be opened, and without. */
const usualLimits = { lamports: 10_000, tokens: 100_000 } as const
/** Lamports that are offered to be taken sooner, at most. */
const mostPriority = 500_000n

/**
 * What a transfer costs and does. What cannot be had is absent, never a guess; a node that does not answer leaves all of it out.
 * @throws LatchkeyError RPC_ABORTED, SEND_FAILED when the nodes are of another chain (F16), and for a transfer that makes no sense
 * RECEIVER_INVALID, TOKEN_REQUIRED, INVALID_AMOUNT, SEND_INCOMPLETE.
 */
export const quoteTransfer: Sending['quote'] = async (rpc, transfer, signal, { all = false } = {}) => {
  const mayFail = (cause: unknown): undefined => {
    if (signal.aborted) throw createError('RPC_ABORTED')
    if (!isLatchkeyError(cause, 'UNKNOWN')) throw cause
  }
  const [, plan] = await Promise.all([
    checkChain(rpc, transfer.network.caipNetworkId, signal).catch(mayFail),
    planTransfer(rpc, transfer, signal).catch(mayFail),
  ])
  if (!plan) return { fee: undefined, simulation: { at: 'unknown' } }
  const isNative = !plan.token
  // All of it is what the fee leaves; where that is not known yet, what the least fee leaves.
  const amountFor = (fee: bigint) =>
    all && isNative ? (plan.lamports > fee ? plan.lamports - fee : 0n) : transfer.amount.value
  const tried = amountFor(perSignature)
  const [simulated, prices] = await Promise.all([
    simulateTransfer(
      rpc,
      { transfer, plan, instructions: priced(plan, tried, roomyLimit, 0n), fee: perSignature },
      signal,
    ),
    readPrices(rpc, plan, tried, signal),
  ])
  if (signal.aborted) throw createError('RPC_ABORTED')
  const limit = simulated.units
    ? Math.ceil(simulated.units * 1.2) + air
    : isNative
      ? usualLimits.lamports + air
      : usualLimits.tokens + air
  const price = priceOf(prices, limit)
  const fee = perSignature + (price * BigInt(limit) + 999_999n) / 1_000_000n
  const amount = amountFor(fee)
  const native = (value: bigint) => ({ value, decimals: transfer.network.nativeCurrency.decimals })
  const message = encodeTransaction({ payer: plan.from, instructions: priced(plan, amount, limit, price) })
  const refusal = plan.refusal ?? refusalOf(transfer, plan, { amount, fee })
  return {
    fee: {
      most: native(fee),
      details: { limit: String(limit), price: String(price), transaction: toBase64(message) },
    },
    simulation: simulated.simulation,
    ...(isNative && {
      most: native(plan.lamports > fee ? plan.lamports - fee : 0n),
    }),
    costs: costsOf(transfer, plan),
    notes: plan.notes,
    ...(refusal && { refusal }),
  } satisfies TransferQuote
}

/** The instructions of a plan with what the transaction may take and pays for it. */
export function priced(plan: Plan, amount: bigint, limit: number, price: bigint): readonly Instruction[] {
  return [setComputeLimit(limit), setComputePrice(price), ...plan.instructions(amount)]
}

function costsOf({ asset, amount, network }: Transfer, { token }: Plan): readonly TransferCost[] {
  if (!token) return []
  const { deposit, fee } = token
  const { decimals } = network.nativeCurrency
  return [
    ...(deposit > 0n ? [{ kind: 'deposit', amount: { value: deposit, decimals } } as const] : []),
    ...(fee === undefined
      ? []
      : [
          {
            kind: 'transferFee',
            amount: { value: fee, decimals: asset.decimals },
            arrives: { value: amount.value - fee, decimals: asset.decimals },
          } as const,
        ]),
  ]
}

/** Accounts must hold a least amount, or nothing at all: the chain refuses what leaves one between. */
function refusalOf(
  { to, network }: Transfer,
  { from, lamports, minimum, isThere, token }: Plan,
  { amount, fee }: { readonly amount: bigint; readonly fee: bigint },
): TransferRefusal | undefined {
  const least = { value: minimum, decimals: network.nativeCurrency.decimals }
  if (!isThere && amount < minimum) return { kind: 'receiverMinimum', least }
  const leaves = fee + (token ? token.deposit : to === from ? 0n : amount)
  const rest = lamports - leaves
  return rest > 0n && rest < minimum ? { kind: 'senderMinimum', least } : undefined
}

/** What others paid lately for what this transfer writes; undefined where no node says so. */
async function readPrices(
  rpc: RpcRequest,
  plan: Plan,
  amount: bigint,
  signal: AbortSignal,
): Promise<readonly bigint[]> {
  const uses = plan.instructions(amount).flatMap(({ accounts }) => accounts)
  const written = [...new Set(uses.filter(({ writable }) => writable).map(({ address }) => address))]
  const answer = await rpc('getRecentPrioritizationFees', [written], signal).catch(() => undefined)
  return (itemsOf(answer, 200) ?? []).flatMap(item => countOf(fieldOf(item, 'prioritizationFee')) ?? [])
}

/** What three of four others paid, and not more than is sensible. */
function priceOf(prices: readonly bigint[], limit: number): bigint {
  const sorted = [...prices].sort((one, other) => (one < other ? -1 : 1))
  const usual = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0n
  const most = (mostPriority * 1_000_000n) / BigInt(limit)
  return usual < most ? usual : most
}
