import { loadHashes } from './loadFallback.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A hash by WebCrypto, or by a chunk of its own on a page that has none. @throws LatchkeyError CHUNK_FAILED. */
export async function digest(
  name: 'SHA-256' | 'SHA-512',
  bytes: Bytes,
  subtle: SubtleCrypto | undefined,
): Promise<Bytes> {
  if (subtle) return new Uint8Array(await subtle.digest(name, bytes))
  return (await loadHashes())[name](bytes)
}
