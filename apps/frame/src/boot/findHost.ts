import { type FrameSite, mayEmbed } from 'latchkey/services'

/** The most origins that are told of, where the browser does not say which one is around. */
const mostOrigins = 50

/**
 * To whom the page around is reported: the one origin that is around as the browser says, or as the address of the
 * page that asked says; else every listed one, of which the browser delivers to the right one alone.
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
