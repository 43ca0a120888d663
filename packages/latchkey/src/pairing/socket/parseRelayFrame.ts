/** One text frame of the relay: an answer to a call, or a message pushed to us. */
import { relayLimits } from '../../contract/relay.ts'
import { isHex32 } from '../envelope/hex.ts'

export type RelayFrame =
  | { readonly type: 'answer'; readonly id: string; readonly result: unknown }
  | {
      readonly type: 'error'
      readonly id: string
      readonly code: number
      readonly message: string
    }
  | {
      readonly type: 'push'
      /** As JSON, to be sent back as it came. */
      readonly rawId: string
      readonly topic: string
      readonly message: string
      readonly tag: number
      readonly publishedAt: number
      readonly attestation?: string
    }

const longestAttestation = 8_192

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads a frame; undefined for what is none, or too long. By hand, since this is on the way to the first picture and a
 * schema for it costs more than the code.
 */
export function parseRelayFrame(text: unknown): RelayFrame | undefined {
  if (typeof text !== 'string' || text.length > relayLimits.frame) return undefined
  const numbers: string[] = []
  let frame: Fields
  try {
    frame = fieldsOf(
      JSON.parse(text, (key, value: unknown, context?: { readonly source?: string }) => {
        // Browsers tell how a number was written: one beyond 2^53 has to go back as it came.
        if (key === 'id' && typeof value === 'number' && context?.source) numbers.push(context.source)
        return value
      }),
    )
  } catch {
    return undefined
  }
  const { id, method, params, error, result } = frame
  if (typeof id !== 'number' && !isText(id, 64)) return undefined
  if (method !== undefined) {
    const { topic, message, tag, publishedAt, attestation } = fieldsOf(fieldsOf(params).data)
    if (!isText(method, 64) || !method.endsWith('_subscription')) return undefined
    if (!isHex32(topic) || !isText(message, relayLimits.message)) return undefined
    const rawId = numbers.find(source => Number(source) === id) ?? JSON.stringify(id)
    return {
      type: 'push',
      rawId,
      topic,
      message,
      tag: toNumber(tag),
      publishedAt: toNumber(publishedAt),
      ...(isText(attestation, longestAttestation) && { attestation }),
    }
  }
  if (error != null) {
    const { code, message } = fieldsOf(error)
    if (typeof code !== 'number' || !isText(message, relayLimits.frame)) return undefined
    return { type: 'error', id: String(id), code, message: message.slice(0, 500) }
  }
  return result === undefined ? undefined : { type: 'answer', id: String(id), result }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest
}

/** 0 for what is no number: neither tag nor time decides anything. */
function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
