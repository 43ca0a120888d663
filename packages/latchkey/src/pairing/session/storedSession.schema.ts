/** Reads what an earlier page stored; undefined for what is not ours. */
import * as v from 'valibot'
import { cleanMetadata } from './cleanMetadata.ts'
import { authPayloadSchema } from './payloads.schema.ts'

const topic = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const number = v.pipe(v.number(), v.safeInteger())
const words = v.pipe(v.array(v.string()), v.maxLength(1_024))
const aliases = v.exactOptional(v.record(v.string(), v.string()))
const asked = v.record(v.string(), v.object({ chains: words, methods: words, events: words, aliases }))

const sessionSchema = v.object({
  topic,
  pairingTopic: topic,
  publicKey: topic,
  peer: v.pipe(v.unknown(), v.transform(cleanMetadata)),
  asked: words,
  namespaces: v.record(
    v.string(),
    v.object({ accounts: words, chains: words, methods: words, events: words }),
  ),
  aliases,
  oldIds: aliases,
  expiry: number,
  disableDeepLink: v.boolean(),
  properties: v.exactOptional(v.record(v.string(), v.unknown())),
  updateId: number,
})

const proposalSchema = v.object({
  pairingTopic: topic,
  publicKey: topic,
  proposalId: number,
  asked,
  expiry: number,
  auth: v.exactOptional(v.object({ id: number, responseTopic: topic, payload: authPayloadSchema })),
  sessionTopic: v.exactOptional(topic),
})

const farewellSchema = v.object({ topic, message: v.string(), expiry: number, tag: v.exactOptional(number) })

function parser(schema: v.GenericSchema) {
  return (value: unknown): unknown => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? parsed.output : undefined
  }
}

/** By kind of record. */
export const parseStored = {
  session: parser(sessionSchema),
  proposal: parser(proposalSchema),
  farewell: parser(farewellSchema),
}
