/** Who an account is to other people: its name and its picture (SPEC §7). */
import * as v from 'valibot'
import { accountParams } from './balance.ts'
import { projectErrors, projectQuery, route } from './route.ts'

/**
 * The name and picture of an account, null when it has none. A name that could not be checked is an error, never null.
 */
export const identitySchema = v.object({
  /** In ENSIP-15's normal form; it resolves to the account, which was checked (T65). */
  name: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  /** An https or ipfs address, or a `data:` URL of a picture; a stranger chose it, so show it through `getImage`. */
  avatar: v.nullable(v.pipe(v.string(), v.maxLength(4_096))),
})

/** The name and picture of an account, null when it has none. */
export type Identity = v.InferOutput<typeof identitySchema>

/**
 * GET /v1/identity/{address} (SPEC §7): returns the account's name and picture. A name of the services' own zone comes
 * first, then the ENS name on the configured chain. APKT009 when neither could be resolved. Accounts of other
 * namespaces have no identity.
 */
export const getIdentity = route({
  method: 'GET',
  path: '/v1/identity/{address}',
  params: accountParams,
  query: v.strictObject({ ...projectQuery, sender: v.optional(accountParams.entries.address) }),
  response: identitySchema,
  errors: projectErrors,
})
