import type { SessionWorld } from './sessionWorld.ts'

/** Deletes a pairing and its proposals, so that its URI is worthless (T92). */
export async function dropPairing(world: SessionWorld, topic: string): Promise<void> {
  const proposal = await world.proposals.get(topic)
  await world.proposals.delete(topic)
  const topics = [topic, proposal?.auth?.responseTopic, proposal?.sessionTopic].filter(
    each => each !== undefined,
  )
  // Of a session that came into being only the pairing goes.
  const unused = topics.filter(each => !world.list.get(each))
  void world.link.unsubscribe(unused).catch(() => undefined)
  for (const each of unused) await world.store.dropTopic(each)
  if (proposal && unused.length === topics.length) await world.store.keyPairs.delete(proposal.publicKey)
}
