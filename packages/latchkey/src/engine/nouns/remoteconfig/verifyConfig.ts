/** Whether the services vouch for an answer (T111). A chunk of its own, for hosts that know their services' keys. */
import { maxEntries, maxLength, minValue, number, parse, pipe, record, safeInteger, string } from 'valibot'
import { canonicalJson } from '../../../contract/canonicalJson.ts'
import { toDigest } from '../../../contract/directory.ts'
import { type ProjectConfig, projectConfigHeadText } from '../../../contract/projectConfig.ts'
import type { StoredKey } from '../../base/stored.ts'
import type { EngineContext } from '../../context.ts'
import { headFault, verifySigned } from '../directory/verifyHead.ts'

/** Projects and keys that are remembered. */
const mostSeen = 16

/** The highest version seen of each project and key; for good, or a rollback would only have to wait. */
export const seenConfigs: StoredKey<Readonly<Record<string, number>>> = {
  name: 'configVersions',
  version: 1,
  parse: data =>
    parse(
      pipe(
        record(pipe(string(), maxLength(128)), pipe(number(), safeInteger(), minValue(0))),
        maxEntries(mostSeen),
      ),
      data,
    ),
}

/**
 * Checks that a trusted key vouches for these flags of this project, in its time, and not for older ones than were seen
 * before.
 * @throws LatchkeyError APKT003 with the fault as `context.reason`.
 */
export async function verifyConfig(
  ctx: Pick<EngineContext, 'config' | 'storage'>,
  { features, head }: ProjectConfig,
  rules: { readonly keys: readonly string[]; readonly now: number },
): Promise<void> {
  if (!head || head.projectId !== ctx.config.projectId) throw headFault('unsigned')
  const name = `${head.projectId} ${head.key}`
  const seen = (await ctx.storage.read(seenConfigs)) ?? {}
  const highest = Object.hasOwn(seen, name) ? { [head.key]: seen[name] ?? 0 } : {}
  await verifySigned(head, projectConfigHeadText(head), { ...rules, seen: highest })
  if ((await toDigest(canonicalJson(features))) !== head.digest) throw headFault('unsigned')
  if (seen[name] === head.version) return
  const others = Object.entries(seen).filter(([other]) => other !== name)
  const latest = [...others, [name, head.version]].slice(-mostSeen)
  await ctx.storage.write(seenConfigs, Object.fromEntries(latest))
}
