import type { Connection } from '../../contract/connection.ts'

/** What who is logged in to the wallet frame is known by; what was stored is not believed to be a text. */
export function loginNameOf(connections: readonly Connection[]): string | undefined {
  const name: unknown = connections.find(({ transport }) => transport === 'embedded')?.auth?.username
  return typeof name === 'string' ? name : undefined
}
