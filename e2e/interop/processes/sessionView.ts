import type { SessionView } from '../protocol.ts'
import type { SdkSession } from './sdk.ts'

export function sessionView({ topic, expiry, namespaces, peer, sessionProperties }: SdkSession): SessionView {
  return {
    topic,
    accounts: Object.values(namespaces)
      .flatMap(({ accounts }) => accounts)
      .toSorted(),
    expiry,
    peer: peer.metadata.name,
    ...(sessionProperties && { properties: sessionProperties }),
  }
}
