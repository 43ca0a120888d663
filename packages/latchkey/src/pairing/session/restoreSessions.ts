import type { ErrorCode } from '../../contract/errors/table.ts'
import { toConnectError } from '../../contract/errors/toConnectError.ts'
import type { Pairing } from '../pairing.ts'
import { dropPairing } from './dropPairing.ts'
import { sayFarewell } from './endSession.ts'
import type { SessionWorld } from './sessionWorld.ts'

/** Restores the state of an earlier page: sessions, proposals that a wallet may still answer, and farewells to send. */
export async function restoreSessions(world: SessionWorld): Promise<Pairing['sessions']> {
  const now = world.clock.now()
  const sessions = await world.list.load()
  const topics = sessions.map(session => session.topic)
  for (const { id, value } of await world.proposals.list()) {
    if (value.expiry <= now) await dropPairing(world, id)
    else {
      topics.push(id, ...[value.sessionTopic, value.auth?.responseTopic].filter(each => each !== undefined))
      world.at(value.expiry, () => void dropPairing(world, id))
    }
  }
  if (topics.length > 0) {
    // The restore does not wait for the relay; a refusal becomes an alert.
    world.link
      .subscribe(topics)
      .catch(cause => world.alert(toConnectError(cause).code as ErrorCode, { topics: topics.length }))
  }
  for (const { value } of await world.farewells.list()) void sayFarewell(world, value)
  return sessions
}
