import { type FrameSite, mayEmbed } from 'latchkey/services'

/** The most origins to report to where the browser does not name the embedding one. */
const mostOrigins = 50

/**
 * Returns the origins that receive the frame's first message: the embedding origin as the browser names it, or as the
 * referrer does; otherwise every listed one, and the browser delivers to the matching one alone.
 */
export function findHost(
  site: FrameSite | undefined,
  ancestors: readonly string[] | undefined,
  referrer: string,
): readonly string[] {
  const [parent] = ancestors ?? []
  if (parent !== undefined) return /^https?:/.test(parent) ? [parent] : []
  if (!site) return []
  const asking = URL.canParse(referrer) ? new URL(referrer).origin : undefined
  if (asking !== undefined && mayEmbed(site, asking)) return [asking]
  return site.origins.slice(0, mostOrigins)
}
