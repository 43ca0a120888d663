import { createHash } from 'node:crypto'

/** Times that a connection has run a text before it is prepared: many are run once, and would only take room. */
const familiar = 3
const mostNames = 100
const mostSeen = 1_000

/** Names for the statements that a connection runs often: PostgreSQL then parses and plans them once. */
export interface StatementNames<Client extends object> {
  /** The name of the text on this connection, or undefined for one that is not prepared. */
  nameOf(client: Client, text: string): string | undefined
  /** Whether a connection has taken all names, those of dropped tables too: close it, the next one begins anew. */
  isFull(client: Client): boolean
}

export function createStatementNames<Client extends object>(): StatementNames<Client> {
  const connections = new WeakMap<Client, { seen: Map<string, number>; names: Map<string, string> }>()
  return {
    nameOf(client, text) {
      const own = connections.get(client) ?? { seen: new Map<string, number>(), names: new Map() }
      connections.set(client, own)
      const known = own.names.get(text)
      if (known !== undefined) return known
      if (own.names.size >= mostNames || hasOpenColumns(text)) return undefined
      const times = (own.seen.get(text) ?? 0) + 1
      own.seen.set(text, times)
      if (own.seen.size > mostSeen) own.seen.clear()
      if (times <= familiar) return undefined
      own.seen.delete(text)
      const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
      own.names.set(text, name)
      return name
    },
    isFull: client => (connections.get(client)?.names.size ?? 0) >= mostNames,
  }
}

/** A prepared statement fails for good once its columns change, as those of a star do by a step of a newer release. */
function hasOpenColumns(text: string): boolean {
  return /\b(?:select|returning)\s+(?:[\w".]+\.)?\*/i.test(text)
}
