import type { RpcRequest } from '../../../contract/adapter.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { parseAddress } from '../codec/address.ts'
import { parseQuantity, toQuantity } from '../codec/hex.ts'
import { feeOfReceipt } from '../feeOfReceipt.ts'

const mostFrames = 10_000
/** Frames that move the currency; the others repeat the value of the one that they belong to. */
const movingFrames: readonly unknown[] = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']

/**
 * What transactions of an account's own changed of its native balance, without their fees: by a node's trace of each, else by the balances
 * before and after their block where they were the account's only ones there. Undefined where neither says it.
 */
export async function nativeChange(
  rpc: RpcRequest,
  receipts: readonly unknown[],
  account: string,
  signal: AbortSignal | undefined,
): Promise<bigint | undefined> {
  const ask: Ask = (method, ...params) => rpc(method, params, signal).catch(() => undefined)
  const blocks = new Map<bigint, unknown[]>()
  for (const receipt of receipts) {
    // What another account's transaction costs, this one may have paid back in the same trace.
    if (parseAddress(fieldOf(receipt, 'from')) !== parseAddress(account)) return undefined
    const number = parseQuantity(fieldOf(receipt, 'blockNumber'))
    if (!number) return undefined
    blocks.set(number, [...(blocks.get(number) ?? []), receipt])
  }
  const changes = await Promise.all(
    [...blocks].map(
      async ([number, own]) =>
        (await byTraces(ask, own, account)) ?? (await byBalances(ask, own, { account, number })),
    ),
  )
  return sumOf(changes)
}

type Ask = (method: string, ...params: unknown[]) => Promise<unknown>

async function byTraces(ask: Ask, receipts: readonly unknown[], account: string) {
  const traces = receipts.map(receipt =>
    ask('debug_traceTransaction', fieldOf(receipt, 'transactionHash'), { tracer: 'callTracer' }),
  )
  return sumOf((await Promise.all(traces)).map(trace => sumTrace(trace, account)))
}

/** Undefined where one of them is. */
function sumOf(parts: readonly (bigint | undefined)[]): bigint | undefined {
  return parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0n)
}

/** Undefined for what is no trace, or more than is read. */
function sumTrace(trace: unknown, account: string): bigint | undefined {
  const own = parseAddress(account)
  if (typeof fieldOf(trace, 'type') !== 'string') return undefined
  let sum = 0n
  const open = [trace]
  for (let read = 0; open.length > 0; read++) {
    const frame = open.pop()
    if (read >= mostFrames) return undefined
    // What failed moved nothing.
    if (fieldOf(frame, 'error') != null) continue
    const value = fieldOf(frame, 'value')
    if (movingFrames.includes(fieldOf(frame, 'type')) && value != null) {
      const moved = parseQuantity(value)
      const [from, to] = [parseAddress(fieldOf(frame, 'from')), parseAddress(fieldOf(frame, 'to'))]
      if (moved === undefined || !from || !to) return undefined
      sum += (to === own ? moved : 0n) - (from === own ? moved : 0n)
    }
    const calls = fieldOf(frame, 'calls')
    if (calls == null) continue
    const inner = itemsOf(calls, mostFrames + 1)
    if (!inner) return undefined
    open.push(...inner)
  }
  return sum
}

async function byBalances(
  ask: Ask,
  receipts: readonly unknown[],
  { account, number }: { readonly account: string; readonly number: bigint },
): Promise<bigint | undefined> {
  const fees = sumOf(receipts.map(feeOfReceipt))
  if (fees === undefined) return undefined
  const blocks = [toQuantity(number - 1n), toQuantity(number)]
  const [sentBefore, sentAfter, before, after] = await Promise.all([
    ...blocks.map(async block => parseQuantity(await ask('eth_getTransactionCount', account, block))),
    ...blocks.map(async block => parseQuantity(await ask('eth_getBalance', account, block))),
  ])
  if (sentBefore === undefined || sentAfter !== sentBefore + BigInt(receipts.length)) return undefined
  return before === undefined || after === undefined ? undefined : after - before + fees
}
