import type { RoomTables } from '../../tables.ts'

/** The tables as queries see them; the rooms' migrations make them. */
export interface Database extends RoomTables {
  migrations: {
    id: number
    name: string
    /** Milliseconds since 1970. */
    at: number
  }
}
