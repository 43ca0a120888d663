import { createHash } from 'node:crypto'
import type * as Ed25519 from '@noble/curves/ed25519.js'
import { formatBase58, parseBase58 } from 'latchkey/services'
import { lazyLibrary } from '../../core/libraries/lazyLibrary.ts'
import { metadataProgram } from './tokenPrograms.ts'

const curve = lazyLibrary<typeof Ed25519>('@noble/curves/ed25519.js')
const suffix = Buffer.from('ProgramDerivedAddress')

/** Where Metaplex's program describes a mint: the first address of its own that is no point of the curve, counted down. */
export function metadataAddress(mint: string): string | undefined {
  const program = parseBase58(metadataProgram, 32)
  const key = parseBase58(mint, 32)
  if (program === undefined || key === undefined) return undefined
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const part of [Buffer.from('metadata'), program, key, Buffer.of(bump), program, suffix])
      hash.update(part)
    const address = new Uint8Array(hash.digest())
    if (!isOnCurve(address)) return formatBase58(address)
  }
  return undefined
}

/** As Solana's programs decide it, which take forms of a point that signatures may not have (ZIP-215). */
function isOnCurve(bytes: Uint8Array): boolean {
  try {
    curve().ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}
