/** The namespaces of a proposal, a settlement or an update, as a peer sends them. */
import * as v from 'valibot'

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const words = v.pipe(v.array(word), v.maxLength(256))
/** Every account on every network: what an envelope holds of them. */
const ids = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(2_048))
/** `eip155`, or `eip155:1` with the chain in the key. */
const key = v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}(?::[-_a-zA-Z0-9]{1,32})?$/))

function few<T extends v.GenericSchema<unknown, Record<string, unknown>>>(schema: T) {
  return v.pipe(
    schema,
    v.check(value => Object.keys(value).length <= 32),
  )
}

export const settledNamespacesSchema = few(
  v.record(key, v.object({ accounts: ids, methods: words, events: words, chains: v.nullish(ids) })),
)

/** In a proposal the chains may be in the key instead. */
export const askedNamespacesSchema = few(
  v.record(key, v.object({ chains: v.nullish(ids), methods: words, events: words })),
)

export type SettledNamespaces = v.InferOutput<typeof settledNamespacesSchema>
