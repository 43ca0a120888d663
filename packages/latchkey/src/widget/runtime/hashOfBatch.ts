import { createError } from '../../contract/errors/createError.ts'
import type { EngineContext } from '../../engine/context.ts'

/**
 * The transaction that a wallet made of a batch, once the chain has it.
 * @throws LatchkeyError as `waitForReceipt`, CHUNK_FAILED.
 */
export async function hashOfBatch(ctx: EngineContext, id: string): Promise<string> {
  const { waitForReceipt } = await import('../../engine/nouns/journal/waitForReceipt.ts').catch(cause => {
    throw createError('CHUNK_FAILED', { cause })
  })
  const receipt = await waitForReceipt(ctx, { id })
  return receipt.status === 'replaced' ? receipt.by : receipt.hash
}
