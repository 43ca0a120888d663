import type { Listener } from './shared.ts'

/** Messages between the processes of one installation, at most once each. */
export interface Bus {
  /** Whether messages arrive now. */
  readonly isListening: boolean
  publish(channel: string, message: string): Promise<void>
  subscribe(channel: string, listener: Listener): () => void
  /** Resolves once messages on the channel arrive; at once while none arrive at all, whose end reports them as missed. */
  heard(channel: string): Promise<void>
  /** Resolves once messages arrive. */
  ready(): Promise<void>
  close(): Promise<void>
}

/**
 * Whether only processes that subscribe to the channel receive its messages: it has a `/` in its name. Messages of all
 * other channels reach every process.
 */
export const isNarrow = (channel: string): boolean => channel.includes('/')

/** Characters of a message: PostgreSQL takes 8,000 bytes for a notification with all that goes round it. */
export const longestMessage = 1_000

export function encodeMessage(channel: string, message: string): string {
  if (message.length > longestMessage)
    throw new Error(`A message may have ${longestMessage} characters, this one has ${message.length}`)
  return JSON.stringify([channel, message])
}

/** What another process sent, or undefined for anything else: the channel may be shared with strangers. */
export function decodeMessage(text: string): readonly [channel: string, message: string] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value) || value.length !== 2) return undefined
    const [channel, message] = value
    return typeof channel === 'string' && typeof message === 'string' ? [channel, message] : undefined
  } catch {
    return undefined
  }
}
