import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type DirectoryCertificate, type RegistryHead, registryHeadText } from 'latchkey/services'
import { type Kept, keep } from '../../core/http/sendKept.ts'
import type { Directory } from './createDirectory.ts'

export interface DirectoryKeys {
  readonly key: KeyObject
  /** By which an offline key vouches for this one. */
  readonly certificate?: DirectoryCertificate | undefined
}

const day = 86_400_000
/** A head lives this many days from the start of its own, and is replaced each day: at least a week is left of it. */
const days = 8
/** More days than the registry's version may be behind; the version of a head is made of both. */
const daysBound = 100_000

/**
 * Signs the directory's head, anew each day. Version, times and so the whole head follow from the registry and the day:
 * processes with one key answer alike. The day never goes back while a process runs, whatever its clock does (F39).
 */
export function createHeads(options: {
  readonly directory: Pick<Directory, 'version' | 'digests'>
  readonly keys: DirectoryKeys
  readonly now: () => number
  /** Called with the time of each new head. */
  readonly onSign?: (now: number) => void
}): () => Kept {
  const { directory, keys, now, onSign } = options
  let latest: { readonly day: number; readonly head: Kept } | undefined
  return () => {
    const time = now()
    const today = Math.floor(time / day)
    if (latest === undefined || today > latest.day) {
      latest = { day: today, head: keep(JSON.stringify(signHead(directory, keys, today))) }
      onSign?.(time)
    }
    return latest.head
  }
}

function signHead(
  { version, digests }: Pick<Directory, 'version' | 'digests'>,
  { key, certificate }: DirectoryKeys,
  today: number,
): RegistryHead {
  const head = {
    version: version * daysBound + today,
    issued: today * day,
    expires: (today + days) * day,
    digests: { ...digests },
    key: publicKeyOf(key),
  }
  return {
    ...head,
    signature: sign(null, Buffer.from(registryHeadText(head)), key).toString('base64url'),
    ...(certificate && { certificate }),
  }
}

/** The public key in the form that clients list in `directoryKeys`: base64url of its 32 bytes. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
}
