import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { type DeviceKeys, deviceRecord, isDeviceKeys } from '../keys/deviceKey.ts'
import { keptLogin } from '../login/keptLogin.ts'
import { loginOf } from '../login/loginOf.ts'
import { loginPlace } from '../login/loginPlace.ts'
import { type KeeperKeys, makeNoteKey } from './keeperKeys.ts'
import { type NoteOwner, openNote, sealNote } from './note.ts'
import { pageMemoryOf } from './pageMemory.ts'

/** Whether a wallet that a browser does not store for its frame is kept by a window, and the notes that follow its changes. */
export interface Keeper {
  /** Whether the wallet ends with this page unless its visitor has it kept. */
  isWanted(): Promise<boolean>
  /** What a window is to store. Undefined without a device. */
  keys(): Promise<KeeperKeys | undefined>
  /** A window stores the keys: from now on the page carries a note of each change. */
  kept(keys: KeeperKeys): void
  /** Takes over the keys of a window and the page's note. Returns whether its visitor can sign here. */
  open(keys: KeeperKeys, note: string): Promise<boolean>
}

/** The host page and the project that a frame's keys and notes are of. */
export const ownerOf = ({ host, site }: Pick<Frame, 'host' | 'site'>): NoteOwner => ({
  host,
  projectId: site.projectId,
})

/** The keeper of a frame. */
export const keeperOf = (frame: Frame): Keeper => oneOf(frame, createKeeper)

function createKeeper(frame: Frame): Keeper {
  const memory = pageMemoryOf(frame)
  let key: CryptoKey | undefined
  let last: Promise<void> = Promise.resolve()

  /** Notes arrive in the order of the changes. */
  function tell(): void {
    last = last.then(async () => {
      if (key === undefined) return
      const note = memory.kept.has(keptLogin.name) ? await sealNote(key, ownerOf(frame), memory) : null
      frame.emit('KEPT', { note })
    })
  }

  function follow(next: CryptoKey): void {
    if (key === undefined) memory.watch(tell)
    key = next
    tell()
  }

  function device(): DeviceKeys | undefined {
    const stored = memory.keys.get(deviceRecord)
    return isDeviceKeys(stored) ? { pair: stored.pair, wrap: stored.wrap } : undefined
  }

  return {
    async isWanted() {
      const login = await loginOf(frame)
      const isWanted = key === undefined && login.memory === 'page' && login.get().at === 'in'
      // What the page still carries is of an earlier login.
      if (isWanted) frame.emit('KEPT', { note: null })
      return isWanted
    },
    async keys() {
      const made = device()
      return made && { ...made, note: await makeNoteKey() }
    },
    kept: ({ note }) => follow(note),
    async open({ note: noteKey, ...keys }, note) {
      if (!(await openNote(noteKey, ownerOf(frame), note, memory))) return false
      memory.keys.set(deviceRecord, keys)
      // The login of this page so far is another device's: with this session it would be refused, and end it.
      const place = oneOf(frame, loginPlace)
      place.leave?.()
      place.login = undefined
      const isIn = await (await loginOf(frame)).check()
      follow(noteKey)
      return isIn
    },
  }
}
