/** JSON.rawJSON: in V8, not yet in TypeScript's library. */
const exact = JSON as unknown as { rawJSON(text: string): number }

/** A decimal text as a JSON number with all its digits: Meld answers numbers, and no digit may be lost on our side. */
export function exactNumber(decimal: string): number {
  return exact.rawJSON(decimal)
}
