/** One text frame of the relay: an answer to a call, or a message pushed to us. */
import * as v from 'valibot'
import { relayLimits } from '../../contract/relay.ts'
import { isHex32 } from '../envelope/hex.ts'

/** A frame may carry one message and what is around it; JSON may write a character as six. */
const longestFrame = relayLimits.frame

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
    }

const idSchema = v.union([v.pipe(v.string(), v.maxLength(64)), v.number()])
const frameSchema = v.object({
  id: idSchema,
  method: v.optional(v.pipe(v.string(), v.maxLength(64), v.endsWith('_subscription'))),
  params: v.optional(
    v.object({
      data: v.object({
        topic: v.custom<string>(isHex32),
        message: v.pipe(v.string(), v.maxLength(relayLimits.message)),
        tag: v.fallback(v.number(), 0),
        publishedAt: v.fallback(v.number(), 0),
      }),
    }),
  ),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
  result: v.optional(v.unknown()),
})

/** Reads a frame; undefined for what is none, or too long. */
export function parseRelayFrame(text: unknown): RelayFrame | undefined {
  if (typeof text !== 'string' || text.length > longestFrame) return undefined
  let json: unknown
  const sources: string[] = []
  try {
    json = JSON.parse(text, (key, value: unknown, context?: { readonly source?: string }) => {
      // Browsers tell how a number was written: one beyond 2^53 has to go back as it came.
      if (key === 'id' && typeof value === 'number' && context?.source) sources.push(context.source)
      return value
    })
  } catch {
    return undefined
  }
  const { success, output } = v.safeParse(frameSchema, json)
  if (!success) return undefined
  const { id, method, params, error, result } = output
  if (method !== undefined) {
    if (!params) return undefined
    const { topic, message, tag, publishedAt } = params.data
    return { type: 'push', rawId: rawIdOf(id, sources), topic, message, tag, publishedAt }
  }
  if (error) {
    const { code, message } = error
    return { type: 'error', id: String(id), code, message: message.slice(0, 500) }
  }
  return result === undefined ? undefined : { type: 'answer', id: String(id), result }
}

/** The id of a frame as JSON: as it was written, among the numbers that were. */
function rawIdOf(id: string | number, sources: readonly string[]): string {
  return sources.find(source => Number(source) === id) ?? JSON.stringify(id)
}
