import * as v from 'valibot'
import type { StoredKey } from '../engine/base/stored.ts'

const kept = v.object({ note: v.pipe(v.string(), v.maxLength(30_000), v.regex(/^[A-Za-z0-9_-]+$/)) })

/**
 * The note that the page stores for a frame whose browser stores nothing for it. It is encrypted for the frame alone, and lives
 * as long as the login in it (docs/embedded-wallet.md).
 */
export const keptNote: StoredKey<v.InferOutput<typeof kept>> = {
  name: 'note',
  version: 1,
  lifetime: 7 * 24 * 3_600_000,
  parse(data) {
    const read = v.safeParse(kept, data)
    return read.success ? read.output : undefined
  },
}
