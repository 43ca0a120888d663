import { createReader } from '../parse/createReader.ts'
import { computeBudgetProgram } from '../parse/tokenPrograms.ts'
import type { ReadMessage } from './readTransaction.ts'

const lamportsPerSignature = 5_000n
/** Compute units that an instruction may use when the message sets no limit, and a message in all. */
const defaultUnits = 200_000n
const mostUnits = 1_400_000n
/** Programs that are part of the VM: their instructions may use less (solana-builtins-default-costs). */
const builtinUnits = 3_000n
const builtins: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  computeBudgetProgram,
])
/** Programs that are charged by the signatures in their instructions, the first byte of which is their number. */
const signaturePrograms: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])

/** The fee of a message in lamports: 5,000 for each signature, and its priority fee. */
export function feeOf({ header, keys, instructions }: ReadMessage): bigint {
  let signatures = BigInt(header.numRequiredSignatures)
  let limit: bigint | undefined
  let price = 0n
  let assumed = 0n
  for (const { program, data } of instructions) {
    const key = keys[program] ?? ''
    assumed += builtins.has(key) ? builtinUnits : signaturePrograms.has(key) ? 0n : defaultUnits
    if (signaturePrograms.has(key)) signatures += BigInt(data[0] ?? 0)
    if (key !== computeBudgetProgram || data.length === 0) continue
    // ComputeBudgetInstruction: 2 sets the limit (u32), 3 the price of a unit in millionths of a lamport (u64).
    const reader = createReader(data)
    const kind = reader.u8()
    if (kind === 2 && reader.left === 4) limit = BigInt(reader.u32())
    if (kind === 3 && reader.left === 8) price = reader.u64()
  }
  const wanted = limit ?? assumed
  const units = wanted < mostUnits ? wanted : mostUnits
  return signatures * lamportsPerSignature + (price * units + 999_999n) / 1_000_000n
}
