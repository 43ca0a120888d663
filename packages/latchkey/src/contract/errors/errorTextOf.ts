import { type ErrorCode, errorTable } from './table.ts'

/** The sentence of an error: SPEC §8's, unless the host's texts have another for it (`error.<code>`). */
export function errorTextOf(code: ErrorCode, texts: Readonly<Record<string, string>> | undefined): string {
  return texts?.[`error.${code}`] ?? errorTable[code].text
}
