/** Which messages of a topic were handled (T89, F05): digests, the last of them, in one record per topic. */
import { isHex32 } from '../envelope/hex.ts'
import type { RecordKind } from './pairingStore.ts'

/** How many messages of one topic are remembered: as many as its mailbox holds, and as many again. */
export const rememberedDigests = 2_000

/** Digests joined by spaces, oldest first: one text is quick to store and to search. */
export const historyKind: RecordKind<string> = {
  name: 'history',
  parse: value =>
    typeof value === 'string' &&
    value.length <= rememberedDigests * 65 &&
    value.split(' ').every(digest => isHex32(digest))
      ? value
      : undefined,
}

/** The history with one more digest, without the oldest beyond the bound. */
export function addDigest(history: string | undefined, digest: string): string {
  if (history === undefined) return digest
  if (history.includes(digest)) return history
  return `${history} ${digest}`.split(' ').slice(-rememberedDigests).join(' ')
}
