/** The zone in which the services register names, and who runs it. */
import * as v from 'valibot'
import { nameMessageSchema } from './profile.ts'
import { projectErrors, projectQuery, route } from './route.ts'

/** What a zone looks like: two parts or more of small letters, digits and hyphens. */
export const nameZonePattern = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,9}$/

/** The zone of the services: its name, who runs it, and what it asks of accounts. */
export const nameZoneSchema = v.object({
  /** `latch.eth`: names are registered directly below it. */
  name: v.pipe(v.string(), v.maxLength(200), v.regex(nameZonePattern)),
  /** What the operator calls itself; null where it does not say. The domain of the services is the part that can be checked. */
  operator: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(80))),
  /** The network on which signatures of contracts are verified; null where they are not. */
  chain: v.nullable(nameMessageSchema.entries.chain),
  /** How many names one account may hold. */
  names_per_account: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})

/** The zone of the services: its name, who runs it, and what it asks of accounts. */
export type NameZone = v.InferOutput<typeof nameZoneSchema>

/** GET /v1/profile/zone: returns the zone in which names are registered, or null where the services have none. */
export const getNameZone = route({
  method: 'GET',
  path: '/v1/profile/zone',
  query: v.strictObject(projectQuery),
  response: v.object({ zone: v.nullable(nameZoneSchema) }),
  errors: projectErrors,
})
