import { type Address, getBase58Encoder } from '@solana/kit'
import type { Commitment } from '../ledger/slotClock.ts'
import { invalidParams, RpcError } from './rpcError.ts'

/** The parameters of one call, read by place. */
export type Params = readonly unknown[]
export type Config = Readonly<Record<string, unknown>>

/** A text that must be there. @throws RpcError */
export function readText(params: Params, index: number): string {
  const value = params[index]
  if (value === undefined) throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`)
  if (typeof value !== 'string')
    throw invalidParams(`Invalid params: invalid type: ${typeNameOf(value)}, expected a string.`)
  return value
}

/** Bytes in base58 of exactly this length. @throws RpcError in the words of a node */
export function readBase58(text: string, length: number): Uint8Array {
  if (text.length > 2 * length || !/^[1-9A-HJ-NP-Za-km-z]*$/.test(text)) {
    throw invalidParams(text.length > 2 * length ? 'Invalid param: WrongSize' : 'Invalid param: Invalid')
  }
  const bytes = new Uint8Array(getBase58Encoder().encode(text))
  if (bytes.length !== length) throw invalidParams('Invalid param: WrongSize')
  return bytes
}

export function readAddress(params: Params, index: number): Address {
  return toAddress(readText(params, index))
}

export function toAddress(text: unknown): Address {
  if (typeof text !== 'string')
    throw invalidParams(`Invalid params: invalid type: ${typeNameOf(text)}, expected a string.`)
  readBase58(text, 32)
  return text as Address
}

export function toSignature(text: unknown): string {
  if (typeof text !== 'string')
    throw invalidParams(`Invalid params: invalid type: ${typeNameOf(text)}, expected a string.`)
  readBase58(text, 64)
  return text
}

/** A list of at most `most` values. @throws RpcError */
export function readList(params: Params, index: number, most: number): readonly unknown[] {
  const value = params[index]
  if (value === undefined) throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`)
  if (!Array.isArray(value))
    throw invalidParams(`Invalid params: invalid type: ${typeNameOf(value)}, expected a sequence.`)
  if (value.length > most) throw invalidParams(`Too many inputs provided; max ${most}`)
  return value
}

/** A whole number that is not negative. @throws RpcError */
export function readU64(value: unknown, name: string): bigint {
  const number =
    typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value as bigint | number) : -1n
  if (number < 0n || number >= 1n << 64n)
    throw invalidParams(`Invalid params: ${name} must be a whole number from 0 to 2^64 - 1.`)
  return number
}

/** The configuration object; an absent one is empty. @throws RpcError */
export function readConfig(params: Params, index: number): Config {
  const value = params[index]
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidParams(`Invalid params: invalid type: ${typeNameOf(value)}, expected a map.`)
  return value as Config
}

const commitments: Readonly<Record<string, Commitment>> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
  // Names of older clients.
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
}

/** The commitment of a configuration, finalized without one, and checks `minContextSlot`. @throws RpcError */
export function readCommitment(config: Config, newest?: bigint): Commitment {
  const { commitment = 'finalized', minContextSlot } = config
  const known =
    typeof commitment === 'string' && Object.hasOwn(commitments, commitment) && commitments[commitment]
  if (commitment !== null && !known)
    throw invalidParams(
      `Invalid params: unknown variant \`${String(commitment).slice(0, 40)}\`, expected one of \`processed\`, \`confirmed\`, \`finalized\`.`,
    )
  if (minContextSlot !== undefined && minContextSlot !== null && newest !== undefined) {
    if (readU64(minContextSlot, 'minContextSlot') > newest)
      throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: newest })
  }
  return known || 'finalized'
}

/** The value of a switch; absent is false. @throws RpcError */
export function readFlag(config: Config, name: string): boolean {
  const value = config[name]
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean')
    throw invalidParams(`Invalid params: invalid type: ${typeNameOf(value)}, expected a boolean.`)
  return value
}

/** One of some texts, or the first of them when absent. @throws RpcError */
export function readChoice<Choice extends string>(
  config: Config,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = config[name] ?? choices[0]
  const found = choices.find(choice => choice === value)
  if (found === undefined) {
    const said = typeof value === 'string' ? `unknown variant \`${value.slice(0, 40)}\`` : `invalid ${name}`
    throw invalidParams(
      `Invalid params: ${said}, expected one of ${choices.map(choice => `\`${choice}\``).join(', ')}.`,
    )
  }
  return found
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'sequence'
  if (typeof value === 'object') return 'map'
  if (typeof value === 'number' || typeof value === 'bigint') return `integer \`${value}\``
  return `${typeof value} \`${String(value).slice(0, 40)}\``
}
