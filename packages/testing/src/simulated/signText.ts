import { NamespaceError } from './namespaceError.ts'
import { testAddresses } from './testAddresses.ts'

/** What PKCS #8 has before the 32 bytes of an Ed25519 seed. */
const keyHead = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]

/** Signs a text with the Ed25519 key of a test address; answers base64. Throws NamespaceError for another address. */
export async function signText(address: string, text: string): Promise<string> {
  const index = testAddresses.indexOf(address)
  if (index < 0) throw new NamespaceError('unsupported')
  // The seed of the first address is all ones, of the second all twos.
  const key = Uint8Array.from([...keyHead, ...Array.from({ length: 32 }, () => index + 1)])
  const secret = await crypto.subtle.importKey('pkcs8', key, 'Ed25519', false, ['sign'])
  const signature = await crypto.subtle.sign('Ed25519', secret, new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
}
