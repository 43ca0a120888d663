import {
  isSessionMethod,
  kindOf,
  parseAuthentication,
  parseProposal,
  parseRpcMessage,
  parseSessionCall,
  type RelayMessage,
  type RpcMessage,
  sessionErrors,
} from 'latchkey/pairing'
import { answerAuthentication, shownMessage } from './answerAuthentication.ts'
import { answerCall, refusedCall } from './answerCall.ts'
import { answerProposal } from './answerProposal.ts'
import type { PhoneWorld } from './phoneWorld.ts'
import { attestedOrigin, verify } from './verifyAsker.ts'

type Request = Extract<RpcMessage, { kind: 'request' }>

/** Opens a message of the relay and acts on it. What cannot be read is dropped. */
export async function hearSite(world: PhoneWorld, heard: RelayMessage): Promise<void> {
  const { topic, message } = heard
  const { store, crypto } = world.transport
  const symKey = await store.symKeys.get(topic)
  if (!symKey) return
  let rpc: RpcMessage | undefined
  try {
    rpc = parseRpcMessage(await crypto.open(message, symKey))
  } catch {
    return
  }
  if (!rpc) return
  if (rpc.kind !== 'request') {
    world.waiting.get(rpc.id)?.(rpc.kind === 'result')
    return
  }
  // A person may take minutes; the next message does not wait for it.
  void heed(world, heard, rpc).catch(world.failed)
}

async function heed(world: PhoneWorld, heard: RelayMessage, request: Request): Promise<void> {
  const { topic } = heard
  switch (request.method) {
    case 'wc_sessionPropose':
      return handleProposal(world, heard, request)
    case 'wc_sessionAuthenticate':
      return handleAuthentication(world, heard, request)
    case 'wc_sessionRequest':
      return handleCall(world, topic, request)
    case 'wc_sessionPing':
    case 'wc_pairingPing':
      return say(world, topic, request, { result: true })
    case 'wc_sessionDelete':
    case 'wc_pairingDelete':
      await say(world, topic, request, { result: true })
      await world.sessions.drop(topic)
      await world.forget(topic)
      return
    default:
      return say(world, topic, request, { error: sessionErrors.unsupportedMethod })
  }
}

async function handleProposal(
  world: PhoneWorld,
  heard: RelayMessage,
  { id, params }: Request,
): Promise<void> {
  const { topic: pairingTopic } = heard
  const isBoth = world.pairings.get(pairingTopic)?.includes('wc_sessionAuthenticate')
  // The request that came with it asks for more.
  if (isBoth && world.options.authenticate !== false) return
  const proposal = parseProposal(params)
  const until = proposal?.expiryTimestamp
  if (!proposal || (typeof until === 'number' && until <= world.seconds())) return
  const peer = world.peerOf(proposal.proposer)
  const verifiedOrigin = await attestedOrigin(world, heard)
  const { requiredNamespaces: required, optionalNamespaces: optional } = proposal
  const asked = world.ask({
    topic: pairingTopic,
    method: 'wc_sessionPropose',
    params: { pairingTopic, peer, required, optional },
    peer,
    verification: verify(verifiedOrigin, peer.url),
    until,
  })
  await answerProposal(world, { id, pairingTopic, proposal, verifiedOrigin }, asked)
}

async function handleAuthentication(world: PhoneWorld, heard: RelayMessage, request: Request): Promise<void> {
  const { topic } = heard
  if (world.options.authenticate === false) {
    return say(world, topic, request, { error: sessionErrors.unsupportedMethod })
  }
  const authentication = parseAuthentication(request.params)
  const until = authentication?.expiryTimestamp
  if (!authentication || (typeof until === 'number' && until <= world.seconds())) return
  const { authPayload, requester } = authentication
  const peer = world.peerOf(requester)
  const verifiedOrigin = await attestedOrigin(world, heard)
  const { domain, chains } = authPayload
  const message = shownMessage(world, authPayload)
  const asked = world.ask({
    topic,
    method: 'wc_sessionAuthenticate',
    params: { pairingTopic: topic, peer, domain, chains, message },
    peer,
    verification: verify(verifiedOrigin, peer.url),
    until,
  })
  const call = { id: request.id, pairingTopic: topic, authentication, verifiedOrigin }
  await answerAuthentication(world, call, asked)
}

async function handleCall(world: PhoneWorld, topic: string, request: Request): Promise<void> {
  const session = world.sessions.get(topic)
  const call = parseSessionCall(request.params)
  if (!session || !call) return
  const site = { id: request.id, session, call }
  const refused = refusedCall(site, world.seconds())
  if (refused === 'expired') return
  if (refused) return say(world, topic, request, { error: refused })
  await answerCall(world, site, world.carryOut(site))
}

function say(
  world: PhoneWorld,
  topic: string,
  { id, method }: Request,
  content: Parameters<PhoneWorld['rpc']['answer']>[3],
): Promise<void> {
  const kind = isSessionMethod(method) ? kindOf(method, 'response') : { tag: 0, ttl: 86_400, prompt: false }
  return world.rpc.answer(topic, id, kind, content)
}
