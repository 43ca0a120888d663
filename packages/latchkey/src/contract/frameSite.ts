/** What the wallet's origin tells its own page about the site that shows it; written into the page by the server. */
import * as v from 'valibot'
import type { FrameRefusal } from './frame.ts'
import { isLoopbackOrigin, isOrigin } from './origins.ts'
import { projectIdSchema } from './route.ts'

/** The name of the `<meta>` that holds it, as JSON. */
export const frameSiteName = 'latchkey-site'

const origin = v.custom<string>(isOrigin)

export const frameSiteSchema = v.object({
  projectId: projectIdSchema,
  /** The pages that may show the wallet; none unless they are named. */
  origins: v.pipe(v.array(origin), v.maxLength(1_000)),
  /** For projects of development alone: any page of this machine. */
  loopback: v.boolean(),
  /** Base URL of the services that the frame calls. */
  services: origin,
  /** What the browser said of who asked for the page (`Sec-Fetch-Site`); null where it does not say. */
  asked: v.nullable(v.picklist(['cross-site', 'same-site', 'same-origin', 'none'])),
})

export type FrameSite = v.InferOutput<typeof frameSiteSchema>

/** Reads what the page holds; undefined for a project that its server does not know. */
export function readFrameSite(text: string | null | undefined): FrameSite | undefined {
  if (!text) return undefined
  try {
    return v.parse(frameSiteSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Whether a page of this origin may show the wallet; `null`, `file:` and whatever else is no origin never may (T05). */
export function mayEmbed(site: Pick<FrameSite, 'origins' | 'loopback'>, origin: unknown): origin is string {
  return isOrigin(origin) && (site.origins.includes(origin) || (site.loopback && isLoopbackOrigin(origin)))
}

/** Where a page of the wallet's origin finds itself, as its browser says. */
export interface FramePlace {
  /** The wallet's own origin. */
  readonly own: string
  /** Everything around it, the nearest first; undefined where the browser does not say. */
  readonly ancestors: readonly string[] | undefined
}

/**
 * Why the wallet does not start here, or undefined when it may: each page around it has to be listed, and none may lie on
 * the wallet's own site, where it could reach into its storage (T02, T05, T06, T18).
 */
export function refuseFrame(site: FrameSite | undefined, place: FramePlace): FrameRefusal | undefined {
  if (!site) return 'project'
  if (site.asked === 'same-site' || site.asked === 'same-origin') return 'same-site'
  for (const [at, ancestor] of (place.ancestors ?? []).entries()) {
    if (!isOrigin(ancestor)) return 'opaque'
    if (isNearlySameSite(ancestor, place.own)) return 'same-site'
    if (!mayEmbed(site, ancestor)) return at === 0 ? 'origin' : 'ancestor'
  }
  return undefined
}

/**
 * Whether two origins are one host, or one lies under the other: as much of "same site" as can be said without the list
 * of public suffixes, which the browser has and shows by `Sec-Fetch-Site`. A host of one label is a suffix itself.
 */
export function isNearlySameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one).hostname, new URL(other).hostname]
  if (a === b) return true
  const isUnder = (name: string, parent: string) => parent.includes('.') && name.endsWith(`.${parent}`)
  return isUnder(a, b) || isUnder(b, a)
}
