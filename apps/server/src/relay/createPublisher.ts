import { createHash } from 'node:crypto'
import { relayLimits } from 'latchkey/services'
import type { Clock } from '../core/http/appTypes.ts'
import type { Hub } from './createHub.ts'
import {
  bytesOf,
  type Kept,
  keyOf,
  type Mailbox,
  type MessageKey,
  type StoredMessage,
} from './createMailbox.ts'
import { briefTime, networkOf, type Quota, type Wish } from './createQuota.ts'
import type { Wakes } from './createWakes.ts'
import type { RelayServerLimits } from './readRelaySettings.ts'
import { RelayError } from './relayError.ts'
import type { RelayMetrics } from './relayMetrics.ts'

/** A message as a client hands it in. */
export interface Draft {
  readonly topic: string
  readonly message: string
  /** Seconds. */
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string | null | undefined
}

/** Who publishes. */
export interface Sender {
  readonly clientId: string
  readonly project: string
  /** Where its socket comes from. */
  readonly address: string
}

export interface Publisher {
  /**
   * Subscribes and publishes: pushes to listeners, then stores, then notifies other processes. Resolves when all of it
   * is on disk, with the topics that were subscribed.
   * @throws RelayError TtlTooShort, TtlTooLong, PayloadSizeExceeded, Serialization, MailboxLimitExceeded
   * @throws StoreError
   */
  publish(from: Sender, drafts: readonly Draft[], topics?: readonly string[]): Promise<readonly boolean[]>
  /** The messages published on a topic and not yet in the store. */
  flyingOn(topic: string): Iterable<StoredMessage>
  /** Whether this process handed the message out lately; if not, it counts as handed out from now on. */
  isFirst(message: StoredMessage): boolean
}

/** Messages remembered so that one that comes again is not pushed again. */
const mostRecent = 20_000
const signInTags: ReadonlySet<number> = new Set([1_116, 1_117, 1_118, 1_119])

interface Recent {
  readonly expiresAt: number
  readonly outcome: Promise<Kept>
}

export function createPublisher(deps: {
  readonly hub: Hub
  readonly mailbox: Pick<Mailbox, 'write' | 'oldest'>
  readonly wakes: Pick<Wakes, 'announce'>
  readonly quota: Pick<Quota, 'take' | 'exchange'>
  readonly limits: RelayServerLimits
  readonly metrics: RelayMetrics
  readonly now: () => number
  readonly clock: Clock
}): Publisher {
  const { hub, mailbox, wakes, limits, metrics, clock } = deps
  const recent = new Map<string, Recent>()
  const flying = new Map<string, Set<StoredMessage>>()
  let lastPosition = 0

  const remember = (key: string, entry: Recent): void => {
    recent.delete(key)
    recent.set(key, entry)
    if (recent.size > mostRecent) recent.delete(recent.keys().next().value as string)
  }
  const isRecent = (key: string): Recent | undefined => {
    const entry = recent.get(key)
    return entry !== undefined && entry.expiresAt > deps.now() ? entry : undefined
  }

  const toMessage = (publisher: string, draft: Draft): StoredMessage => {
    const { topic, message, ttl, tag, attestation } = draft
    checkDraft(draft, limits)
    const publishedAt = deps.now()
    // Two messages of a millisecond keep their order, and a clock that is set back does not turn it round.
    lastPosition = Math.max(lastPosition + 1, publishedAt * 1_000)
    return {
      topic,
      hash: createHash('sha256').update(message).digest('hex'),
      position: lastPosition,
      publishedAt,
      expiresAt: publishedAt + ttl * 1_000,
      tag,
      publisher,
      attestation: attestation ?? null,
      message,
    }
  }

  /**
   * Beyond its network's share a client replaces its own oldest messages, and nothing of others.
   * @throws RelayError MailboxLimitExceeded when it has too few.
   * @throws StoreError
   */
  const replaceOldest = async (wish: Wish, clientId: string): Promise<readonly MessageKey[]> => {
    const evicted = await mailbox.oldest({ ...wish, clientId }, wish.bytes)
    if (evicted.length === 0)
      throw new RelayError('MailboxLimitExceeded', ': those of the project are, or the share of your network')
    deps.quota.exchange(
      wish,
      evicted.reduce((sum, { bytes }) => sum + bytes, 0),
    )
    for (const each of evicted) recent.delete(keyOf(each))
    return evicted
  }

  return {
    async publish({ clientId, project, address }, drafts, topics = []) {
      const started = clock()
      const messages = drafts.map(draft => toMessage(clientId, draft))
      const fresh: StoredMessage[] = []
      const again: Promise<Kept>[] = []
      for (const message of messages) {
        const known = isRecent(keyOf(message))
        if (known !== undefined) again.push(known.outcome)
        else if (!fresh.some(other => keyOf(other) === keyOf(message))) fresh.push(message)
      }
      const network = networkOf(address)
      const wish: Wish = {
        project,
        network,
        bytes: fresh.reduce((sum, message) => sum + bytesOf(message), 0),
        isBrief: fresh.every(({ publishedAt, expiresAt }) => expiresAt - publishedAt <= briefTime),
      }
      let evicted: readonly MessageKey[] = []
      if (fresh.length > 0 && !deps.quota.take(wish))
        try {
          evicted = await replaceOldest(wish, clientId)
        } catch (error) {
          const outcome = error instanceof RelayError ? 'full' : 'failed'
          for (const _ of fresh) metrics.published(outcome, clock() - started)
          throw error
        }
      for (const message of fresh) {
        addTo(flying, message)
        hub.deliver(message)
      }
      const writing = mailbox.write({
        ...{ clientId, project, network, evicted, topics },
        messages: fresh,
        now: deps.now(),
      })
      const told = writing
        .finally(() => {
          for (const message of fresh) removeFrom(flying, message)
        })
        .then(async written => {
          // Also the known ones: the process that stored them may have ended before it could notify.
          await wakes.announce(fresh.filter((_, index) => written.kept[index] !== 'full'))
          return written
        })
      fresh.forEach((message, index) => {
        const outcome = told.then(({ kept }) => kept[index] ?? 'full')
        const key = keyOf(message)
        remember(key, { expiresAt: message.expiresAt, outcome })
        outcome.then(
          kept => kept === 'full' && recent.delete(key),
          () => recent.delete(key),
        )
      })
      try {
        const [{ isSubscribed, kept }, ...repeated] = await Promise.all([told, ...again])
        for (const each of kept) metrics.published(each, clock() - started)
        for (const each of repeated) metrics.published(each === 'kept' ? 'known' : each, clock() - started)
        if (kept.includes('full') || repeated.includes('full')) throw new RelayError('MailboxLimitExceeded')
        return isSubscribed
      } catch (error) {
        if (!(error instanceof RelayError)) metrics.published('failed', clock() - started)
        throw error
      }
    },
    flyingOn: topic => flying.get(topic) ?? [],
    isFirst(message) {
      const key = keyOf(message)
      // It is in the store for a while after its time, and is another one only when it was published anew.
      if ((recent.get(key)?.expiresAt ?? Number.NEGATIVE_INFINITY) >= message.expiresAt) return false
      remember(key, { expiresAt: message.expiresAt, outcome: Promise.resolve('known') })
      return true
    },
  }
}

function checkDraft({ message, ttl, tag, attestation }: Draft, limits: RelayServerLimits): void {
  if (ttl < 0) throw new RelayError('TtlTooShort')
  const longest = signInTags.has(tag) ? relayLimits.signInTtl : relayLimits.ttl
  if (ttl > longest) throw new RelayError('TtlTooLong', `: at most ${longest} seconds for tag ${tag}`)
  if (Buffer.byteLength(message) > limits.message)
    throw new RelayError('PayloadSizeExceeded', `. Maximum size for tag ${tag} is ${limits.message}`)
  for (const text of [message, attestation ?? ''])
    if (text.includes('\0') || !text.isWellFormed()) throw new RelayError('Serialization')
}

function addTo(flying: Map<string, Set<StoredMessage>>, message: StoredMessage): void {
  const those = flying.get(message.topic)
  if (those === undefined) flying.set(message.topic, new Set([message]))
  else those.add(message)
}

function removeFrom(flying: Map<string, Set<StoredMessage>>, message: StoredMessage): void {
  const those = flying.get(message.topic)
  those?.delete(message)
  if (those?.size === 0) flying.delete(message.topic)
}
