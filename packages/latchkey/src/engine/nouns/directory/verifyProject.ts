/** Whether the services vouch for what they answer to a project (T111). */
import { maxEntries, maxLength, minValue, number, parse, pipe, record, safeInteger, string } from 'valibot'
import { canonicalJson } from '../../../contract/canonicalJson.ts'
import { toDigest } from '../../../contract/directory.ts'
import type { StoredKey } from '../../base/stored.ts'
import type { EngineContext } from '../../context.ts'
import { headFault, type Signed, verifySigned } from './verifyHead.ts'

/** Projects and keys that are remembered. */
const mostSeen = 16

/** The highest version seen of each project and key; for good, or a rollback would only have to wait. */
export type SeenVersions = StoredKey<Readonly<Record<string, number>>>

/** Where the versions of one kind of answer are remembered. */
export function seenVersions(name: string): SeenVersions {
  return {
    name,
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
}

/** What a head vouches for. */
export interface Vouched {
  readonly head: (Signed & { readonly projectId: string; readonly digest: string }) | null | undefined
  /** What the head's signature covers. */
  readonly text: () => string
  /** What the head's digest is of. */
  readonly content: unknown
}

/**
 * Checks that a trusted key vouches for an answer to this project, in its time, and not for an older one than was seen before.
 * @throws LatchkeyError APKT003 with the fault as `context.reason`.
 */
export async function verifyProject(
  ctx: Pick<EngineContext, 'config' | 'storage'>,
  { head, text, content }: Vouched,
  rules: { readonly keys: readonly string[]; readonly now: number; readonly seen: SeenVersions },
): Promise<void> {
  if (!head || head.projectId !== ctx.config.projectId) throw headFault('unsigned')
  const name = `${head.projectId} ${head.key}`
  const seen = (await ctx.storage.read(rules.seen)) ?? {}
  const highest = Object.hasOwn(seen, name) ? { [head.key]: seen[name] ?? 0 } : {}
  await verifySigned(head, text(), { ...rules, seen: highest })
  if ((await toDigest(canonicalJson(content))) !== head.digest) throw headFault('unsigned')
  if (seen[name] === head.version) return
  const others = Object.entries(seen).filter(([other]) => other !== name)
  const latest = [...others, [name, head.version]].slice(-mostSeen)
  await ctx.storage.write(rules.seen, Object.fromEntries(latest))
}
