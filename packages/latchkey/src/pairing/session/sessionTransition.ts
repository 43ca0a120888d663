import * as v from 'valibot'
import { type CaipNetworkId, namespaceOf } from '../../contract/caip.ts'
import { oldIdsOf, settledToday, toToday } from '../namespaces/chainAliases.ts'
import { grantedNamespaces } from '../namespaces/grantedNamespaces.ts'
import { propertiesAfter } from '../namespaces/sessionProperties.ts'
import { cleanText } from './cleanMetadata.ts'
import { endSchema, eventSchema, extendSchema, updateSchema } from './payloads.schema.ts'
import type { PeerError } from './rpcMessage.ts'
import { sessionErrors } from './sessionErrors.ts'
import { sessionLifetime } from './sessionMethods.ts'
import type { StoredSession } from './storedSession.ts'

/** A wallet's request about a session that is there. */
export interface SessionRequest {
  readonly id: number
  readonly method: string
  readonly params: unknown
}

export interface SessionTime {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Seconds of the peers' clock as milliseconds of ours (F38). */
  toLocal(seconds: number): number
}

export interface SessionEnd {
  readonly code: number
  /** The wallet's own words, made harmless. */
  readonly message: string
}

export interface SessionStep {
  /** Undefined: it is over. The same object: nothing changed. */
  readonly session: StoredSession | undefined
  readonly answer: { readonly result: true } | { readonly error: PeerError }
  readonly end?: SessionEnd
  readonly event?: { readonly chainId: CaipNetworkId; readonly name: string; readonly data: unknown }
}

const done = { result: true } as const

/** Applies a wallet's request to a session, and returns the answer. The wallet is the controller, so it may change it. */
export function sessionTransition(
  session: StoredSession,
  request: SessionRequest,
  time: SessionTime,
): SessionStep {
  switch (request.method) {
    case 'wc_sessionPing':
    // A settlement that comes again was not acknowledged in time.
    case 'wc_sessionSettle':
      return { session, answer: done }
    case 'wc_sessionUpdate':
      return update(session, request)
    case 'wc_sessionExtend':
      return extend(session, request, time)
    case 'wc_sessionEvent':
      return hear(session, request)
    case 'wc_sessionDelete':
      return { session: undefined, answer: done, end: endOf(request.params) }
    default:
      return { session, answer: { error: sessionErrors.unsupportedMethod } }
  }
}

/** Why a peer ends something, whatever it sent. */
export function endOf(params: unknown): SessionEnd {
  const parsed = v.safeParse(endSchema, params)
  if (!parsed.success) return sessionErrors.userDisconnected
  return { code: parsed.output.code, message: cleanText(parsed.output.message, 200) }
}

function update(session: StoredSession, { id, params }: SessionRequest): SessionStep {
  const parsed = v.safeParse(updateSchema, params)
  const settled = parsed.success ? parsed.output.namespaces : {}
  const namespaces = grantedNamespaces(settledToday(settled, session.aliases), session.asked)
  if (!namespaces || id <= session.updateId)
    return { session, answer: { error: sessionErrors.invalidUpdate } }
  const { oldIds: _before, ...rest } = session
  const oldIds = oldIdsOf(settled, session.aliases)
  return { session: { ...rest, namespaces, ...(oldIds && { oldIds }), updateId: id }, answer: done }
}

function extend(session: StoredSession, { params }: SessionRequest, time: SessionTime): SessionStep {
  const parsed = v.safeParse(extendSchema, params)
  const latest = time.now + sessionLifetime
  const seconds = parsed.success ? parsed.output?.expiry : undefined
  const expiry = typeof seconds === 'number' ? Math.min(time.toLocal(seconds), latest) : latest
  if (!parsed.success || expiry < session.expiry) {
    return { session, answer: { error: sessionErrors.invalidExtend } }
  }
  return { session: { ...session, expiry }, answer: done }
}

function hear(session: StoredSession, { params }: SessionRequest): SessionStep {
  const parsed = v.safeParse(eventSchema, params)
  if (!parsed.success) return { session, answer: { error: sessionErrors.unauthorizedEvent } }
  const { event } = parsed.output
  const chainId = toToday(parsed.output.chainId as CaipNetworkId, session.aliases)
  const namespace = namespaceOf(chainId)
  const part = Object.hasOwn(session.namespaces, namespace) ? session.namespaces[namespace] : undefined
  if (!part?.events.includes(event.name))
    return { session, answer: { error: sessionErrors.unauthorizedEvent } }
  const properties = propertiesAfter(session.properties, event.name, event.data)
  return {
    session: properties === session.properties ? session : { ...session, ...(properties && { properties }) },
    answer: done,
    event: { chainId, name: event.name, data: event.data },
  }
}
