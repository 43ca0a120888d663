/** What tabs of one widget say to each other. Another tab may run another release, so that it is foreign input. */
import type { RelayCall } from '../socket/createOutbox.ts'
import type { RelayPush } from '../socket/createPushQueue.ts'
import type { RelayState } from '../socket/relayLink.ts'

/** A tab's request to the leading tab. */
export type TabRequest =
  | { readonly do: 'call'; readonly call: RelayCall }
  | { readonly do: 'subscribe' | 'unsubscribe'; readonly topics: readonly string[] }
  | { readonly do: 'ping' | 'probe' | 'retry' }

/** An error on its way to another tab. */
export interface TabFault {
  readonly code: string
  readonly message: string
  readonly context: Readonly<Record<string, unknown>>
}

/** The state on its way to another tab: an error loses its class. */
export type TabState =
  | Exclude<RelayState, { readonly status: 'refused' }>
  | { readonly status: 'refused'; readonly error: TabFault }

export type TabMessage =
  | { readonly type: 'want'; readonly id: string; readonly request: TabRequest }
  /** The tab that leads has heard it. */
  | { readonly type: 'got'; readonly id: string }
  | { readonly type: 'done'; readonly id: string; readonly result: unknown }
  | { readonly type: 'failed'; readonly id: string; readonly fault: TabFault }
  | { readonly type: 'state'; readonly state: TabState; readonly offset: number }
  | { readonly type: 'push'; readonly push: RelayPush }
  /** A tab leads from now on: what was asked of the one before is asked again. */
  | { readonly type: 'leads' }

/** Of the messages among tabs; a release that changes one counts up, and then tabs of two releases do not share. */
const version = 1

export function formatTabMessage(message: TabMessage): unknown {
  return { v: version, ...message }
}

/**
 * Reads a message of this version; undefined for all else. A sender is a page of our own origin, which could use the
 * store as well: the checks only keep messages of another release or another channel from breaking this tab.
 */
export function parseTabMessage(value: unknown): TabMessage | undefined {
  const { v, type, ...rest } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (v !== version || typeof type !== 'string') return undefined
  const inner = { want: 'request', failed: 'fault', state: 'state', push: 'push' }[type]
  if (inner !== undefined && (typeof rest[inner] !== 'object' || rest[inner] === null)) return undefined
  return value as TabMessage
}
