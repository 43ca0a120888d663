import type { EngineContext } from '../../context.ts'
import type { AskedQuote } from '../../nouns/swaps/askedQuote.ts'
import type { Contracts } from '../../nouns/swaps/createContracts.ts'
import { planSwap } from '../../nouns/swaps/planSwap.ts'
import { readQuotes } from '../../nouns/swaps/readQuotes.ts'

/** What a swap costs at most in the network's own currency, in base units; undefined where it cannot be known. */
export async function feeOfSwap(
  ctx: Pick<EngineContext, 'adapter' | 'api' | 'clock' | 'config' | 'rpc'>,
  contracts: Contracts,
  asked: AskedQuote,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const { network } = asked
  const answer = await readQuotes(ctx, asked, swapping => contracts.of(network, swapping), signal)
  const shown = answer.at === 'known' ? answer.quotes[0] : undefined
  if (!shown) return undefined
  const { forecast } = await planSwap(ctx, { contracts, asked, shown, signal })
  return forecast.fee?.most.value
}
