import { isLatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { toConnectError } from '../../contract/errors/toConnectError.ts'
import { limits } from '../../contract/limits.ts'
import { toHex } from '../envelope/hex.ts'
import type { PairingApproval, PairingAttempt, PairOptions, RequestedNamespaces } from '../pairing.ts'
import { formatPairingUri } from '../uri/formatPairingUri.ts'
import { kindOf, proposalLifetime } from './sessionMethods.ts'
import { type SessionWorld, toPeerSeconds } from './sessionWorld.ts'
import type { StoredProposal } from './storedSession.ts'

/**
 * Makes a pairing and proposes a session on it. Returns the URI as soon as the keys exist; the proposal goes to the
 * relay meanwhile. With a sign-in it also asks for both at once; a wallet that cannot do both answers the proposal.
 */
export async function proposeSession(world: SessionWorld, options: PairOptions): Promise<PairingAttempt> {
  const { crypto, store, clock, rpc, link } = world
  // Whatever it was refused for may be set right by now.
  if (link.state.status === 'refused') link.retry()
  const symKey = crypto.generateSymKey()
  const [topic, keys] = await Promise.all([crypto.topicOf(symKey), crypto.generateKeyPair()])
  const payload = await authPayloadOf(options)
  const auth = payload && {
    id: rpc.nextId(),
    responseTopic: await crypto.topicOf(keys.publicKey),
    payload,
  }
  const now = clock.now()
  const expiresAt = now + limits.pairingExpiry
  const proposal: StoredProposal = {
    pairingTopic: topic,
    publicKey: keys.publicKey,
    proposalId: rpc.nextId(),
    asked: options.namespaces,
    // Who scanned in the last second has a minute to decide.
    expiry: now + proposalLifetime,
    ...(auth && { auth }),
  }
  // The proposal first: a page that is closed here leaves no key without a record that names it, to be deleted with it.
  await world.proposals.set(topic, proposal)
  await Promise.all([store.symKeys.set(topic, symKey), store.keyPairs.set(keys.publicKey, keys)])
  const uri = formatPairingUri({
    topic,
    symKey: toHex(symKey),
    expiry: link.serverNow() + limits.pairingExpiry,
    ...(auth && { methods: ['wc_sessionAuthenticate'] }),
  })
  // Until then a wallet may ping its pairing, or end it.
  world.at(proposal.expiry, () => {
    world.living().then(
      ({ dropPairing }) => dropPairing(world, topic),
      // The next page forgets it.
      () => undefined,
    )
  })
  const approval = awaitApproval(world, proposal, uri, options.signal)
  // A caller that ignores the approval gets no unhandled rejection.
  approval.catch(() => undefined)
  send(world, proposal).then(
    () => fetchLiving(world, topic),
    cause => world.attempts.get(topic)?.reject(toConnectError(cause)),
  )
  return { uri, expiresAt, approval }
}

/** Milliseconds between tries to fetch what an answer needs. */
const fetchGaps = [1_000, 3_000]

/**
 * Fetches the chunk for the wallet's answer while the visitor looks at the code. A page without it could not connect:
 * the approval is rejected, and the visitor may try again.
 */
function fetchLiving(world: SessionWorld, topic: string, failures = 0): void {
  world.living().catch(cause => {
    const gap = fetchGaps[failures]
    if (gap === undefined) world.attempts.get(topic)?.reject(toConnectError(cause))
    else if (world.attempts.has(topic))
      world.clock.setTimeout(() => fetchLiving(world, topic, failures + 1), gap)
  })
}

/** A chunk that cannot be had costs the one approval, not the connection. */
async function authPayloadOf({ signIn, namespaces }: PairOptions) {
  if (!signIn) return undefined
  const both = await import('../authenticate/signInProofs.ts').catch(() => undefined)
  return both?.toAuthPayload(signIn, namespaces)
}

function awaitApproval(
  world: SessionWorld,
  proposal: StoredProposal,
  uri: string,
  signal: AbortSignal,
): Promise<PairingApproval> {
  const { pairingTopic, expiry } = proposal
  return new Promise<PairingApproval>((resolve, reject) => {
    const cancel = world.at(expiry, () => end(() => reject(createError('APKT004'))))
    const stop = () => end(() => reject(createError('MODAL_CLOSED')))
    const end = (settle: () => void): void => {
      if (!world.attempts.delete(pairingTopic)) return
      cancel()
      signal.removeEventListener('abort', stop)
      settle()
    }
    world.attempts.set(pairingTopic, {
      uri,
      skew: skewOf(world),
      proposal,
      resolve: approval => end(() => resolve(approval)),
      reject: error => end(() => reject(error)),
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  }).catch(async cause => {
    const isGivenUp = isLatchkeyError(cause, 'MODAL_CLOSED')
    // The wallet that shows the proposal gets the end of it before the keys go. A page that is being destroyed can do
    // neither: the next one does.
    await world
      .living()
      .then(async ({ giveUp, dropPairing }) => {
        if (isGivenUp) await giveUp(world, proposal)
        await dropPairing(world, pairingTopic)
      })
      .catch(() => undefined)
    throw cause
  })
}

async function send(world: SessionWorld, proposal: StoredProposal): Promise<void> {
  const { link, rpc } = world
  const { pairingTopic: topic, auth } = proposal
  const { metadata } = world
  const proposer = { publicKey: proposal.publicKey, metadata }
  // Of both questions, however long they are on their way: the page waits no longer.
  const expiryTimestamp = toPeerSeconds(world, proposalLifetime)
  const message = await rpc.seal(topic, {
    id: proposal.proposalId,
    method: 'wc_sessionPropose',
    params: {
      requiredNamespaces: {},
      optionalNamespaces: toWire(proposal.asked),
      relays: [{ protocol: 'irn' }],
      pairingTopic: topic,
      proposer,
      expiryTimestamp,
      ...(auth && { requests: { authentication: [auth.payload] } }),
    },
  })
  const { tag, ttl, prompt } = kindOf('wc_sessionPropose', 'request')
  // The URI is out, and the relay's socket opens meanwhile: the visitor does not wait for the attestation.
  const attested = world.attest?.(message).then(attestation => attestation && { attestation })
  const publish = { topic, message, tag, ttl, prompt }
  if (auth) {
    await link.subscribe([topic, auth.responseTopic])
    const params = {
      authPayload: auth.payload,
      requester: proposer,
      expiryTimestamp,
    }
    await rpc.ask(topic, auth.id, 'wc_sessionAuthenticate', params, { attested: true })
    return link.publish({ ...publish, ...(await attested) })
  }
  // The relay subscribes the proposer, but a wallet's answer may overtake the relay's: subscribe before the call.
  const heard = link.subscribe([topic])
  heard.catch(() => undefined)
  try {
    const call = { pairingTopic: topic, sessionProposal: message, ttl, ...(await attested) }
    await link.call('wc_proposeSession', call)
    await heard
  } catch (cause) {
    // A relay of before 2025 does not know the call, and one that has the topic already may refuse it.
    if (!isLatchkeyError(cause) || cause.context.relayCode === undefined) throw cause
    await link.subscribe([topic])
    await link.publish({ ...publish, ...(await attested) })
  }
}

/** As wallets read it: each old id stands behind the chains of today. */
function toWire(asked: RequestedNamespaces): unknown {
  const parts = Object.entries(asked).map(([namespace, { aliases, chains, ...part }]) => [
    namespace,
    { ...part, chains: [...chains, ...Object.keys(aliases ?? {})] },
  ])
  return Object.fromEntries(parts)
}

/** Milliseconds by which the relay is ahead, as far as it is known. */
function skewOf({ link, clock }: SessionWorld): number {
  return link.serverNow() - clock.now()
}

/** A code of a clock that is behind says a time that is over, or nearly so: wallets find it too old (F38). In ms. */
const mostSkew = 30_000

/** Ends attempts whose times turn out too early: APKT004 with `reason: 'clock'`, for which another is to be made at once. */
export function endMistimed(world: SessionWorld): void {
  for (const attempt of [...world.attempts.values()]) {
    if (skewOf(world) - attempt.skew < mostSkew) continue
    attempt.reject(createError('APKT004', { context: { reason: 'clock' } }))
  }
}
