/** What travels between a relay and its clients. Unknown members are dropped, telemetry among them: tvf, correlationId. */
import * as v from 'valibot'
import { relayLimits } from './relay.ts'

/** A topic: 32 bytes as hex. Knowing a topic is what grants access to it (T88). */
export const relayTopicSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i), v.toLowerCase())

/** An envelope as text; what is in it is between the peers (T87). */
const messageSchema = v.pipe(v.string(), v.maxLength(relayLimits.frame))
const tagSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(4_294_967_295))
const ttlSchema = v.pipe(v.number(), v.safeInteger())
const attestationSchema = v.nullish(v.pipe(v.string(), v.maxLength(8_192)))

/** The parameters of `irn_publish`. Its result is `true`. */
export const relayPublishSchema = v.object({
  topic: relayTopicSchema,
  message: messageSchema,
  /** Seconds. */
  ttl: ttlSchema,
  tag: tagSchema,
  prompt: v.nullish(v.boolean()),
  attestation: attestationSchema,
})

/** The parameters of `irn_publish`. */
export type RelayPublish = v.InferOutput<typeof relayPublishSchema>

/** The parameters of `irn_batchPublish`. */
export const relayBatchPublishSchema = v.object({ messages: v.array(relayPublishSchema) })

/** The parameters of `irn_subscribe`, whose result is a subscription id, and of `irn_fetchMessages`. */
export const relayTopicParamsSchema = v.object({ topic: relayTopicSchema })

/** The parameters of `irn_batchSubscribe` and `irn_batchFetchMessages`. */
export const relayTopicsParamsSchema = v.object({ topics: v.array(relayTopicSchema) })

/** The parameters of `irn_unsubscribe`. The subscription id is ignored. */
export const relayUnsubscribeSchema = v.object({ topic: relayTopicSchema })

/** The parameters of `irn_batchUnsubscribe`. */
export const relayBatchUnsubscribeSchema = v.object({ subscriptions: v.array(relayUnsubscribeSchema) })

/** The parameters of `irn_batchReceive`: messages received another way. The id is the SHA-256 of the message as hex. */
export const relayBatchReceiveSchema = v.object({
  receipts: v.array(v.object({ topic: relayTopicSchema, messageId: relayTopicSchema })),
})

/**
 * The parameters of `wc_proposeSession`, which subscribes to the pairing and publishes the proposal there. Its result
 * is `true`.
 */
export const relayProposeSessionSchema = v.object({
  pairingTopic: relayTopicSchema,
  sessionProposal: messageSchema,
  ttl: v.nullish(ttlSchema),
  attestation: attestationSchema,
})

/** The parameters of `wc_proposeSession`. */
export type RelayProposeSession = v.InferOutput<typeof relayProposeSessionSchema>

/**
 * The parameters of `wc_approveSession`, which subscribes to the session, publishes the answer on the pairing, then the
 * settlement.
 */
export const relayApproveSessionSchema = v.object({
  sessionTopic: relayTopicSchema,
  pairingTopic: relayTopicSchema,
  sessionProposalResponse: messageSchema,
  sessionSettlementRequest: messageSchema,
  ttl: v.nullish(ttlSchema),
})

/** The parameters of `wc_approveSession`. */
export type RelayApproveSession = v.InferOutput<typeof relayApproveSessionSchema>

/** A message as the relay delivers it. */
export const relayMessageSchema = v.object({
  topic: relayTopicSchema,
  message: messageSchema,
  /** Milliseconds since 1970, by the relay's clock. */
  publishedAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  tag: tagSchema,
  attestation: attestationSchema,
})

/** A message as the relay delivers it. */
export type RelayMessage = v.InferOutput<typeof relayMessageSchema>

/** The parameters of the relay's push, `irn_subscription`. */
export const relayPushSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(256)),
  data: relayMessageSchema,
})

/** The parameters of the relay's push, `irn_subscription`. */
export type RelayPush = v.InferOutput<typeof relayPushSchema>

/** The result of `irn_fetchMessages` and `irn_batchFetchMessages`, oldest first. */
export const relayFetchedSchema = v.object({
  messages: v.pipe(v.array(relayMessageSchema), v.maxLength(1_000)),
  hasMore: v.optional(v.boolean(), false),
})

/** The result of `irn_fetchMessages` and `irn_batchFetchMessages`, oldest first. */
export type RelayFetched = v.InferOutput<typeof relayFetchedSchema>

/** The error of an answer. `data` names it when the relay is ours. */
export const relayFaultSchema = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  message: v.pipe(v.string(), v.maxLength(4_096)),
  data: v.optional(v.unknown()),
})

/** The error of an answer of the relay. */
export type RelayFault = v.InferOutput<typeof relayFaultSchema>
