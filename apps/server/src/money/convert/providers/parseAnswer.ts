import * as v from 'valibot'
import { ConvertFault } from '../convertProvider.ts'

/** Base units as vendors write them: decimal digits below 2^256. */
export const unitsSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text: string) => BigInt(text)),
  v.check(value => value >> 256n === 0n),
)

/** An address of Ethereum's kind, in any case of letters; it is compared in lower case. */
export const evmAddressSchema = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))

/** Bytes of a call as 0x hex. */
export const callDataSchema = v.pipe(v.string(), v.maxLength(200_000), v.regex(/^0x(?:[\da-fA-F]{2})*$/))

/** A number as 0x hex or as decimal digits: LI.FI writes one or the other. */
export const looseUnitsSchema = v.pipe(
  v.string(),
  v.regex(/^(?:0x[\da-fA-F]{1,64}|\d{1,78})$/),
  v.transform((text: string) => BigInt(text)),
  v.check(value => value >> 256n === 0n),
)

/** Reads an answer of a vendor. @throws ConvertFault `unavailable`, for another shape */
export function parseAnswer<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const answer = v.safeParse(schema, body)
  if (answer.success) return answer.output
  const at = v.getDotPath(answer.issues[0])
  const where = at === null ? '' : `, at ${at.slice(0, 64)}`
  throw new ConvertFault('unavailable', { message: `The service answered in another shape${where}` })
}

/** Refuses an answer that is about something else than what was asked. @throws ConvertFault `unsafe` (T70) */
export function refuse(what: string): never {
  throw new ConvertFault('unsafe', { message: `The service answered with ${what}` })
}

/** Whether two addresses of Ethereum's kind are the same. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
