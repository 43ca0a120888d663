/** What the holder of a name can do with it: change its records, go by it, hand it on, give it up. */
import * as v from 'valibot'
import { nameAttributesSchema, nameMessageSchema, postProfile, profileSchema } from './profile.ts'
import { projectErrors, projectQuery, route } from './route.ts'

/** What all of them sign, as a registration does (T66). */
const { name, domain, chain, nonce, ts } = nameMessageSchema.entries
const signed = { name, domain, chain, nonce, ts }

/**
 * A change that the holder of a name signs, as JSON text (T66). No text is both a change and a registration, which has no
 * `action`. `formatNameChange` writes it.
 */
export const nameChangeSchema = v.variant('action', [
  /** Replaces all records of the name. */
  v.strictObject({ action: v.literal('records'), ...signed, attributes: nameAttributesSchema }),
  /** The account goes by this one of its names from now on. */
  v.strictObject({ action: v.literal('primary'), ...signed }),
  /** Hands the name on to another account, without its records. */
  v.strictObject({
    action: v.literal('transfer'),
    ...signed,
    to: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  }),
  /** Gives the name up: it is free for everyone at once. */
  v.strictObject({ action: v.literal('release'), ...signed }),
])

/** A change that the holder of a name signs. */
export type NameChange = v.InferOutput<typeof nameChangeSchema>

/** Formats the text that a wallet shows and signs (`personal_sign`): one member a line, what is done first. */
export function formatNameChange(change: NameChange): string {
  const { action, name, domain, chain, nonce, ts } = change
  const common = { action, name, domain, chain, nonce, ts }
  if (action === 'records') return JSON.stringify({ ...common, attributes: change.attributes }, null, 2)
  if (action === 'transfer') {
    // The receiver stands beside the name: a wallet's window may show the first lines alone.
    return JSON.stringify({ action, name, to: change.to, domain, chain, nonce, ts }, null, 2)
  }
  return JSON.stringify(common, null, 2)
}

/**
 * PUT /v1/profile/account/{name}: changes a name by a message that its holder signed, and returns its record; null once
 * the name is given up. NAME_NOT_FOUND for a name that the signer does not hold. NAME_INVALID for records or a receiver
 * that break a rule. NAME_SIGNATURE_INVALID for a signature that is not the address's, is too old, or was used before.
 */
export const putProfile = route({
  method: 'PUT',
  path: '/v1/profile/account/{name}',
  params: v.strictObject({ name }),
  query: v.strictObject(projectQuery),
  body: postProfile.body,
  response: v.object({ profile: v.nullable(profileSchema) }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'NAME_INVALID', 'NAME_NOT_FOUND', 'NAME_SIGNATURE_INVALID'],
})
