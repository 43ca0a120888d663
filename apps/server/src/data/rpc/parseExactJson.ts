/** A number that a double cannot hold, as it was written: `JSON.stringify` writes it like that again. */
export interface RawNumber {
  readonly rawJSON: string
}

// What Node has of the proposal "JSON.parse source text access", which the compiler's library lacks.
type Revive = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown
const json = JSON as unknown as {
  readonly rawJSON: (text: string) => RawNumber
  readonly isRawJSON: (value: unknown) => value is RawNumber
  readonly parse: (text: string, revive: Revive) => unknown
}
/** Whether there may be a whole number that a double cannot hold; digits in a text are a false alarm. */
const suspicion = /[[:,\s]-?\d{16}/

/**
 * Parses JSON without rounding whole numbers: those beyond 2⁵³ become a `RawNumber`. Nodes of some chains write amounts as
 * numbers of 64 bits. @throws SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  if (!suspicion.test(text)) return JSON.parse(text)
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    source !== undefined &&
    /^-?\d+$/.test(source)
      ? json.rawJSON(source)
      : value,
  )
}

/** Reads a whole number from zero to 2⁶⁴ − 1 out of such an answer; undefined for anything else. */
export function readU64(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  if (!json.isRawJSON(value) || !/^\d{1,20}$/.test(value.rawJSON)) return undefined
  const whole = BigInt(value.rawJSON)
  return whole < 2n ** 64n ? whole : undefined
}
