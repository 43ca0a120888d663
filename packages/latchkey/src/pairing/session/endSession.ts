import { kindOf, sessionErrors } from './sessionMethods.ts'
import type { SessionWorld } from './sessionWorld.ts'
import type { StoredFarewell } from './storedSession.ts'

/**
 * Ends a session on the page's side at once. The wallet is told now, or when the relay can be reached again: the message
 * is sealed before the keys go, and outlives the page.
 */
export async function endSession(world: SessionWorld, topic: string): Promise<void> {
  const id = world.rpc.nextId()
  const message = await world.rpc
    .seal(topic, { id, method: 'wc_sessionDelete', params: sessionErrors.userDisconnected })
    .catch(() => undefined)
  if (message !== undefined) {
    const { ttl } = kindOf('wc_sessionDelete', 'request')
    const farewell = { topic, message, expiry: world.clock.now() + ttl * 1_000 }
    await world.farewells.set(topic, farewell)
    void sayFarewell(world, farewell)
  }
  await world.list.end(topic, { by: 'app' })
}

/** Sends a farewell until the relay has it; what is refused or too late is dropped. */
export async function sayFarewell(world: SessionWorld, farewell: StoredFarewell): Promise<void> {
  const { topic, message, expiry } = farewell
  const { tag } = kindOf('wc_sessionDelete', 'request')
  const ttl = Math.floor((expiry - world.clock.now()) / 1_000)
  if (ttl > 0) {
    // Closed before it could leave: the next page says it.
    const left = await world.link.publish({ topic, message, tag, ttl }).then(
      () => true,
      cause => (cause as { code?: unknown }).code !== 'RPC_ABORTED',
    )
    if (!left) return
  }
  await world.farewells.delete(topic)
}
