import type { Migration } from './core/store/migration.ts'
import { rooms } from './rooms.ts'

/** The schema's steps of every room, oldest first, numbered without gaps. */
export const migrations: readonly Migration[] = rooms
  .flatMap(room => room.migrations ?? [])
  .toSorted((a, b) => a.id - b.id)
