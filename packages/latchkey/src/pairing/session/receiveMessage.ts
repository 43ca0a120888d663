import { isLatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { openEnvelope } from '../crypto/openEnvelope.ts'
import type { SymKey } from '../crypto/pairingCrypto.ts'
import { fromHex } from '../envelope/hex.ts'
import type { RelayMessage } from '../socket/relayLink.ts'
import { fail, handleProposeAnswer } from './handleAnswer.ts'
import { handleRequest } from './handleRequest.ts'
import { parseRpcMessage, type RpcMessage } from './rpcMessage.ts'
import type { Attempt, SessionWorld } from './sessionWorld.ts'
import type { StoredProposal } from './storedSession.ts'

/**
 * Opens a message for one of our topics and hands it to the request or attempt that waits for it. Drops a message that
 * cannot be opened or read: a stranger's message must not cost more than this. The link lets each message in once (T89).
 */
export async function receiveMessage(world: SessionWorld, message: RelayMessage): Promise<void> {
  const { topic, leads } = message
  const opened = await open(world, message)
  const rpc = opened && parseRpcMessage(opened.text)
  if (!rpc) return
  if (rpc.kind === 'request') await handleRequest(world, topic, rpc, leads)
  else if (!settleWaiting(world, topic, rpc)) await handleProposal(world, opened.proposal, topic, rpc, leads)
}

interface Opened {
  readonly text: string
  readonly proposal: StoredProposal | undefined
}

async function open(
  world: SessionWorld,
  { topic, message, leads }: RelayMessage,
): Promise<Opened | undefined> {
  const { crypto, store, proposals, attempts } = world
  try {
    const symKey = (await store.symKeys.get(topic)) ?? ownKey(attempts.get(topic))
    if (symKey) {
      const proposal = (await proposals.get(topic)) ?? attempts.get(topic)?.proposal
      return { text: openEnvelope(message, symKey), proposal }
    }
    const stored = (await proposals.list()).map(({ value }) => value)
    const own = [...attempts.values()].map(attempt => attempt.proposal)
    const proposal = [...stored, ...own].find(each => each.auth?.responseTopic === topic)
    if (!proposal) return undefined
    const keys = await store.keyPairs.get(proposal.publicKey)
    // Browsers do lose stored keys: the attempt fails instead of waiting for an answer that cannot be read.
    if (!keys) return void (await fail(world, proposal.pairingTopic, createError('CONNECT_FAILED'), leads))
    return { text: (await crypto.openFrom(message, keys)).text, proposal }
  } catch (cause) {
    // The chunk that opens it did not load: the relay stores the message for later.
    if (isLatchkeyError(cause, 'CHUNK_FAILED')) throw cause
    return undefined
  }
}

/** Of a pairing of this tab: the one that leads may have forgotten it before this one reads the answer. */
function ownKey(attempt: Attempt | undefined): SymKey | undefined {
  const [, hex] = /symKey=([0-9a-f]{64})/.exec(attempt?.uri ?? '') ?? []
  return hex === undefined ? undefined : fromHex(hex)
}

type Answer = Exclude<RpcMessage, { kind: 'request' }>

function settleWaiting(world: SessionWorld, topic: string, answer: Answer): boolean {
  const waiting = world.waiting.get(answer.id)
  if (waiting?.topic !== topic) return false
  world.waiting.delete(answer.id)
  waiting.settle(answer)
  return true
}

async function handleProposal(
  world: SessionWorld,
  proposal: StoredProposal | undefined,
  topic: string,
  answer: Answer,
  leads: boolean,
): Promise<void> {
  if (!proposal) return
  if (answer.id === proposal.proposalId && topic === proposal.pairingTopic) {
    await handleProposeAnswer(world, proposal, answer, leads)
  } else if (answer.id === proposal.auth?.id) {
    const { handleAuthAnswer } = await import('../authenticate/handleAuthAnswer.ts').catch(cause => {
      throw createError('CHUNK_FAILED', { cause })
    })
    await handleAuthAnswer(world, { ...proposal, auth: proposal.auth }, answer, leads)
  }
}
