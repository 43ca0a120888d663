/** Whether the services vouch for an answer (T111). A chunk of its own, for hosts that know their services' keys. */
import { type ProjectConfig, projectConfigHeadText } from '../../../contract/projectConfig.ts'
import type { EngineContext } from '../../context.ts'
import { seenVersions, verifyProject } from '../directory/verifyProject.ts'

/** The highest version seen of each project and key. */
export const seenConfigs = seenVersions('configVersions')

/**
 * Checks that a trusted key vouches for these flags of this project, in its time, and not for older ones than were seen
 * before.
 * @throws LatchkeyError APKT003 with the fault as `context.reason`.
 */
export function verifyConfig(
  ctx: Pick<EngineContext, 'config' | 'storage'>,
  { features, head }: ProjectConfig,
  rules: { readonly keys: readonly string[]; readonly now: number },
): Promise<void> {
  const text = () => (head ? projectConfigHeadText(head) : '')
  return verifyProject(ctx, { head, text, content: features }, { ...rules, seen: seenConfigs })
}
