import { createError } from '../../contract/errors/createError.ts'
import type { RelayKind } from '../../contract/relay.ts'
import type { TopicAnswer } from './createTopicRpc.ts'
import { fail } from './handleAnswer.ts'
import type { RpcMessage } from './rpcMessage.ts'
import { sessionErrors } from './sessionErrors.ts'
import { isSessionMethod, kindOf, unknownMethodKind } from './sessionMethods.ts'
import { endOf, type SessionStep, sessionTransition } from './sessionTransition.ts'
import { type SessionWorld, toLocalTime } from './sessionWorld.ts'
import { settleSession } from './settleSession.ts'
import type { StoredSession } from './storedSession.ts'

type Request = Extract<RpcMessage, { kind: 'request' }>

/** Handles a wallet's own request: the leading tab answers and stores, the others only emit the event. */
export async function handleRequest(
  world: SessionWorld,
  topic: string,
  request: Request,
  leads: boolean,
): Promise<void> {
  const session = world.list.get(topic)
  if (session) return handleSessionRequest(world, session, request, leads)
  if (request.method === 'wc_sessionSettle') return settleSession(world, topic, request, leads)
  if (!leads) return
  await handlePairingRequest(world, topic, request)
}

async function handleSessionRequest(
  world: SessionWorld,
  session: StoredSession,
  request: Request,
  leads: boolean,
): Promise<void> {
  const { topic } = session
  const step = sessionTransition(session, request, {
    now: world.clock.now(),
    toLocal: seconds => toLocalTime(world, seconds),
  })
  if (leads) {
    const { session: next } = step
    if (next && next !== session) await world.list.put(next)
    // Answered before the keys go.
    await answer(world, topic, request, step.answer)
    if (!next) await world.list.end(topic, endedBy(step))
  } else if (!step.session) world.list.dismiss(topic, endedBy(step))
  if (step.event) world.emit('sessionEvent', { topic, ...step.event })
}

function endedBy({ end }: SessionStep) {
  return { by: 'wallet', ...end } as const
}

async function handlePairingRequest(world: SessionWorld, topic: string, request: Request): Promise<void> {
  if (request.method === 'wc_pairingPing') return answer(world, topic, request, { result: true })
  if (request.method === 'wc_pairingDelete') {
    await answer(world, topic, request, { result: true })
    const { code, message } = endOf(request.params)
    const context = { walletCode: code, walletMessage: message }
    return fail(world, topic, createError('CONNECT_FAILED', { context }), true)
  }
  await answer(world, topic, request, { error: sessionErrors.unsupportedMethod })
}

/** An answer that cannot be sent is the wallet's loss, not a reason to stop here. */
async function answer(
  world: SessionWorld,
  topic: string,
  { id, method }: Request,
  content: TopicAnswer,
): Promise<void> {
  const kind: RelayKind = isSessionMethod(method) ? kindOf(method, 'response') : unknownMethodKind
  await world.rpc.answer(topic, id, kind, content).catch(() => undefined)
}
