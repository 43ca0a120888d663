import { RelayError } from './relayError.ts'

/** One call, or the client's answer to a push. */
export type Incoming =
  | { readonly kind: 'call'; readonly id: string; readonly method: string; readonly params: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly isTaken: boolean }
  /** Answered with an error; the id is 0 where it cannot be read. */
  | { readonly kind: 'fault'; readonly id: string; readonly error: RelayError }

/** A number as it was written: ids of 19 digits do not survive as numbers of JavaScript. */
class RawNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const longestId = 64

/**
 * Reads a frame: one JSON-RPC object, or several in an array. Ids stay the text they were written in, because clients
 * compare them as they sent them.
 * @throws RelayError Serialization, BatchEmpty or BatchLimitExceeded for the frame as a whole.
 */
export function parseFrame(
  text: string,
  mostCalls: number,
): { readonly isBatch: boolean; readonly items: readonly Incoming[] } {
  const value = parse(text)
  if (!Array.isArray(value)) return { isBatch: false, items: [read(value)] }
  if (value.length === 0) throw new RelayError('BatchEmpty')
  if (value.length > mostCalls) throw new RelayError('BatchLimitExceeded', `: at most ${mostCalls}`)
  return { isBatch: true, items: value.map(read) }
}

/** The id of a call that is refused unread, where it stands in front as all known clients write it; else 0. */
export function readFrameId(data: Buffer): string {
  const head = data.toString('latin1', 0, 96)
  return /^\s{0,8}\{\s{0,8}"id"\s{0,8}:\s{0,8}([1-9]\d{0,19}|"\w{1,40}")\s{0,8},/.exec(head)?.[1] ?? '0'
}

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/** TypeScript does not know the third argument yet: the value's own text. */
const keepIds: Reviver = (key, value, context) =>
  key === 'id' && typeof value === 'number' ? new RawNumber(context?.source ?? String(value)) : value

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    // Looking at every value is slow, and few clients write ids that need it.
    return (Array.isArray(value) ? value : [value]).some(hasLongId)
      ? JSON.parse(text, keepIds as (key: string, value: unknown) => unknown)
      : value
  } catch {
    throw new RelayError('Serialization')
  }
}

function hasLongId(value: unknown): boolean {
  const id = (value as { id?: unknown } | null)?.id
  return typeof id === 'number' && !Number.isSafeInteger(id)
}

function read(value: unknown): Incoming {
  const fault = (
    name: 'InvalidRequestId' | 'InvalidJsonRpcVersion' | 'InvalidMethod',
    id = '0',
  ): Incoming => ({
    kind: 'fault',
    id,
    error: new RelayError(name),
  })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault('InvalidRequestId')
  const { id: rawId, jsonrpc, method, params } = value as Readonly<Record<string, unknown>>
  const id =
    rawId instanceof RawNumber
      ? rawId.text
      : typeof rawId === 'string' || typeof rawId === 'number'
        ? JSON.stringify(rawId)
        : undefined
  if (id === undefined || id.length > longestId) return fault('InvalidRequestId')
  if (jsonrpc !== '2.0') return fault('InvalidJsonRpcVersion', id)
  if (typeof method === 'string') return { kind: 'call', id, method, params }
  if (!('result' in value) && !('error' in value)) return fault('InvalidMethod', id)
  // Some clients send the number back as text.
  return {
    kind: 'answer',
    id: Number(rawId instanceof RawNumber ? rawId.text : rawId),
    isTaken: (value as { result?: unknown }).result === true,
  }
}
