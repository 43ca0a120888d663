import { createHash } from 'node:crypto'
import { type Blockhash, getBase58Decoder } from '@solana/kit'

/** The first slot: the VM begins here, at the start of an epoch. */
export const genesisSlot = 447_552_000n
/** Blocks for which a blockhash may be used. */
export const blockhashLife = 150n
/** Slots of an epoch, as on the public clusters. */
export const slotsPerEpoch = 432_000n

/** Slots by which a commitment is behind the newest one. There are no votes: time alone confirms. */
export const commitmentLag = { processed: 0n, confirmed: 1n, finalized: 3n } as const
export type Commitment = keyof typeof commitmentLag

/** Where the slots of a chain are counted from; kept across restarts. */
export interface SlotOrigin {
  readonly slot: bigint
  /** Milliseconds since 1970. */
  readonly time: number
  /** Milliseconds of a slot. */
  readonly slotTime: number
}

/** The slot that a moment falls into. */
export function slotAt(origin: SlotOrigin, now: number): bigint {
  return origin.slot + BigInt(Math.max(0, Math.floor((now - origin.time) / origin.slotTime)))
}

/** When a slot began, in seconds since 1970. */
export function timeOf(origin: SlotOrigin, slot: bigint): bigint {
  return BigInt(Math.floor((origin.time + Number(slot - origin.slot) * origin.slotTime) / 1_000))
}

/** The height of the block of a slot: no slot is skipped, and the chain began at `genesisSlot`. */
export function heightOf(slot: bigint): bigint {
  return slot - genesisSlot
}

/** The hash of a slot's block: a hash of the chain's own secret and the slot, so that it need not be stored. */
export function blockhashOf(secret: Uint8Array, slot: bigint): Blockhash {
  const hash = createHash('sha256').update(secret).update(String(slot)).digest()
  return getBase58Decoder().decode(hash) as Blockhash
}

/** The newest slot that has this commitment. */
export function slotWith(commitment: Commitment, newest: bigint): bigint {
  const slot = newest - commitmentLag[commitment]
  return slot > genesisSlot ? slot : genesisSlot
}
