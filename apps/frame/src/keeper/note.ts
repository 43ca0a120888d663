import { type Bytes, base64url, joinBytes, randomBytes, toBytes } from '../keys/bytes.ts'
import { deviceRecord } from '../keys/deviceKey.ts'
import type { PageMemory } from './pageMemory.ts'

/** Whose note it is; it opens for no other host page and for no other project. */
export interface NoteOwner {
  /** The origin of the page around, as the browser says it. */
  readonly host: string
  readonly projectId: string
}

/** The device's keys never are in a note: a browser does not tell them. */
const untold = deviceRecord
/** A note goes through a message of the page. */
const mostNote = 12_000
const ivSize = 12
const aboutOf = ({ host, projectId }: NoteOwner) => toBytes(['latchkey note', 1, projectId, host].join('‖'))

/**
 * Encrypts what a frame stores for the host page to carry, which can neither read nor change it (T15). A list of receivers
 * that would make it too long is left out.
 */
export async function sealNote(
  key: CryptoKey,
  owner: NoteOwner,
  { kept, keys }: Pick<PageMemory, 'kept' | 'keys'>,
): Promise<string> {
  const told = {
    kept: Object.fromEntries(kept),
    keys: Object.fromEntries([...keys].filter(([name]) => name !== untold)),
  }
  const names = Object.keys(told.kept).sort((a, b) => sizeOf(told.kept[b]) - sizeOf(told.kept[a]))
  for (const name of names) {
    if (sizeOf(told) <= mostNote) break
    // Without a login there is nothing to carry.
    if (name !== 'login') delete told.kept[name]
  }
  const iv = randomBytes(ivSize)
  const algorithm = { name: 'AES-GCM', iv, additionalData: aboutOf(owner) }
  const closed = await crypto.subtle.encrypt(algorithm, key, toBytes(JSON.stringify(told)))
  return base64url(joinBytes([iv, new Uint8Array(closed)]))
}

/** Decrypts a note into the memory of a page. Answers false, and changes nothing, for any other text. */
export async function openNote(
  key: CryptoKey,
  owner: NoteOwner,
  note: string,
  memory: Pick<PageMemory, 'kept' | 'keys'>,
): Promise<boolean> {
  try {
    const bytes = fromBase64url(note)
    const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, ivSize), additionalData: aboutOf(owner) }
    const open = await crypto.subtle.decrypt(algorithm, key, bytes.slice(ivSize))
    const told = JSON.parse(new TextDecoder().decode(open)) as Record<'kept' | 'keys', object>
    for (const [name, value] of Object.entries(told.kept)) memory.kept.set(name, value)
    for (const [name, value] of Object.entries(told.keys)) memory.keys.set(name, value)
    return true
  } catch {
    return false
  }
}

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0

function fromBase64url(text: string): Bytes {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
}
