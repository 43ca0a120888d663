import type { KeyDatabase } from '../../keys/keyDatabase.ts'
import { isKeeperKeys } from '../keeperKeys.ts'
import type { NoteOwner } from '../note.ts'
import type { FromKeeper, ToKeeper } from './messages.ts'

/** The record of one host page and project. Host pages are kept apart here, as the browser does with a frame's own storage. */
const nameOf = ({ host, projectId }: NoteOwner) => `keys ${projectId} ${host}`

/** Stores a frame's keys, or gives them back to a frame under the same host page. */
export async function answerKeeper(
  openDatabase: () => Promise<Pick<KeyDatabase, 'read' | 'write'>>,
  asked: ToKeeper,
): Promise<FromKeeper> {
  try {
    const database = await openDatabase()
    if (asked.is === 'keep') {
      await database.write(nameOf(asked.owner), asked.keys)
      return { is: 'kept' }
    }
    const keys = await database.read(nameOf(asked.owner))
    return isKeeperKeys(keys) ? { is: 'opened', keys } : { is: 'none' }
  } catch {
    return { is: 'failed' }
  }
}
