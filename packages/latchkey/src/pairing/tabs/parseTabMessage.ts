/** What tabs of one widget say to each other. Another tab may run another release, so that it is foreign input. */
import type { RelayCall } from '../socket/createOutbox.ts'
import type { RelayPush } from '../socket/createRelayConnection.ts'
import type { RelayState } from '../socket/relayLink.ts'

/** What a tab wants of the one that leads. */
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

/** Reads a message of this version; undefined for all else. Its sender is a page of our own origin. */
export function parseTabMessage(value: unknown): TabMessage | undefined {
  const message = value as (TabMessage & { readonly v?: unknown }) | null
  if (typeof message !== 'object' || message?.v !== version) return undefined
  switch (message.type) {
    case 'want':
      return isText(message.id) && isRecord(message.request) && isText(message.request.do)
        ? message
        : undefined
    case 'got':
    case 'done':
      return isText(message.id) ? message : undefined
    case 'failed':
      return isText(message.id) && isFault(message.fault) ? message : undefined
    case 'state':
      return isRecord(message.state) && isText(message.state.status) && Number.isFinite(message.offset)
        ? message
        : undefined
    case 'push':
      return isRecord(message.push) && isText(message.push.topic) && isText(message.push.message)
        ? message
        : undefined
    case 'leads':
      return message
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isFault(value: unknown): boolean {
  const { code, message, context } = (value ?? {}) as Partial<TabFault>
  return isText(code) && isText(message) && isRecord(context)
}
