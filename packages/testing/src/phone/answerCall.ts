import { kindOf, type SessionCall } from 'latchkey/pairing'
import { refusalOf } from './decision.ts'
import type { PhoneSession } from './phoneSession.ts'
import type { PhoneWorld } from './phoneWorld.ts'

/** A request of a site within its session. */
export interface SiteCall {
  readonly id: number
  readonly session: PhoneSession
  readonly call: SessionCall
}

/** Why the phone will not even look at it; undefined when it will. */
export function refusedCall(
  { session, call }: SiteCall,
  now: number,
): { readonly code: number; readonly message: string } | 'expired' | undefined {
  const { request, chainId } = call
  if (typeof request.expiryTimestamp === 'number' && request.expiryTimestamp <= now) return 'expired'
  const part = session.namespaces[chainId.slice(0, chainId.indexOf(':'))]
  if (!part?.chains.includes(chainId)) return { code: 5100, message: 'Unsupported chains.' }
  if (!part.methods.includes(request.method)) return { code: 3001, message: 'Unauthorized method.' }
  return undefined
}

/** Answers with what the wallet made of it. */
export async function answerCall(
  world: PhoneWorld,
  { id, session }: SiteCall,
  asked: Promise<unknown>,
): Promise<void> {
  const kind = kindOf('wc_sessionRequest', 'response')
  const content = await asked.then(
    result => ({ result: result ?? null }),
    cause => ({ error: refusalOf(cause) }),
  )
  // The session was disconnected meanwhile, so no site waits for the answer.
  if (world.sessions.get(session.topic)) await world.rpc.answer(session.topic, id, kind, content)
}
