import * as v from 'valibot'
import type { ErrorCode } from '../../contract/errors/table.ts'
import { toConnectError } from '../../contract/errors/toConnectError.ts'
import { badAnswer, fail, refuse } from '../session/handleAnswer.ts'
import { authenticateAnswerSchema } from '../session/payloads.schema.ts'
import { noteProofs } from '../session/resolveAttempt.ts'
import type { RpcMessage } from '../session/rpcMessage.ts'
import { sessionErrors } from '../session/sessionErrors.ts'
import type { SessionWorld } from '../session/sessionWorld.ts'
import { approve } from '../session/settleSession.ts'
import type { StoredProposal } from '../session/storedSession.ts'
import { sessionOfCacaos } from './sessionOfCacaos.ts'
import { proofsOf } from './signInProofs.ts'

type Answer = Exclude<RpcMessage, { kind: 'request' }>

/** A wallet connected and signed in at once; there is no settlement, the signed statements are the session. */
export async function handleAuthAnswer(
  world: SessionWorld,
  proposal: StoredProposal & { readonly auth: NonNullable<StoredProposal['auth']> },
  answer: Answer,
  leads: boolean,
): Promise<void> {
  const { pairingTopic, auth } = proposal
  if (answer.kind === 'error') {
    // The wallet cannot do both at once: it answers the proposal that came with it.
    if (answer.error.code === sessionErrors.unsupportedMethod.code) return
    return refuse(world, pairingTopic, answer.error, leads)
  }
  const parsed = v.safeParse(authenticateAnswerSchema, answer.result)
  const { crypto, store, link } = world
  try {
    const keys = await store.keyPairs.get(proposal.publicKey)
    if (!keys) return
    if (!parsed.success) throw badAnswer('wc_sessionAuthenticate')
    const { cacaos, responder } = parsed.output
    const symKey = await crypto.agree(keys, responder.publicKey)
    const topic = await crypto.topicOf(symKey)
    const session = sessionOfCacaos(world, proposal, { topic, cacaos, responder })
    if (!session) throw badAnswer('wc_sessionAuthenticate')
    const attempt = world.attempts.get(pairingTopic)
    if (attempt) {
      world.emit('scanned', { uri: attempt.uri })
      noteProofs(attempt, proofsOf(cacaos, auth.payload))
    }
    if (!leads) return
    await store.symKeys.set(topic, symKey)
    link.subscribe([topic]).catch(cause => world.alert(toConnectError(cause).code as ErrorCode))
    await approve(world, session)
  } catch (cause) {
    await fail(world, pairingTopic, toConnectError(cause), leads)
  }
}
