import {
  type RelayPrefix,
  relayApproveSessionSchema,
  relayBatchPublishSchema,
  relayBatchReceiveSchema,
  relayBatchUnsubscribeSchema,
  relayKinds,
  relayLimits,
  relayMethods,
  relayPrefixes,
  relayProposeSessionSchema,
  relayPublishSchema,
  relayTopicParamsSchema,
  relayTopicsParamsSchema,
  relayUnsubscribeSchema,
} from 'latchkey/services'
import * as v from 'valibot'
import type { Fetch } from './createFetch.ts'
import type { Hub } from './createHub.ts'
import { subscriptionId } from './createHub.ts'
import { allSubscriptions, type Mailbox, subscriptionRefresh } from './createMailbox.ts'
import type { Draft, Publisher } from './createPublisher.ts'
import type { Replay } from './createReplay.ts'
import type { Usage } from './createUsage.ts'
import type { RelayServerLimits } from './readRelaySettings.ts'
import { RelayError, toRelayFault } from './relayError.ts'
import type { RelayClient, RelaySocket } from './socket.ts'

/** What a call comes to. */
export interface Outcome {
  readonly result: unknown
  /** What follows the answer at once. */
  readonly afterwards?: () => void
  /** What only an answer that has left brings about. */
  readonly onSent?: () => void
}

/** A call whose parameters are checked. `cost` is what it takes of the socket's rate. */
export interface ReadyCall {
  readonly cost: number
  /** Whether it publishes: an answer of another client waits for its acknowledgement. */
  readonly publishes?: true
  run(socket: RelaySocket): Promise<Outcome>
}

/** Topics of one call that count as one. */
const topicsPerCost = 50

/**
 * The methods of the relay, by name without prefix.
 * @returns a function that checks a call; it throws RelayError InvalidMethod, InvalidParams, InvalidTopic,
 * BatchEmpty or BatchLimitExceeded.
 */
export function createCalls(deps: {
  readonly hub: Hub
  readonly mailbox: Pick<Mailbox, 'write' | 'unsubscribe' | 'expiries'>
  readonly publisher: Publisher
  readonly replay: Replay
  readonly fetch: Fetch
  readonly limits: Pick<RelayServerLimits, 'subscriptionsPerClient'>
  /** Subscriptions of all clients. */
  readonly subscriptions: Pick<Usage, 'take'>
  readonly now: () => number
}): (method: string, params: unknown) => ReadyCall {
  const { hub, mailbox, publisher, replay, fetch, limits } = deps

  /** Topics that are on their way into the store, where other calls of their client come meanwhile. */
  const arriving = new Map<RelayClient, Set<string>>()

  /** Publishes and subscribes in one write; subscribes the socket before it sends any notification. */
  const commit = async (
    socket: RelaySocket,
    drafts: readonly Draft[],
    topics: readonly string[],
    prefix: RelayPrefix,
  ): Promise<readonly boolean[]> => {
    const { client, project, address } = socket
    const now = deps.now()
    const coming = arriving.get(client) ?? new Set<string>()
    const isNew = (topic: string) => !client.topics.has(topic) && !coming.has(topic)
    const room = Math.max(0, limits.subscriptionsPerClient - client.topics.size - coming.size)
    const added = [...new Set(topics.filter(isNew))]
    const wished = added.slice(0, room)
    // Clients cost nothing: without this, one address fills the disk with those of clients it makes up (T90).
    const hasRoom = wished.length > 0 && deps.subscriptions.take(allSubscriptions, wished.length, address)
    const taken = hasRoom ? wished : []
    const left = new Set(added.slice(taken.length))
    const written = [...new Set(topics)].filter(
      topic => !left.has(topic) && now - (client.topics.get(topic) ?? 0) > subscriptionRefresh,
    )
    if (taken.length > 0) arriving.set(client, coming)
    for (const topic of taken) coming.add(topic)
    try {
      const isSubscribed =
        drafts.length > 0
          ? await publisher.publish({ clientId: client.id, project, address }, drafts, written)
          : written.length > 0
            ? (await mailbox.write({ clientId: client.id, topics: written, now })).isSubscribed
            : []
      const refused = new Set([...left, ...written.filter((_, index) => isSubscribed[index] !== true)])
      socket.prefix = prefix
      for (const topic of topics) {
        if (refused.has(topic)) continue
        // The socket has gone meanwhile: no later call would remove the topic.
        if (!hub.sockets.has(socket)) continue
        const isWritten = written.includes(topic)
        hub.listen(client, topic, isWritten ? now : (client.topics.get(topic) ?? now))
        socket.topics.add(topic)
      }
      return topics.map(topic => !refused.has(topic))
    } finally {
      for (const topic of taken) coming.delete(topic)
      if (taken.length > 0 && coming.size === 0) arriving.delete(client)
    }
  }

  const subscribe = async (socket: RelaySocket, topics: readonly string[], prefix: RelayPrefix) => {
    const isSubscribed = await commit(socket, [], topics, prefix)
    const afterwards = () =>
      void replay(
        socket,
        topics.filter((_, index) => isSubscribed[index]),
      )
    return { isSubscribed, afterwards }
  }

  const unsubscribe = async (socket: RelaySocket, topics: readonly string[]): Promise<Outcome> => {
    await mailbox.unsubscribe(socket.client.id, topics)
    for (const topic of topics) hub.ignore(socket.client, topic)
    return { result: true }
  }

  const subscribeOne = async (socket: RelaySocket, topic: string, prefix: RelayPrefix): Promise<Outcome> => {
    const { isSubscribed, afterwards } = await subscribe(socket, [topic], prefix)
    if (isSubscribed[0] !== true) throw new RelayError('SubscriberLimitExceeded')
    return { result: subscriptionId(topic, socket.client.id), afterwards }
  }

  const table: Readonly<Record<string, (params: unknown, prefix: RelayPrefix) => ReadyCall>> = {
    [relayMethods.publish]: (params, prefix) => {
      const draft = parse(relayPublishSchema, params)
      return {
        cost: 1,
        publishes: true,
        run: async socket => {
          await commit(socket, [draft], [], prefix)
          return { result: true }
        },
      }
    },
    [relayMethods.batchPublish]: (params, prefix) => {
      const drafts = list(parse(relayBatchPublishSchema, params).messages)
      return {
        cost: drafts.length,
        publishes: true,
        run: async socket => {
          await commit(socket, drafts, [], prefix)
          return { result: true }
        },
      }
    },
    [relayMethods.subscribe]: one,
    [relayMethods.subscribeBlocking]: one,
    [relayMethods.batchSubscribe]: (params, prefix) => {
      const topics = list(parse(relayTopicsParamsSchema, params).topics)
      return {
        cost: costOf(topics),
        run: async socket => {
          const { isSubscribed, afterwards } = await subscribe(socket, topics, prefix)
          if (isSubscribed.includes(false)) {
            // The others are subscribed nevertheless, and have their mailboxes.
            afterwards()
            throw new RelayError('SubscriberLimitExceeded')
          }
          return { result: topics.map(topic => subscriptionId(topic, socket.client.id)), afterwards }
        },
      }
    },
    [relayMethods.batchSubscribeBlocking]: (params, prefix) => {
      const topics = list(parse(relayTopicsParamsSchema, params).topics)
      return {
        cost: costOf(topics),
        run: async socket => {
          const { isSubscribed, afterwards } = await subscribe(socket, topics, prefix)
          const refusal = { error: toRelayFault(new RelayError('SubscriberLimitExceeded')) }
          const result = topics.map((topic, index) =>
            isSubscribed[index] ? { id: subscriptionId(topic, socket.client.id) } : refusal,
          )
          return { result, afterwards }
        },
      }
    },
    [relayMethods.unsubscribe]: params => {
      const { topic } = parse(relayUnsubscribeSchema, params)
      return { cost: 1, run: socket => unsubscribe(socket, [topic]) }
    },
    [relayMethods.batchUnsubscribe]: params => {
      const topics = list(parse(relayBatchUnsubscribeSchema, params).subscriptions).map(({ topic }) => topic)
      return { cost: costOf(topics), run: socket => unsubscribe(socket, topics) }
    },
    [relayMethods.fetchMessages]: params => {
      const { topic } = parse(relayTopicParamsSchema, params)
      return { cost: 1, run: socket => fetch(socket, [topic], 1) }
    },
    [relayMethods.batchFetchMessages]: params => {
      const topics = list(parse(relayTopicsParamsSchema, params).topics)
      const cost = costOf(topics)
      return { cost, run: socket => fetch(socket, topics, cost) }
    },
    [relayMethods.batchReceive]: params => {
      const receipts = list(parse(relayBatchReceiveSchema, params).receipts)
      const keys = receipts.map(({ topic, messageId }) => ({ topic, hash: messageId }))
      return { cost: costOf(receipts), run: socket => fetch.receive(socket, keys) }
    },
    [relayMethods.proposeSession]: params => {
      const { pairingTopic, sessionProposal, ttl, attestation } = parse(relayProposeSessionSchema, params)
      const { request } = relayKinds.sessionPropose
      const draft = { ...kindOf(request, ttl), topic: pairingTopic, message: sessionProposal, attestation }
      return { cost: 1, publishes: true, run: socket => open(socket, pairingTopic, [draft]) }
    },
    [relayMethods.approveSession]: params => {
      const call = parse(relayApproveSessionSchema, params)
      const { response } = relayKinds.sessionPropose
      const { request } = relayKinds.sessionSettle
      // In this order: the proposer learns the session's topic from the answer.
      const drafts = [
        { ...kindOf(response, call.ttl), topic: call.pairingTopic, message: call.sessionProposalResponse },
        { ...kindOf(request, call.ttl), topic: call.sessionTopic, message: call.sessionSettlementRequest },
      ]
      return { cost: 2, publishes: true, run: socket => open(socket, call.sessionTopic, drafts) }
    },
  }

  function one(params: unknown, prefix: RelayPrefix): ReadyCall {
    const { topic } = parse(relayTopicParamsSchema, params)
    return { cost: 1, run: socket => subscribeOne(socket, topic, prefix) }
  }

  async function open(socket: RelaySocket, topic: string, drafts: readonly Draft[]): Promise<Outcome> {
    const [isSubscribed] = await commit(socket, drafts, [topic], 'irn')
    if (isSubscribed !== true) throw new RelayError('SubscriberLimitExceeded')
    return { result: true, afterwards: () => void replay(socket, [topic]) }
  }

  return (method, params) => {
    const [name, prefix] = withoutAlias(method)
    const ready = Object.hasOwn(table, name) ? table[name] : undefined
    if (ready === undefined) throw new RelayError('InvalidMethod')
    return ready(params, prefix)
  }
}

/** Older clients say waku_ or iridium_; what has no such prefix is called by its whole name. */
function withoutAlias(method: string): readonly [name: string, prefix: RelayPrefix] {
  const prefix = relayPrefixes.find(each => method.startsWith(`${each}_`))
  return prefix === undefined ? [method, 'irn'] : [`irn${method.slice(prefix.length)}`, prefix]
}

function kindOf(kind: { readonly tag: number; readonly ttl: number }, ttl: number | null | undefined) {
  return { tag: kind.tag, ttl: ttl ?? kind.ttl }
}

/**
 * Parses parameters. @throws RelayError InvalidTopic for a wrong topic, else InvalidParams with the name of the first
 * wrong one.
 */
function parse<S extends v.GenericSchema>(schema: S, params: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, params, { abortEarly: true })
  if (parsed.success) return parsed.output
  const [{ path, input }] = parsed.issues
  const name = path?.map(({ key }) => String(key)).findLast(key => !/^\d+$/.test(key)) ?? 'params'
  if (/topics?$/i.test(name) && typeof input === 'string') throw new RelayError('InvalidTopic')
  throw new RelayError('InvalidParams', `: ${name}`)
}

function list<T>(items: readonly T[]): readonly T[] {
  if (items.length === 0) throw new RelayError('BatchEmpty')
  if (items.length > relayLimits.batch)
    throw new RelayError('BatchLimitExceeded', `: at most ${relayLimits.batch}`)
  return items
}

function costOf(items: readonly unknown[]): number {
  return Math.ceil(items.length / topicsPerCost)
}
