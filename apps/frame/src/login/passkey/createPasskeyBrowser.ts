import type { PasskeyBrowser } from './passkeyBrowser.ts'

/** The browser's own passkeys; what speaks to them is fetched with the first ceremony. */
export function createPasskeyBrowser(): PasskeyBrowser {
  return {
    isSupported: typeof PublicKeyCredential === 'function',
    async make(ask) {
      const [{ makePasskey }, asked] = await Promise.all([import('./ceremonies.ts'), ask()])
      return makePasskey(asked)
    },
    use: async asked => (await import('./ceremonies.ts')).usePasskey(asked),
  }
}
