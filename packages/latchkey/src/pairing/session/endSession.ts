import { sessionErrors } from './sessionErrors.ts'
import { kindOf } from './sessionMethods.ts'
import type { SessionWorld } from './sessionWorld.ts'
import type { StoredFarewell, StoredProposal } from './storedSession.ts'

/**
 * Ends a session on the page's side at once. The wallet gets the message now, or when the relay can be reached again:
 * the message is sealed before the keys go, and outlives the page.
 */
export async function endSession(world: SessionWorld, topic: string): Promise<void> {
  const { ttl } = kindOf('wc_sessionDelete', 'request')
  await bid(world, { topic, expiry: world.clock.now() + ttl * 1_000 }, 'wc_sessionDelete')
  await world.list.end(topic, { by: 'app' })
}

/**
 * Tells a wallet that has read the code that the page no longer waits: the pairing ends (wc_pairingDelete), and with it
 * a session that was being settled. The relay stores the messages until the proposal would have expired.
 */
export async function giveUp(world: SessionWorld, proposal: StoredProposal): Promise<void> {
  const { pairingTopic, expiry } = proposal
  const { sessionTopic } = (await world.proposals.get(pairingTopic)) ?? proposal
  await bid(world, { topic: pairingTopic, expiry }, 'wc_pairingDelete')
  if (sessionTopic !== undefined) await bid(world, { topic: sessionTopic, expiry }, 'wc_sessionDelete')
}

/** Seals a farewell while there is a key, stores it and sends it. */
async function bid(
  world: SessionWorld,
  { topic, expiry }: { readonly topic: string; readonly expiry: number },
  method: 'wc_pairingDelete' | 'wc_sessionDelete',
): Promise<void> {
  const content = { id: world.rpc.nextId(), method, params: sessionErrors.userDisconnected }
  const message = await world.rpc.seal(topic, content).catch(() => undefined)
  if (message === undefined) return
  const farewell = { topic, message, expiry, tag: kindOf(method, 'request').tag }
  await world.farewells.set(topic, farewell)
  void sayFarewell(world, farewell)
}

/** Sends a farewell until the relay has it; what is too late is dropped. */
export async function sayFarewell(world: SessionWorld, farewell: StoredFarewell): Promise<void> {
  const { topic, message, expiry, tag = kindOf('wc_sessionDelete', 'request').tag } = farewell
  const ttl = Math.floor((expiry - world.clock.now()) / 1_000)
  if (ttl > 0) {
    // Closed before it could leave, or refused for now: the next page says it.
    const left = await world.link.publish({ topic, message, tag, ttl }).then(
      () => true,
      () => false,
    )
    if (!left) return
  }
  await world.farewells.delete(topic)
}
