/** Whether the services vouch for the contracts that swaps may go to (T70, T111). A chunk of its own, with the schemas. */
import { type SwapContractsHead, swapContractsHeadText } from '../../../contract/convert.ts'
import type { SwapContract } from '../../../contract/swap.ts'
import type { EngineContext } from '../../context.ts'
import { seenVersions, verifyProject } from '../directory/verifyProject.ts'

/** The highest version seen of each project and key. */
export const seenContracts = seenVersions('swapVersions')

/**
 * Checks that a trusted key vouches for these contracts for this project, in its time, and not for older ones than were seen before.
 * @throws LatchkeyError APKT003 with the fault as `context.reason`.
 */
export function verifyContracts(
  ctx: Pick<EngineContext, 'config' | 'storage'>,
  { contracts, head }: { readonly contracts: readonly SwapContract[]; readonly head: SwapContractsHead },
  rules: { readonly keys: readonly string[]; readonly now: number },
): Promise<void> {
  const text = () => swapContractsHeadText(head)
  return verifyProject(ctx, { head, text, content: contracts }, { ...rules, seen: seenContracts })
}
