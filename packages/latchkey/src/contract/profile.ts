/** Names: looking them up, proposing them, registering them (SPEC §4 "Name registration", §5, §7; SPEC-NOTES §7). */
import * as v from 'valibot'
import { isCaipNetworkId } from './caip.ts'
import { projectErrors, projectQuery, route } from './route.ts'

/**
 * The rule for a name's label in lower case (SPEC §5: letters, digits, hyphens, at least 4), with the bounds of T66.
 */
export const nameLabelPattern = /^[a-z0-9](?:[a-z0-9]|-(?!-)){2,30}[a-z0-9]$/

/** The coin type of Ether, and of every chain with the same address form (ENSIP-9). */
export const etherCoinType = 60

const nameText = v.pipe(v.string(), v.minLength(1), v.maxLength(255))
const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
/** ISO 8601, in UTC. */
const time = v.pipe(v.string(), v.isoTimestamp())

/** Text records of a name, as ENSIP-5 names them: `avatar`, `description`, `url` … */
export const nameAttributesSchema = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9.-]{0,63}$/)), v.pipe(v.string(), v.maxLength(2_048))),
  v.check(attributes => Object.keys(attributes).length <= 16, 'at most 16 attributes'),
)

/** A name record (SPEC §3), with `addresses` by coin type. */
export const profileSchema = v.object({
  /** The whole name, zone and all: `alice.latch.eth`. */
  name: nameText,
  registered_at: time,
  updated_at: time,
  addresses: v.record(
    v.pipe(v.string(), v.regex(/^\d{1,10}$/)),
    v.object({ address: v.pipe(v.string(), v.maxLength(128)), created: time }),
  ),
  attributes: nameAttributesSchema,
  /** Whether the account goes by this name. Only lists of an account's names say so. */
  primary: v.exactOptional(v.boolean()),
  /** Whether another account handed it over, and this one does not go by it. Only lists of an account's names say so. */
  received: v.exactOptional(v.boolean()),
})

/** A name record (SPEC §3), with `addresses` by coin type. */
export type Profile = v.InferOutput<typeof profileSchema>

const profileQuery = { ...projectQuery, apiVersion: v.optional(v.literal('2')) }

/** GET /v1/profile/account/{name} (SPEC §7): returns the record of a full name in the services' zone. */
export const getProfile = route({
  method: 'GET',
  path: '/v1/profile/account/{name}',
  params: v.strictObject({ name: nameText }),
  query: v.strictObject(profileQuery),
  response: profileSchema,
  errors: [...projectErrors, 'NAME_NOT_FOUND'],
})

/**
 * GET /v1/profile/reverse/{address} (SPEC §7): returns the name records of an address, the primary name first. Names that
 * others handed to it come last, and are not primary before their holder says so.
 */
export const getProfilesOfAddress = route({
  method: 'GET',
  path: '/v1/profile/reverse/{address}',
  params: v.strictObject({ address: evmAddress }),
  query: v.strictObject({ ...profileQuery, sender: v.optional(evmAddress) }),
  response: v.pipe(v.array(profileSchema), v.maxLength(100)),
  errors: projectErrors,
})

/** Name suggestions, each with whether it is taken. */
export const nameSuggestionsSchema = v.object({
  suggestions: v.pipe(
    v.array(
      v.object({
        name: nameText,
        /** Whether the name is unavailable: taken, reserved, or too similar to a taken one. */
        registered: v.boolean(),
      }),
    ),
    v.maxLength(20),
  ),
})

/** Name suggestions, each with whether it is taken. */
export type NameSuggestions = v.InferOutput<typeof nameSuggestionsSchema>

/**
 * GET /v1/profile/suggestions/{name} (SPEC §7): returns the requested name first, then free ones like it. `name` is the
 * part before the zone. A name that breaks a rule is NAME_INVALID, with the rule as its reason.
 */
export const getNameSuggestions = route({
  method: 'GET',
  path: '/v1/profile/suggestions/{name}',
  params: v.strictObject({ name: nameText }),
  query: v.strictObject({ ...projectQuery, zone: v.optional(nameText) }),
  response: nameSuggestionsSchema,
  errors: [...projectErrors, 'NAME_INVALID', 'NAME_NOT_FOUND'],
})

/** How long a nonce is good for, in milliseconds: a signature that comes later is refused (T66). */
export const nameNonceLifetime = 60_000

/** The nonce, the zone and the time that a registration or a change is signed with. */
export const nameNonceSchema = v.object({
  /** Good for one registration or change, and for `nameNonceLifetime`. */
  nonce: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,128}$/)),
  /** The zone in which names are registered: `latch.eth`. */
  domain: nameText,
  /** The services' clock, in milliseconds since 1970: the visitor's own may be wrong. */
  ts: v.pipe(v.number(), v.safeInteger()),
})

/** The nonce, the zone and the time that a registration or a change is signed with. */
export type NameNonce = v.InferOutput<typeof nameNonceSchema>

/**
 * GET /v1/profile/nonce: returns a nonce for one registration or change, the zone, and the services' time. NAME_NOT_FOUND where
 * the services have no zone.
 */
export const getNameNonce = route({
  method: 'GET',
  path: '/v1/profile/nonce',
  query: v.strictObject(projectQuery),
  response: nameNonceSchema,
  errors: [...projectErrors, 'NAME_NOT_FOUND'],
})

/** The registration that the visitor signs, as JSON text (T66). `formatNameMessage` writes it. */
export const nameMessageSchema = v.strictObject({
  /** The whole name: `alice.latch.eth`. */
  name: nameText,
  /** The zone, as the nonce's answer has it. */
  domain: nameText,
  /** The network of the account that signs; a contract's signature is checked there. */
  chain: v.custom<`${string}:${string}`>(value => isCaipNetworkId(value, 'eip155')),
  nonce: nameNonceSchema.entries.nonce,
  /** As the nonce's answer has it; refused when older than 60 s. */
  ts: nameNonceSchema.entries.ts,
  attributes: nameAttributesSchema,
})

/** The registration that the visitor signs. */
export type NameMessage = v.InferOutput<typeof nameMessageSchema>

/** Formats the text that a wallet shows and signs (`personal_sign`): one member a line, so that it is readable. */
export function formatNameMessage(message: NameMessage): string {
  const { name, domain, chain, nonce, ts, attributes } = message
  return JSON.stringify({ name, domain, chain, nonce, ts, attributes }, null, 2)
}

/**
 * POST /v1/profile/account (SPEC §7): registers a name and returns its record with status 201. NAME_TAKEN when the name
 * was registered meanwhile. NAME_INVALID for a name that breaks a rule, is reserved, or looks like a registered one.
 * NAME_SIGNATURE_INVALID for a signature that is not the address's, is too old, or was used before.
 */
export const postProfile = route({
  method: 'POST',
  path: '/v1/profile/account',
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    coin_type: v.literal(etherCoinType),
    address: evmAddress,
    message: v.pipe(v.string(), v.maxLength(50_000)),
    /** Of an account's key, or as ERC-1271 and ERC-6492 have it. */
    signature: v.pipe(v.string(), v.maxLength(32_768), v.regex(/^0x(?:[0-9a-fA-F]{2})+$/)),
  }),
  response: profileSchema,
  status: 201,
  errors: [
    ...projectErrors,
    'REQUEST_TOO_LARGE',
    'NAME_INVALID',
    'NAME_NOT_FOUND',
    'NAME_SIGNATURE_INVALID',
    'NAME_TAKEN',
  ],
})

const lookupErrors = ['APKT009', 'APKT010', 'REQUEST_INVALID', 'NAME_NOT_FOUND'] as const
const lookupAnswer = v.object({ data: v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/)) })

/**
 * GET /v1/names/ccip/{sender}/{data}: resolves a name of the zone (EIP-3668 gateway), for any library. It names no
 * project.
 */
export const getNameLookup = route({
  method: 'GET',
  path: '/v1/names/ccip/{sender}/{data}',
  params: v.strictObject({
    sender: evmAddress,
    data: v.pipe(v.string(), v.maxLength(12_000), v.regex(/^0x[0-9a-fA-F]*$/)),
  }),
  response: lookupAnswer,
  errors: lookupErrors,
})

/** POST /v1/names/ccip: resolves a name as the GET does, for requests too long for a URL. */
export const postNameLookup = route({
  method: 'POST',
  path: '/v1/names/ccip',
  body: v.object({
    sender: evmAddress,
    data: v.pipe(v.string(), v.maxLength(100_000), v.regex(/^0x[0-9a-fA-F]*$/)),
  }),
  response: lookupAnswer,
  errors: [...lookupErrors, 'REQUEST_TOO_LARGE'],
})
