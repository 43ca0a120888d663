import type { Connection } from '../../contract/connection.ts'

/** The address of who is logged in to the wallet frame; an account at a provider may have a name alone, and what was stored may be anything. */
export function emailOf(connections: readonly Connection[]): string | undefined {
  const name: unknown = connections.find(({ transport }) => transport === 'embedded')?.auth?.username
  return typeof name === 'string' && name.includes('@') ? name : undefined
}
