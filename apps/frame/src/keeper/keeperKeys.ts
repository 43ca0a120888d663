import { type DeviceKeys, isDeviceKeys } from '../keys/deviceKey.ts'

/** What a window of the wallet's origin stores for its frame: none of these keys can be read, here or there. */
export interface KeeperKeys extends DeviceKeys {
  /** Encrypts the note that the host page carries. */
  readonly note: CryptoKey
}

/** A key for notes of one frame. */
export const makeNoteKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** Whether a stored record is what a frame gave: an extractable key is foreign (T19). */
export function isKeeperKeys(value: unknown): value is KeeperKeys {
  const { note } = Object(value) as Partial<KeeperKeys>
  return (
    isDeviceKeys(value) && note instanceof CryptoKey && note.algorithm.name === 'AES-GCM' && !note.extractable
  )
}
