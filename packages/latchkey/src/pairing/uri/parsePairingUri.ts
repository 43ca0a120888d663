import { isHex32 } from '../envelope/hex.ts'
import type { PairingUri } from './pairingUri.ts'

const longestUri = 2_048
const mostMethods = 20

/**
 * Parses a pairing URI of version 2 strictly. Undefined for a repeated parameter, another relay protocol or a malformed
 * part. Unknown parameters are ignored, because newer wallets and apps add some.
 */
export function parsePairingUri(text: string): PairingUri | undefined {
  if (text.length > longestUri) return undefined
  // `wc://` is what some systems make of `wc:` when a link is opened.
  const [, topic, query] = /^wc:(?:\/\/)?([0-9a-f]{64})@2\?([^?#\s]*)$/.exec(text) ?? []
  if (!topic || query === undefined) return undefined
  const values = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (values.has(name)) return undefined
    values.set(name, value)
  }
  const symKey = values.get('symKey')
  if (!isHex32(symKey) || values.get('relay-protocol') !== 'irn') return undefined
  const seconds = values.get('expiryTimestamp')
  if (seconds !== undefined && !/^[1-9]\d{0,11}$/.test(seconds)) return undefined
  const methods = parseMethods(values.get('methods'))
  if (!methods) return undefined
  return {
    topic,
    symKey,
    ...(seconds !== undefined && { expiry: Number(seconds) * 1000 }),
    ...(methods.length > 0 && { methods }),
  }
}

/** A list between commas; `[a,b]` and groups such as `[a,b],[c]` are what older apps wrote. */
function parseMethods(text = ''): readonly string[] | undefined {
  const methods = text.split(/[[\],]+/).filter(Boolean)
  return methods.length <= mostMethods && methods.every(method => /^\w{1,64}$/.test(method))
    ? methods
    : undefined
}
