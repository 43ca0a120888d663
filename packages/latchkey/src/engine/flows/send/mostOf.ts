import type { Transfer } from '../../../contract/send.ts'
import type { EngineContext } from '../../context.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
import { quoteTransfer } from './quoteTransfer.ts'

/** The transfer with all there is in it, less the fee; undefined when the fee is not known, or takes it all. */
export async function mostOf(
  ctx: Pick<EngineContext, 'adapter' | 'rpc'>,
  options: { readonly token: Token; readonly transfer: Transfer; readonly signal: AbortSignal },
): Promise<Transfer | undefined> {
  const { token, transfer, signal } = options
  const { decimals, value: balance } = token.amount
  // What it costs hardly depends on how much it is; asking with everything would fail for want of the fee.
  const half = { ...transfer, amount: { value: balance / 2n || 1n, decimals } }
  const { fee, most: all } = await quoteTransfer(ctx, { transfer: half, all: true, signal })
  if (all) return all.value > 0n ? { ...transfer, amount: all } : undefined
  const most = fee?.most.value
  if (most === undefined || most >= balance) return undefined
  return { ...transfer, amount: { value: balance - most, decimals } }
}
