import type { PasskeyBrowser } from './passkeyBrowser.ts'

/** The browser's own passkeys; what speaks to them is fetched with the first ceremony. */
export function createPasskeyBrowser(): PasskeyBrowser {
  return {
    isSupported: typeof PublicKeyCredential === 'function',
    make: async asked => (await import('./ceremonies.ts')).makePasskey(asked),
    use: async asked => (await import('./ceremonies.ts')).usePasskey(asked),
  }
}
