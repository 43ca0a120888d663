/**
 * The tables of the relay; `migration.ts` makes them. Topics and hashes are 64 lower-case hex characters. Reads go to
 * `relay_mail` and `relay_marks`, which hold the rows of all shelves; on PostgreSQL these are the parents to which
 * a later step adds a column.
 */
export interface RelayTables {
  relay_mail: MessageRow
  relay_marks: DeliveryRow
  /** Mailboxes: the published messages that can still be fetched, except those on shelves. */
  relay_messages: MessageRow
  /** The clients that received each message, except those on shelves. */
  relay_deliveries: DeliveryRow
  /** They belong to a client, not to a socket, and outlive it. */
  relay_subscriptions: {
    topic: string
    client_id: string
    /** When the client last made use of it; idle ones go. */
    seen_at: number
  }
}

interface MessageRow {
  topic: string
  /** SHA-256 of the message: publishing it again changes nothing. */
  hash: string
  /** Rises with every message of a process: microseconds since 1970, more or less. */
  position: number
  /** Milliseconds since 1970. */
  published_at: number
  expires_at: number
  tag: number
  /** Size of message and attestation, stored apart so that counting a mailbox does not read it. */
  bytes: number
  /** The client that published it, to whom it never goes back. */
  publisher: string
  attestation: string | null
  message: string
  /** Of its publisher; empty for those of before there were quotas. */
  project_id: string
  /** From where it was published, an IPv4 address or an IPv6 /48; null for those of before this was kept. */
  network: string | null
}

interface DeliveryRow {
  topic: string
  hash: string
  client_id: string
  /** That of the message. */
  expires_at: number
}
