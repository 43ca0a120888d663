import * as v from 'valibot'
import { createError } from '../../contract/errors/createError.ts'
import { rejectedWalletCodes } from '../../contract/errors/table.ts'
import { toConnectError } from '../../contract/errors/toConnectError.ts'
import { cleanText } from './cleanMetadata.ts'
import { dropPairing } from './dropPairing.ts'
import { proposeAnswerSchema } from './payloads.schema.ts'
import type { PeerError, RpcMessage } from './rpcMessage.ts'
import type { SessionWorld } from './sessionWorld.ts'
import type { StoredProposal } from './storedSession.ts'

type Answer = Exclude<RpcMessage, { kind: 'request' }>

/** A wallet answered the proposal: keys are agreed on and its settlement is waited for. The first answer counts. */
export async function handleProposeAnswer(
  world: SessionWorld,
  proposal: StoredProposal,
  answer: Answer,
  leads: boolean,
): Promise<void> {
  const { pairingTopic } = proposal
  if (answer.kind === 'error') return refuse(world, pairingTopic, answer.error, leads)
  const attempt = world.attempts.get(pairingTopic)
  const parsed = v.safeParse(proposeAnswerSchema, answer.result)
  if (!parsed.success) return fail(world, pairingTopic, badAnswer('wc_sessionPropose'), leads)
  if (attempt) world.emit('scanned', { uri: attempt.uri })
  if (!leads || proposal.sessionTopic !== undefined) return
  const { crypto, store, link } = world
  try {
    const keys = await store.keyPairs.get(proposal.publicKey)
    // Browsers do lose stored keys: the attempt fails instead of waiting for a settlement that cannot be read.
    if (!keys) throw createError('CONNECT_FAILED')
    const symKey = await crypto.agree(keys, parsed.output.responderPublicKey)
    const sessionTopic = await crypto.topicOf(symKey)
    // Before subscribing: the settlement may come earlier than the relay's answer to it.
    await store.symKeys.set(sessionTopic, symKey)
    await world.proposals.update(pairingTopic, now => now && { ...now, sessionTopic })
    link
      .subscribe([sessionTopic])
      .catch(cause => world.attempts.get(pairingTopic)?.reject(toConnectError(cause)))
  } catch (cause) {
    await fail(world, pairingTopic, toConnectError(cause), leads)
  }
}

/** The wallet refused or failed: the callers get its own words. */
export function refuse(
  world: SessionWorld,
  pairingTopic: string,
  error: PeerError,
  leads: boolean,
): Promise<void> {
  const code = rejectedWalletCodes.includes(error.code) ? 'CONNECTION_REJECTED' : 'CONNECT_FAILED'
  const context = { walletCode: error.code, walletMessage: cleanText(error.message, 200) }
  return fail(world, pairingTopic, createError(code, { context }), leads)
}

/** Ends an attempt: rejects its callers with the reason, and invalidates its URI. */
export async function fail(
  world: SessionWorld,
  pairingTopic: string,
  error: ReturnType<typeof createError>,
  leads: boolean,
): Promise<void> {
  world.attempts.get(pairingTopic)?.reject(error)
  if (leads) await dropPairing(world, pairingTopic)
}

/** The error of an answer that makes no sense. */
export function badAnswer(method: string) {
  return createError('WALLET_BAD_ANSWER', { context: { method } })
}
