import { isLoopbackOrigin } from 'latchkey/services'
import type { Settings } from '../../rooms.ts'

/** An address under which browsers reach this installation, and the variable that says so. */
export interface PublicUrl {
  readonly variable: 'PUBLIC_URLS' | 'FRAME_ORIGIN'
  readonly url: string
}

/** The installation's addresses, without those of this machine: these are what visitors of the internet use. */
export function listPublicUrls(settings: Settings): readonly PublicUrl[] {
  const { walletOrigin } = settings.custody
  const all: PublicUrl[] = [
    ...settings.signIn.publicUrls.map(url => ({ variable: 'PUBLIC_URLS', url }) as const),
    ...(walletOrigin === undefined ? [] : [{ variable: 'FRAME_ORIGIN', url: walletOrigin } as const]),
  ]
  return all.filter(({ url }) => !isLoopbackOrigin(new URL(url).origin))
}
