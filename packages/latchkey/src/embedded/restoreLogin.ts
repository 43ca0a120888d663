import * as v from 'valibot'
import type { KeyStore } from '../engine/base/storage.ts'
import type { StoredKey } from '../engine/base/stored.ts'
import type { FrameChannel } from './frame.ts'

const login = v.object({
  provider: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  username: v.optional(v.pipe(v.string(), v.maxLength(300))),
})

/** The page's record of a login through the frame: enough to ask the frame at the next visit, and nothing secret. */
export const loginKey: StoredKey<v.InferOutput<typeof login>> = {
  name: 'login',
  version: 1,
  parse(data) {
    const read = v.safeParse(login, data)
    return read.success ? read.output : undefined
  },
}

/**
 * Asks the frame whether the stored login still holds; if it does not, or the frame does not answer, deletes it
 * (SPEC §4 "Embedded login frame"). Returns whether a visitor is logged in.
 */
export async function restoreLogin(frame: FrameChannel, storage: Pick<KeyStore, 'remove'>): Promise<boolean> {
  let isConnected = false
  try {
    ;({ isConnected } = await frame.request('IS_CONNECTED', {}))
  } catch {
    // A frame that does not answer is not connected.
  }
  if (!isConnected) await storage.remove(loginKey)
  return isConnected
}
