import * as v from 'valibot'
import { createError } from '../../contract/errors/createError.ts'
import { aliasesOf, oldIdsOf, settledToday } from '../namespaces/chainAliases.ts'
import { grantedNamespaces } from '../namespaces/grantedNamespaces.ts'
import { readProperties } from '../namespaces/sessionProperties.ts'
import { cleanMetadata } from './cleanMetadata.ts'
import { cacaoSchema, settleSchema } from './payloads.schema.ts'
import { noteProofs } from './resolveAttempt.ts'
import type { RpcMessage } from './rpcMessage.ts'
import { sessionErrors } from './sessionErrors.ts'
import { kindOf, sessionLifetime } from './sessionMethods.ts'
import { type SessionWorld, toLocalTime } from './sessionWorld.ts'
import type { StoredProposal, StoredSession } from './storedSession.ts'

/** The wallet's settlement: checked against what was asked, stored, and only then acknowledged. */
export async function settleSession(
  world: SessionWorld,
  topic: string,
  request: Extract<RpcMessage, { kind: 'request' }>,
  leads: boolean,
): Promise<void> {
  const proposal = (await world.proposals.list()).find(({ value }) => value.sessionTopic === topic)?.value
  if (!proposal || proposal.expiry <= world.clock.now()) return
  const kind = kindOf('wc_sessionSettle', 'response')
  const session = sessionOf(world, topic, proposal, request.params)
  const attempt = world.attempts.get(proposal.pairingTopic)
  if (!session) {
    attempt?.reject(createError('WALLET_BAD_ANSWER', { context: { method: 'wc_sessionSettle' } }))
    const refusal = { error: sessionErrors.invalidSettle }
    if (leads) await world.rpc.answer(topic, request.id, kind, refusal).catch(() => undefined)
    return
  }
  if (attempt && proposal.auth) noteProofs(attempt, await settledProofs(proposal, request.params))
  if (!leads) return
  await approve(world, session)
  // Not heard: the wallet settles again, and is answered then.
  await world.rpc.answer(topic, request.id, kind, { result: true }).catch(() => undefined)
}

/** Stores a session and resolves its callers; its pairing accepts no other (T92). */
export async function approve(world: SessionWorld, session: StoredSession): Promise<void> {
  await world.list.put(session)
  const proposal = await world.proposals.get(session.pairingTopic)
  await world.proposals.delete(session.pairingTopic)
  const unused = [proposal?.auth?.responseTopic].filter(each => each !== undefined)
  if (proposal?.sessionTopic && proposal.sessionTopic !== session.topic) unused.push(proposal.sessionTopic)
  if (unused.length > 0) void world.link.unsubscribe(unused).catch(() => undefined)
}

function sessionOf(
  world: SessionWorld,
  topic: string,
  proposal: StoredProposal,
  params: unknown,
): StoredSession | undefined {
  const parsed = v.safeParse(settleSchema, params)
  if (!parsed.success) return undefined
  const { controller, namespaces, expiry, sessionConfig, sessionProperties } = parsed.output
  const properties = readProperties(sessionProperties)
  const asked = Object.keys(proposal.asked)
  const aliases = aliasesOf(proposal.asked)
  const granted = grantedNamespaces(settledToday(namespaces, aliases), asked)
  const oldIds = oldIdsOf(namespaces, aliases)
  const now = world.clock.now()
  const until = Math.min(toLocalTime(world, expiry), now + sessionLifetime)
  if (!granted || until <= now) return undefined
  return {
    topic,
    pairingTopic: proposal.pairingTopic,
    publicKey: proposal.publicKey,
    peer: cleanMetadata(controller.metadata),
    asked,
    namespaces: granted,
    ...(aliases && { aliases }),
    ...(oldIds && { oldIds }),
    ...(properties && { properties }),
    expiry: until,
    disableDeepLink: sessionConfig?.disableDeepLink === true,
    updateId: 0,
  }
}

async function settledProofs(proposal: StoredProposal, params: unknown) {
  const parsed = v.safeParse(settleSchema, params)
  const signed = parsed.success ? (parsed.output.proposalRequestsResponses?.authentication ?? []) : []
  const cacaos = signed.flatMap(each => {
    const cacao = v.safeParse(cacaoSchema, each)
    return cacao.success ? [cacao.output] : []
  })
  if (!proposal.auth || cacaos.length === 0) return []
  const { proofsOf } = await import('../authenticate/signInProofs.ts').catch(cause => {
    throw createError('CHUNK_FAILED', { cause })
  })
  return proofsOf(cacaos, proposal.auth.payload)
}
