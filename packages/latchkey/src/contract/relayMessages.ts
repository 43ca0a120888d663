/** What travels between a relay and its clients. Unknown members are dropped, telemetry among them: tvf, correlationId. */
import * as v from 'valibot'
import { relayLimits } from './relay.ts'

/** 32 bytes as hex. Knowing a topic is what entitles to it (T88). */
export const relayTopicSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i), v.toLowerCase())

/** An envelope as text; what is in it is between the peers (T87). */
const messageSchema = v.pipe(v.string(), v.maxLength(relayLimits.frame))
const tagSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(4_294_967_295))
const ttlSchema = v.pipe(v.number(), v.safeInteger())
const attestationSchema = v.nullish(v.pipe(v.string(), v.maxLength(8_192)))

/** `irn_publish`; its result is `true`. */
export const relayPublishSchema = v.object({
  topic: relayTopicSchema,
  message: messageSchema,
  /** Seconds. */
  ttl: ttlSchema,
  tag: tagSchema,
  prompt: v.nullish(v.boolean()),
  attestation: attestationSchema,
})

export type RelayPublish = v.InferOutput<typeof relayPublishSchema>

/** `irn_batchPublish` */
export const relayBatchPublishSchema = v.object({ messages: v.array(relayPublishSchema) })

/** `irn_subscribe`, `irn_fetchMessages`: the result of the first is a subscription id. */
export const relayTopicParamsSchema = v.object({ topic: relayTopicSchema })

/** `irn_batchSubscribe`, `irn_batchFetchMessages` */
export const relayTopicsParamsSchema = v.object({ topics: v.array(relayTopicSchema) })

/** `irn_unsubscribe`: the subscription's id is not looked at. */
export const relayUnsubscribeSchema = v.object({ topic: relayTopicSchema })

/** `irn_batchUnsubscribe` */
export const relayBatchUnsubscribeSchema = v.object({ subscriptions: v.array(relayUnsubscribeSchema) })

/** `irn_batchReceive`: messages that came another way; the id is the SHA-256 of the message as hex. */
export const relayBatchReceiveSchema = v.object({
  receipts: v.array(v.object({ topic: relayTopicSchema, messageId: relayTopicSchema })),
})

/** `wc_proposeSession`: subscribes to the pairing and publishes the proposal there; the result is `true`. */
export const relayProposeSessionSchema = v.object({
  pairingTopic: relayTopicSchema,
  sessionProposal: messageSchema,
  ttl: v.nullish(ttlSchema),
  attestation: attestationSchema,
})

export type RelayProposeSession = v.InferOutput<typeof relayProposeSessionSchema>

/** `wc_approveSession`: subscribes to the session, publishes the answer on the pairing, then the settlement. */
export const relayApproveSessionSchema = v.object({
  sessionTopic: relayTopicSchema,
  pairingTopic: relayTopicSchema,
  sessionProposalResponse: messageSchema,
  sessionSettlementRequest: messageSchema,
  ttl: v.nullish(ttlSchema),
})

export type RelayApproveSession = v.InferOutput<typeof relayApproveSessionSchema>

/** A message as the relay hands it on. */
export const relayMessageSchema = v.object({
  topic: relayTopicSchema,
  message: messageSchema,
  /** Milliseconds since 1970, by the relay's clock. */
  publishedAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  tag: tagSchema,
  attestation: attestationSchema,
})

export type RelayMessage = v.InferOutput<typeof relayMessageSchema>

/** The parameters of the relay's push, `irn_subscription`. */
export const relayPushSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(256)),
  data: relayMessageSchema,
})

export type RelayPush = v.InferOutput<typeof relayPushSchema>

/** The result of `irn_fetchMessages` and `irn_batchFetchMessages`, oldest first. */
export const relayFetchedSchema = v.object({
  messages: v.pipe(v.array(relayMessageSchema), v.maxLength(1_000)),
  hasMore: v.optional(v.boolean(), false),
})

export type RelayFetched = v.InferOutput<typeof relayFetchedSchema>

/** The error of an answer; `data` names it where the relay is ours. */
export const relayFaultSchema = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  message: v.pipe(v.string(), v.maxLength(4_096)),
  data: v.optional(v.unknown()),
})

export type RelayFault = v.InferOutput<typeof relayFaultSchema>
