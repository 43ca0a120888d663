/** The wallet directory: its pages, the signed head that vouches for each listing, and its images (SPEC §7; T98, F24). */
import * as v from 'valibot'
import { isCaipNetworkId } from './caip.ts'
import { canonicalJson } from './canonicalJson.ts'
import { imageSchema } from './images.ts'
import { limits } from './limits.ts'
import { isSocketUrl } from './link.ts'
import { projectErrors, projectIdSchema, projectQuery, type RouteResponse, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'
import type { WalletListing } from './wallet.ts'

const link = v.exactOptional(v.pipe(v.string(), v.maxLength(2_048)))
const word = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/**
 * A wallet listing on the wire. Members of later releases are retained, because the digest in the head covers them.
 * Links can be any text; a client opens only those that `isSafeLink` allows (T22).
 */
export const walletListingSchema = v.looseObject({
  id: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)),
  name: word,
  /** The digest of the picture's bytes (`toDigest`), which is also its address. */
  image_id: v.exactOptional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
  image_url: link,
  rdns: v.exactOptional(word),
  injected: v.exactOptional(
    v.pipe(v.array(v.looseObject({ namespace: word, injected_id: word })), v.maxLength(16)),
  ),
  color: v.exactOptional(v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/))),
  badge_type: v.exactOptional(v.picklist(['certified', 'none'])),
  mobile_link: link,
  desktop_link: link,
  webapp_link: link,
  link_mode: link,
  browse: link,
  aliases: v.exactOptional(v.pipe(v.array(word), v.maxLength(16))),
  app_store: link,
  play_store: link,
  chrome_store: link,
  homepage: link,
  chains: v.exactOptional(v.pipe(v.array(caipNetworkIdSchema), v.maxLength(256))),
  relays: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(2_048))), v.maxLength(16))),
}) satisfies v.GenericSchema<unknown, WalletListing>

/** Words with commas between them; at most 100, repeats and empty ones left out. */
function listOf(item: v.GenericSchema<string, string>) {
  return v.optional(
    v.pipe(
      v.string(),
      v.maxLength(8_000),
      v.transform(text => [
        ...new Set(
          text
            .split(',')
            .map(part => part.trim())
            .filter(Boolean),
        ),
      ]),
      v.maxLength(limits.searchResults),
      v.array(item),
    ),
  )
}

function wholeNumber(pattern: RegExp, fallback: string) {
  return v.optional(v.pipe(v.string(), v.regex(pattern), v.transform(Number)), fallback)
}

const anyWord = v.pipe(v.string(), v.maxLength(128))

/**
 * GET /getWallets (SPEC §7): returns a page of wallet listings, in the directory's rank, the answers to a search best
 * first. A listing must match all filters; of `names` and `rdns`, which find the listings of installed wallets, one match is enough. `chains` are whole
 * CAIP-2 ids, and a wallet needs one of them. Unknown ids are ignored. `count` covers all pages; a page beyond the last
 * one is empty.
 */
export const getWallets = route({
  method: 'GET',
  path: '/getWallets',
  query: v.strictObject({
    ...projectQuery,
    page: wholeNumber(/^[1-9]\d{0,4}$/, '1'),
    entries: wholeNumber(/^(?:[1-9]\d?|100)$/, String(limits.pagedWallets)),
    /** A name, an alias, or part of a name, of an rdns or of a homepage's host, in any case; small mistakes are forgiven. */
    search: v.optional(v.pipe(v.string(), v.maxLength(100))),
    /** Lists only wallets that the device can use. Default all. */
    device: v.optional(v.picklist(['phone', 'desktop'])),
    /** The relay of the page: on a phone, apps that do not listen on it are left out. */
    relay: v.optional(
      v.pipe(
        v.string(),
        v.check(text => isSocketUrl(text)),
      ),
    ),
    include: listOf(anyWord),
    exclude: listOf(anyWord),
    chains: listOf(
      v.pipe(
        v.string(),
        v.check(text => isCaipNetworkId(text)),
      ),
    ),
    badge_type: v.optional(v.picklist(['certified', 'none'])),
    names: listOf(anyWord),
    rdns: listOf(anyWord),
  }),
  response: v.object({
    data: v.pipe(v.array(walletListingSchema), v.maxLength(limits.searchResults)),
    count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  errors: projectErrors,
})

/** One page of wallet listings, as `getWallets` returns it. */
export type WalletPage = RouteResponse<typeof getWallets>

const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const digest = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const signature = v.pipe(v.string(), v.regex(/^[\w-]{86}$/))

/** A certificate by which an offline key lets another key sign heads until a time. */
export const directoryCertificateSchema = v.object({
  /** The key that may sign, base64url of its 32 bytes. */
  key: digest,
  /** Milliseconds since the epoch. */
  expires: time,
  /** The offline key, one of the client's `directoryKeys`. */
  issuer: digest,
  /** Of `directoryCertificateText`, by the offline key. */
  signature,
})

/** A certificate by which an offline key lets another key sign heads until a time. */
export type DirectoryCertificate = v.InferOutput<typeof directoryCertificateSchema>

/**
 * The signed head of the wallet directory, valid for at most fourteen days. A listing without a digest here is not
 * listed.
 */
export const registryHeadSchema = v.object({
  /** Only grows: a client refuses one that is lower than the highest it has seen of the same key. */
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Milliseconds since the epoch. */
  issued: time,
  expires: time,
  /** `toDigest` of the canonical JSON of each listing, by its id. */
  digests: v.pipe(v.record(v.pipe(v.string(), v.maxLength(64)), digest), v.maxEntries(10_000)),
  /** The Ed25519 public key that signed, base64url of its 32 bytes. */
  key: digest,
  /** Of `registryHeadText`. */
  signature,
  /** Where the client trusts an offline key and not this one directly. */
  certificate: v.exactOptional(directoryCertificateSchema),
})

/** The signed head of the wallet directory: the digests of all listings. */
export type RegistryHead = v.InferOutput<typeof registryHeadSchema>

/**
 * GET /getRegistryHead: returns the signed head of the wallet directory, against which clients check every listing
 * (docs/decisions/011).
 */
export const getRegistryHead = route({
  method: 'GET',
  path: '/getRegistryHead',
  query: v.strictObject(projectQuery),
  response: registryHeadSchema,
  errors: projectErrors,
})

/** The longest lifetime of a head: 14 days, in milliseconds. */
export const registryHeadLifetime = 14 * 86_400_000

/**
 * Returns the text that a head's signature covers: all members but the signature and the certificate, under a domain
 * prefix.
 */
export function registryHeadText(head: Omit<RegistryHead, 'signature' | 'certificate'>): string {
  const { version, issued, expires, digests, key } = head
  return `latchkey-registry-head:1\n${canonicalJson({ version, issued, expires, digests, key })}`
}

/** Returns the text that a certificate's signature covers: three lines, so that any offline tool can sign it. */
export function directoryCertificateText({
  key,
  expires,
}: Pick<DirectoryCertificate, 'key' | 'expires'>): string {
  return `latchkey-directory-key:1\n${key}\n${expires}`
}

/**
 * The public key whose heads clients of the project `latchkey-dev` trust. Its private key is public in our source;
 * clients of other projects refuse it.
 */
export const developmentDirectoryKey = 'HDVzMOEwBiBtQUqYAiK4TgZEajF3OfSncQ-z9I80Zxw'

/**
 * Returns the SHA-256 of a content as unpadded base64url: heads name listings by it, and listings their pictures. Needs
 * WebCrypto.
 */
export async function toDigest(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...hash))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

// An `<img>` sends no Origin and no project is looked up: pictures are public, and limited by who asks.
const imageQuery = v.strictObject({ ...projectQuery, projectId: v.optional(projectIdSchema) })
const imageErrors = ['APKT009', 'APKT010', 'REQUEST_INVALID', 'NOT_FOUND'] as const

function imageParams(id: RegExp) {
  return v.strictObject({ id: v.pipe(v.string(), v.regex(id)) })
}

/**
 * GET /getWalletImage/{id}: returns the picture of a wallet, by its listing's `image_id`, which never changes, or by
 * the wallet's id, which may.
 */
export const getWalletImage = route({
  method: 'GET',
  path: '/getWalletImage/{id}',
  params: imageParams(/^[\w.-]{1,64}$/),
  query: imageQuery,
  response: imageSchema,
  errors: imageErrors,
})

/** GET /public/getAssetImage/{id}: returns the logo of a network, by its CAIP-2 id (`assets.imageId`). */
export const getAssetImage = route({
  method: 'GET',
  path: '/public/getAssetImage/{id}',
  params: imageParams(/^[\w:-]{1,64}$/),
  query: imageQuery,
  response: imageSchema,
  errors: imageErrors,
})

/** GET /public/getCurrencyImage/{id}: returns the picture of a fiat currency, by its ISO 4217 code. */
export const getCurrencyImage = route({
  method: 'GET',
  path: '/public/getCurrencyImage/{id}',
  params: imageParams(/^[A-Za-z]{3}$/),
  query: imageQuery,
  response: imageSchema,
  errors: imageErrors,
})

/** GET /public/getTokenImage/{id}: returns the logo of a well-known token, by its symbol. */
export const getTokenImage = route({
  method: 'GET',
  path: '/public/getTokenImage/{id}',
  params: imageParams(/^[\w.-]{1,32}$/),
  query: imageQuery,
  response: imageSchema,
  errors: imageErrors,
})
