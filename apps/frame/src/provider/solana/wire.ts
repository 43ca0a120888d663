import { type Bytes, base64 } from '../../keys/bytes.ts'
import { parseTransaction, type SolanaTransaction, type TableContents } from './parseTransaction.ts'

/** A transaction as pages and nodes have it, in base64; undefined for anything else. */
export function parseWire(wire: string, contents?: TableContents): SolanaTransaction | undefined {
  const bytes = fromBase64(wire)
  return bytes && parseTransaction(bytes, contents)
}

/** Undefined unless it would be written the same again. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
    return base64(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}
