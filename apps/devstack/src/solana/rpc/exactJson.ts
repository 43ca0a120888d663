/** JSON.rawJSON and a reviver's source text: in V8, not yet in TypeScript's library. */
interface ExactJson {
  rawJSON(text: string): unknown
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
}
const exact = JSON as unknown as ExactJson

/** Writes JSON in which a bigint is a number with all its digits, as nodes write u64. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? exact.rawJSON(String(each)) : each))
}

/**
 * Reads JSON; a whole number beyond 2^53 becomes a bigint with all its digits.
 * @throws SyntaxError
 */
export function fromJson(text: string): unknown {
  return exact.parse(text, (_, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  )
}
