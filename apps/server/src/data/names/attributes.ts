import { nameAttributesSchema, type RouteError } from 'latchkey/services'
import * as v from 'valibot'

type Attributes = v.InferOutput<typeof nameAttributesSchema>

/** Control characters but line breaks, and what turns the direction of text or is not seen (T67). */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const avatar = /^(?:https:\/\/|ipfs:\/\/|data:image\/(?:png|jpeg|gif|webp|avif);base64,)/

/** Why attributes are refused, in words for the visitor; empty when they are fine. */
export function refusalsOfAttributes(attributes: Attributes): RouteError['reasons'] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (hidden.test(value.replaceAll('\n', '')))
      return [{ name, description: `${name} has hidden characters` }]
    if (name === 'avatar' && !avatar.test(value))
      return [{ name, description: 'An avatar is an https or ipfs address, or a picture as data: URL' }]
    return []
  })
}

/** Reads stored attributes; drops values that are no longer valid. */
export function parseAttributes(text: string): Attributes {
  const result = v.safeParse(nameAttributesSchema, JSON.parse(text))
  return result.success ? result.output : {}
}
