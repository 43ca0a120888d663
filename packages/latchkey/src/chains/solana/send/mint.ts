/** Mints and token accounts, with the extensions of Token-2022 that matter to a transfer. */
import { formatBase58 } from '../../../contract/base58.ts'
import { readUnsigned } from './bytes.ts'
import type { NodeAccount } from './nodeAnswers.ts'
import { isTokenProgram, programs } from './programs.ts'

/** Bytes of an account without extensions; a byte for its kind follows, then the extensions. */
const plainAccount = 165
const mintKind = 1
const accountKind = 2

/** Numbers of the extensions, by the program. */
const extensions = {
  transferFee: 1,
  defaultState: 6,
  memoRequired: 8,
  nonTransferable: 9,
  permanentDelegate: 12,
  transferHook: 14,
  pausable: 26,
} as const

interface FeeRate {
  readonly epoch: bigint
  readonly most: bigint
  /** In hundredths of a percent. */
  readonly points: bigint
}

export interface Mint {
  readonly program: string
  readonly decimals: number
  readonly fee: { readonly older: FeeRate; readonly newer: FeeRate } | undefined
  readonly nonTransferable: boolean
  readonly paused: boolean
  readonly hook: boolean
  /** An issuer that moves it out of any account. */
  readonly delegate: boolean
  /** Bytes of a new account for it. */
  readonly accountSize: number
}

export interface TokenAccount {
  readonly program: string
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly frozen: boolean
  readonly memoRequired: boolean
}

/** Undefined for an account that is no mint. */
export function readMint({ owner, data }: NodeAccount): Mint | undefined {
  if (!isTokenProgram(owner) || data[45] !== 1) return undefined
  const isPlain = data.length === 82
  if (!isPlain && (owner !== programs.token2022 || data[plainAccount] !== mintKind)) return undefined
  const found = isPlain ? new Map<number, Uint8Array>() : readExtensions(data)
  if (!found) return undefined
  const fee = found.get(extensions.transferFee)
  const hook = isSet(found.get(extensions.transferHook), 32)
  const nonTransferable = found.has(extensions.nonTransferable)
  const pausable = found.get(extensions.pausable)
  // Each account of Token-2022 has ImmutableOwner (4 bytes); the others belong to the mint's own extensions.
  const room = [4, fee ? 12 : 0, nonTransferable ? 4 : 0, found.has(extensions.transferHook) ? 5 : 0]
  const size = plainAccount + 1 + room.reduce((sum, each) => sum + each, pausable ? 4 : 0)
  return {
    program: owner,
    decimals: data[44] ?? 0,
    fee: fee && readFee(fee),
    nonTransferable,
    paused: pausable?.[32] === 1,
    hook,
    delegate: isSet(found.get(extensions.permanentDelegate), 0),
    accountSize: owner === programs.token2022 ? size : plainAccount,
  }
}

/** Undefined for an account that holds no tokens. */
export function readTokenAccount({ owner: program, data }: NodeAccount): TokenAccount | undefined {
  const state = data[108]
  if (!isTokenProgram(program) || (state !== 1 && state !== 2) || data.length < plainAccount) return undefined
  const isPlain = data.length === plainAccount
  if (!isPlain && (program !== programs.token2022 || data[plainAccount] !== accountKind)) return undefined
  const found = isPlain ? undefined : readExtensions(data)
  return {
    program,
    mint: formatBase58(data.subarray(0, 32)),
    owner: formatBase58(data.subarray(32, 64)),
    amount: readUnsigned(data, 64, 8) ?? 0n,
    frozen: state === 2,
    memoRequired: found?.get(extensions.memoRequired)?.[0] === 1,
  }
}

/** What the token keeps back of an amount in an epoch; undefined for a token that takes nothing. */
export function transferFeeOf({ fee }: Mint, amount: bigint, epoch: bigint): bigint | undefined {
  if (!fee) return undefined
  const { points, most } = epoch >= fee.newer.epoch ? fee.newer : fee.older
  if (points === 0n || amount === 0n) return 0n
  const exact = (amount * points + 9_999n) / 10_000n
  return exact < most ? exact : most
}

/** Type, length and value, one after the other; undefined where they do not fit. */
function readExtensions(data: Uint8Array): ReadonlyMap<number, Uint8Array> | undefined {
  const found = new Map<number, Uint8Array>()
  for (let at = plainAccount + 1; at + 4 <= data.length; ) {
    const type = Number(readUnsigned(data, at, 2))
    const length = Number(readUnsigned(data, at + 2, 2))
    if (type === 0) break
    if (at + 4 + length > data.length) return undefined
    found.set(type, data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

function readFee(bytes: Uint8Array): Mint['fee'] {
  const rate = (at: number): FeeRate | undefined => {
    const epoch = readUnsigned(bytes, at, 8)
    const most = readUnsigned(bytes, at + 8, 8)
    const points = readUnsigned(bytes, at + 16, 2)
    if (epoch === undefined || most === undefined || points === undefined) return undefined
    return { epoch, most, points }
  }
  const older = rate(72)
  const newer = rate(90)
  return older && newer && { older, newer }
}

/** Whether the key at a place of an extension is another than the empty one. */
function isSet(bytes: Uint8Array | undefined, at: number): boolean {
  return bytes?.subarray(at, at + 32).some(byte => byte !== 0) ?? false
}
