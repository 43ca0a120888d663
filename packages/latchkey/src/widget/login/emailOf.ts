import type { Connection } from '../../contract/connection.ts'

/**
 * Returns the email address of the login in the wallet frame. A social account may have a name alone, and the stored
 * value may be anything.
 */
export function emailOf(connections: readonly Connection[]): string | undefined {
  const name: unknown = connections.find(({ transport }) => transport === 'embedded')?.auth?.username
  return typeof name === 'string' && name.includes('@') ? name : undefined
}
