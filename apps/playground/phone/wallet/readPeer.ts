import { plainText } from '../text/plainText.ts'
import type { Peer } from './phoneState.ts'

const longestPicture = 100_000

/** What a site says of itself, made fit to be shown (T93): short text, a web origin, one picture that cannot run. */
export function readPeer(said: {
  readonly name?: unknown
  readonly description?: unknown
  readonly url?: unknown
  readonly icons?: readonly unknown[]
}): Peer {
  const origin = originOf(said.url)
  const icon = said.icons?.find(isPicture)
  return {
    name: plainText(said.name, 40),
    description: plainText(said.description, 120),
    ...(origin !== undefined && { origin }),
    ...(icon !== undefined && { icon }),
  }
}

/** The origin and nothing else: a path is where a false name would be written. A name in another script shows as `xn--`. */
function originOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > 2_048 || !URL.canParse(url)) return undefined
  const { protocol, origin } = new URL(url)
  return (protocol === 'https:' || protocol === 'http:') && origin.length <= 260 ? origin : undefined
}

function isPicture(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > longestPicture) return false
  return /^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,]/.test(value) || isHttps(value)
}

function isHttps(value: string): boolean {
  return value.length <= 2_048 && URL.canParse(value) && new URL(value).protocol === 'https:'
}
