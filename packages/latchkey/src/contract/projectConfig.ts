/** Remote project configuration: which features a project has switched on (SPEC §1, §7). */
import * as v from 'valibot'
import { canonicalJson } from './canonicalJson.ts'
import { directoryCertificateSchema } from './directory.ts'
import { projectErrors, projectIdSchema, projectQuery, route } from './route.ts'

/** The remote flags of SPEC §1 under the ids they have on the wire (SPEC-NOTES §7). */
export const featureIds = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'branding',
  'multi_wallet',
  'email_capture',
  'fund_from_exchange',
  'payments',
  'authentication',
] as const

export type FeatureId = (typeof featureIds)[number]

/** One flag; `config` lists what it is switched on for (social providers, swap providers …), null when nothing is to say. */
export const projectFeatureSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  isEnabled: v.boolean(),
  config: v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(64))),
})

export type ProjectFeature = v.InferOutput<typeof projectFeatureSchema>

const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** 32 bytes as unpadded base64url. */
const digest = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** Vouches for the flags of one project for at most fourteen days, by the key that signs the wallet directory (T111). */
export const projectConfigHeadSchema = v.object({
  projectId: projectIdSchema,
  /** Only grows: a client refuses one that is lower than the highest it has seen of the same project and key. */
  version: time,
  /** Milliseconds since the epoch. */
  issued: time,
  expires: time,
  /** `toDigest` of the canonical JSON of the flags, each with its three members: whatever else comes with one is dropped. */
  digest,
  /** The Ed25519 public key that signed, base64url of its 32 bytes. */
  key: digest,
  /** Of `projectConfigHeadText`. */
  signature: v.pipe(v.string(), v.regex(/^[\w-]{86}$/)),
  /** Where the client trusts an offline key and not this one directly. */
  certificate: v.exactOptional(directoryCertificateSchema),
})

export type ProjectConfigHead = v.InferOutput<typeof projectConfigHeadSchema>

/** Flags this release does not know are kept: whoever reads the answer ignores them. */
export const projectConfigSchema = v.object({
  features: v.pipe(v.array(projectFeatureSchema), v.maxLength(64)),
  /** Absent from services of before there was one. */
  head: v.exactOptional(projectConfigHeadSchema),
})

export type ProjectConfig = v.InferOutput<typeof projectConfigSchema>

/** GET /appkit/v1/config (SPEC §7). */
export const getProjectConfig = route({
  method: 'GET',
  path: '/appkit/v1/config',
  query: v.strictObject(projectQuery),
  response: projectConfigSchema,
  errors: projectErrors,
})

/** What a head's signature covers: everything but itself and the certificate, under a name of its own. */
export function projectConfigHeadText(head: Omit<ProjectConfigHead, 'signature' | 'certificate'>): string {
  const { projectId, version, issued, expires, digest, key } = head
  return `latchkey-project-config:1\n${canonicalJson({ projectId, version, issued, expires, digest, key })}`
}
