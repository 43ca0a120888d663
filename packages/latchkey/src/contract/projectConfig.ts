/** Remote project configuration: which features a project has switched on (SPEC §1, §7). */
import * as v from 'valibot'
import { projectErrors, projectQuery, route } from './route.ts'

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

/** Flags this release does not know are kept: whoever reads the answer ignores them. */
export const projectConfigSchema = v.object({
  features: v.pipe(v.array(projectFeatureSchema), v.maxLength(64)),
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
