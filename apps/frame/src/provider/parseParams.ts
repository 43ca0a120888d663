import { type EmbeddedRpcParams, type embeddedRpcParams, readEmbeddedRpcParams } from 'latchkey/services'
import { refusal } from './refusal.ts'

/** What a call comes with. @throws LatchkeyError with -32602 for anything else. */
export function parseParams<M extends keyof typeof embeddedRpcParams>(
  method: M,
  params: unknown,
): EmbeddedRpcParams<M> {
  const read = readEmbeddedRpcParams(method, params)
  if (read === undefined) throw refusal('invalidParams')
  return read
}
