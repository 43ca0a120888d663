/** Remote project configuration: which features a project has switched on (SPEC §1, §7). */
import * as v from 'valibot'
import { canonicalJson } from './canonicalJson.ts'
import { directoryCertificateSchema } from './directory.ts'
import { projectErrors, projectIdSchema, projectQuery, route } from './route.ts'

/** The ids of the remote flags on the wire (SPEC §1, SPEC-NOTES §7). */
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

/** The id of a remote flag on the wire. */
export type FeatureId = (typeof featureIds)[number]

/** One remote flag. `config` lists what it is on for (login providers, swap providers …), or is null. */
export const projectFeatureSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  isEnabled: v.boolean(),
  config: v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(64))),
})

/** One remote flag of a project. */
export type ProjectFeature = v.InferOutput<typeof projectFeatureSchema>

const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** 32 bytes as unpadded base64url. */
const digest = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/**
 * The signed head of a project's flags, valid for at most fourteen days. The key of the wallet directory signs it
 * (T111).
 */
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

/** The signed head of a project's flags. */
export type ProjectConfigHead = v.InferOutput<typeof projectConfigHeadSchema>

/** The flags of a project. Unknown flags are retained, and clients ignore them. */
export const projectConfigSchema = v.object({
  features: v.pipe(v.array(projectFeatureSchema), v.maxLength(64)),
  /** Absent from services of before there was one. */
  head: v.exactOptional(projectConfigHeadSchema),
})

/** The flags of a project (SPEC §1). */
export type ProjectConfig = v.InferOutput<typeof projectConfigSchema>

/** GET /appkit/v1/config (SPEC §7): returns the project's flags and their signed head. */
export const getProjectConfig = route({
  method: 'GET',
  path: '/appkit/v1/config',
  query: v.strictObject(projectQuery),
  response: projectConfigSchema,
  errors: projectErrors,
})

/**
 * Returns the text that a head's signature covers: all members but the signature and the certificate, under a domain
 * prefix.
 */
export function projectConfigHeadText(head: Omit<ProjectConfigHead, 'signature' | 'certificate'>): string {
  const { projectId, version, issued, expires, digest, key } = head
  return `latchkey-project-config:1\n${canonicalJson({ projectId, version, issued, expires, digest, key })}`
}
