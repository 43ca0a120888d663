/** What the wallet's origin tells its own page about the site that shows it; written into the page by the server. */
import * as v from 'valibot'
import type { FrameRefusal } from './frame.ts'
import { isLoopbackOrigin, isOrigin } from './origins.ts'
import { projectIdSchema } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

/** The name of the `<meta>` element that holds the frame's settings as JSON. */
export const frameSiteName = 'latchkey-site'

const address = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
)

/** A token's address: hexadecimal, or base58. */
const tokenAddress = v.pipe(v.string(), v.regex(/^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/))

/** The most addresses that a page carries; they are part of every load of the wallet. */
export const mostFrameContracts = 200

const shortText = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

/** The most networks that a page describes. */
export const mostFrameNetworks = 100

/** What the operator calls a network and its currency (CHAINS). */
const frameNetworkSchema = v.object({
  name: shortText(64),
  nativeCurrency: v.object({ name: shortText(64), symbol: shortText(32), decimals }),
})

/** What the operator calls a network and its currency; the frame's own table of networks comes first. */
export type FrameNetwork = v.InferOutput<typeof frameNetworkSchema>

/** Known contracts of one network, which the frame takes for what they are said to be. */
const frameContractsSchema = v.object({
  /** Wraps the network's own currency. */
  wrapped: v.optional(address),
  /** Routers with the calls of Uniswap's V2. */
  routers: v.optional(v.array(address)),
  /** Tokens on the operator's lists. */
  tokens: v.optional(v.array(tokenAddress)),
  /** The symbol and the decimals of each of `tokens`, in their order; of another length it counts for none. */
  words: v.optional(v.array(v.tuple([shortText(32), decimals]))),
})

/** Known contracts of one network, which the frame takes for what they are said to be. */
export type FrameContracts = v.InferOutput<typeof frameContractsSchema>

function countContracts(all: Readonly<Record<string, FrameContracts | undefined>>): number {
  return Object.values(all).reduce(
    (sum, { wrapped, routers = [], tokens = [] } = {}) =>
      sum + (wrapped ? 1 : 0) + routers.length + tokens.length,
    0,
  )
}

const origin = v.custom<string>(isOrigin)

/** The most addresses that belong to one project. */
export const mostProjectAddresses = 20

/** The EVM addresses that belong to a project, by the operator's word. */
export const projectAddressesSchema = v.pipe(
  v.array(address),
  v.maxLength(mostProjectAddresses),
  v.readonly(),
)

/** The settings that the server writes into the frame's page. */
export const frameSiteSchema = v.object({
  projectId: projectIdSchema,
  /** The pages that may show the wallet; none unless they are named. */
  origins: v.pipe(v.array(origin), v.maxLength(1_000)),
  /** For projects of development alone: any page of this machine. */
  loopback: v.boolean(),
  /** Base URL of the services that the frame calls. */
  services: origin,
  /** What the operator's settings say of networks and tokens beyond those of the frame's own tables, by network. */
  contracts: v.optional(
    v.pipe(
      v.record(caipNetworkIdSchema, frameContractsSchema),
      v.check(all => countContracts(all) <= mostFrameContracts),
    ),
  ),
  /** What the operator's settings call networks that the frame's own table lacks. */
  networks: v.optional(
    v.pipe(
      v.record(caipNetworkIdSchema, frameNetworkSchema),
      v.check(all => Object.keys(all).length <= mostFrameNetworks),
    ),
  ),
  /** The project's own addresses, and the name that the operator's registry has for it; a page names none. */
  payee: v.optional(v.object({ name: shortText(200), addresses: projectAddressesSchema })),
  /** What the browser said of who asked for the page (`Sec-Fetch-Site`); null where it does not say. */
  asked: v.nullable(v.picklist(['cross-site', 'same-site', 'same-origin', 'none'])),
})

/** The settings that the server writes into the frame's page. */
export type FrameSite = v.InferOutput<typeof frameSiteSchema>

/** Reads the settings from the frame's page; undefined for a project that its server does not know. */
export function readFrameSite(text: string | null | undefined): FrameSite | undefined {
  if (!text) return undefined
  try {
    return v.parse(frameSiteSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Whether a page of this origin may embed the wallet. `null`, `file:` and malformed origins never may (T05). */
export function mayEmbed(site: Pick<FrameSite, 'origins' | 'loopback'>, origin: unknown): origin is string {
  return isOrigin(origin) && (site.origins.includes(origin) || (site.loopback && isLoopbackOrigin(origin)))
}

/** Where a page of the wallet's origin is embedded, as its browser reports it. */
export interface FramePlace {
  /** The wallet's own origin. */
  readonly own: string
  /** Everything around it, the nearest first; undefined where the browser does not say. */
  readonly ancestors: readonly string[] | undefined
}

/**
 * Returns why the wallet does not start here, or undefined when it may. Every page around it must be listed, and none
 * may be on the wallet's own site, whose storage it could reach (T02, T05, T06, T18).
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
 * Whether two origins are one host, or one is a subdomain of the other. It approximates "same site" without the public
 * suffix list, which the browser applies in `Sec-Fetch-Site`. A host of one label is a suffix itself.
 */
export function isNearlySameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one).hostname, new URL(other).hostname]
  if (a === b) return true
  const isUnder = (name: string, parent: string) => parent.includes('.') && name.endsWith(`.${parent}`)
  return isUnder(a, b) || isUnder(b, a)
}
