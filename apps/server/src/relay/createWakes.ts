import { randomBytes } from 'node:crypto'
import type { Shared } from '../core/scale/shared.ts'
import { type Mailbox, type MessageKey, placeBefore, type StoredMessage } from './createMailbox.ts'

/**
 * Where processes report new messages; the messages themselves are in the store. A process hears of those topics whose
 * first characters are also those of a topic with listeners here; the channel without them reaches every process.
 */
const everywhere = 'relay'
const channelOf = (topic: string) => `${everywhere}/${topic.slice(0, 2)}`
/** Messages named in one word: the bus takes 1,000 characters. */
const mostNamed = 7
const mostFound = 100
/** Clocks of processes differ: a look-up after a gap starts this much earlier, in microseconds. */
const overlap = 60_000_000
/** While the bus is silent the store is asked this often instead, in milliseconds. */
const pollTime = 1_000
/** The most unsent notifications, which are retried; beyond that the oldest are dropped. */
const mostUnsaid = 10_000

export interface Wakes {
  /** Notifies the other processes; resolves when they are notified, or when it failed and a retry is scheduled. */
  announce(keys: readonly MessageKey[]): Promise<void>
  /** Begins to listen for a topic, which has its first listener. */
  add(topic: string): void
  /** Ends it, when the last listener is gone. */
  remove(topic: string): void
  /** Resolves once notifications for these topics arrive: what the mailbox does not hold yet comes by one. */
  heard(topics: Iterable<string>): Promise<void>
  close(): Promise<void>
}

/** For one process on its own. */
export const noWakes: Wakes = {
  announce: async () => {},
  add() {},
  remove() {},
  heard: async () => {},
  close: async () => {},
}

/** Brings messages that other processes took to the sockets of this one. */
export async function openWakes(deps: {
  readonly shared: Pick<Shared, 'publish' | 'subscribe' | 'isListening'>
  readonly mailbox: Pick<Mailbox, 'find' | 'since'>
  readonly isHeard: (topic: string) => boolean
  /** Whether a process may run that knows no channels but the one for all. */
  readonly hasElders: () => boolean
  readonly onMessage: (message: StoredMessage) => void
  readonly onFailure: (error: unknown) => void
  readonly now: () => number
}): Promise<Wakes> {
  const { shared, mailbox } = deps
  const self = randomBytes(4).toString('hex')
  let named: MessageKey[] = []
  let hasMissed = false
  let working: Promise<void> | undefined
  let heardUntil = deps.now() * 1_000
  let isClosed = false

  const hand = async (keys: readonly MessageKey[]): Promise<void> => {
    const heard = keys.filter(({ topic }) => deps.isHeard(topic))
    for (let from = 0; from < heard.length; from += mostFound)
      for (const message of await mailbox.find(heard.slice(from, from + mostFound))) deps.onMessage(message)
  }

  /** Looks up every message stored since the bus was last connected. */
  const lookUp = async (): Promise<void> => {
    const until = deps.now() * 1_000
    for (let after = placeBefore(heardUntil - overlap); ; ) {
      const keys = await mailbox.since(after, 1_000)
      await hand(keys)
      const last = keys.at(-1)
      if (last === undefined || keys.length < 1_000) break
      after = last
    }
    if (shared.isListening) heardUntil = Math.max(heardUntil, until)
  }

  const work = async (): Promise<void> => {
    while ((named.length > 0 || hasMissed) && !isClosed) {
      const keys = named
      const isGap = hasMissed
      named = []
      hasMissed = false
      try {
        if (isGap) await lookUp()
        await hand(keys)
      } catch (error) {
        deps.onFailure(error)
        hasMissed = true
        await new Promise(resolve => setTimeout(resolve, pollTime))
      }
    }
    working = undefined
  }

  const onWord = (message: string | undefined): void => {
    if (message === undefined) hasMissed = true
    else if (message.startsWith(self)) return
    else named.push(...decode(message))
    working ??= work()
  }
  const stop = await shared.subscribe(everywhere, onWord)
  /** The topics with listeners, by their channels. */
  const channels = new Map<string, { readonly topics: Set<string>; readonly stop: Promise<() => void> }>()
  /** Words by themselves, with their channels. */
  const unsaid = new Map<string, string>()
  let repeating: Promise<void> | undefined
  const sayAgain = async (): Promise<void> => {
    try {
      for (const [word, channel] of unsaid) {
        if (isClosed) break
        await shared.publish(channel, word)
        unsaid.delete(word)
      }
    } catch {
      // Not yet.
    }
    repeating = undefined
  }

  const timer = setInterval(() => {
    if (unsaid.size > 0) repeating ??= sayAgain()
    if (shared.isListening) {
      if (!hasMissed && working === undefined) heardUntil = deps.now() * 1_000
      return
    }
    hasMissed = true
    working ??= work()
  }, pollTime)
  timer.unref()

  let waiting: MessageKey[] = []
  let sending: Promise<void> | undefined

  const send = async (): Promise<void> => {
    // Messages acknowledged in the same turn go together.
    await Promise.resolve()
    const keys = waiting
    waiting = []
    sending = undefined
    const byChannel = Map.groupBy(keys, ({ topic }) => (deps.hasElders() ? everywhere : channelOf(topic)))
    const words: [word: string, channel: string][] = []
    for (const [channel, some] of byChannel)
      for (let from = 0; from < some.length; from += mostNamed)
        words.push([encode(self, some.slice(from, from + mostNamed)), channel])
    const say = ([word, channel]: (typeof words)[number]) =>
      shared.publish(channel, word).catch(error => {
        deps.onFailure(error)
        // The others may hear all the same, and then do not look by themselves.
        unsaid.set(word, channel)
        if (unsaid.size > mostUnsaid) unsaid.delete(unsaid.keys().next().value as string)
      })
    await Promise.all(words.map(say))
  }

  return {
    async announce(keys) {
      if (keys.length === 0) return
      waiting.push(...keys)
      sending ??= send()
      await sending
    },
    add(topic) {
      const channel = channelOf(topic)
      const known = channels.get(channel)
      if (known !== undefined) known.topics.add(topic)
      else channels.set(channel, { topics: new Set([topic]), stop: shared.subscribe(channel, onWord) })
    },
    remove(topic) {
      const channel = channelOf(topic)
      const known = channels.get(channel)
      if (known?.topics.delete(topic) !== true || known.topics.size > 0) return
      channels.delete(channel)
      void known.stop.then(end => end())
    },
    async heard(topics) {
      const names = new Set([...topics].map(channelOf))
      await Promise.all([...names].map(name => channels.get(name)?.stop))
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      stop()
      for (const channel of channels.values()) (await channel.stop)()
      channels.clear()
      await sending
      await repeating
      await working
    },
  }
}

function encode(self: string, keys: readonly MessageKey[]): string {
  return self + keys.map(({ topic, hash }) => topic + hash).join('')
}

/** The channel may be shared with strangers: what does not look like keys is none. */
function decode(word: string): MessageKey[] {
  return [...word.slice(8).matchAll(/([0-9a-f]{64})([0-9a-f]{64})/g)].map(([, topic = '', hash = '']) => ({
    topic,
    hash,
  }))
}
