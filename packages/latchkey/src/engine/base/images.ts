/** The pictures that services give by id, each asked for once (SPEC §3 "Image caches"; F25). */
import type { EngineContext } from '../context.ts'

export type ImageKind = 'wallets' | 'networks' | 'connectors' | 'tokens' | 'currencies'

export interface Images {
  /** The address of a picture that is here; asks for nothing. */
  known(kind: ImageKind, id: string): string | undefined
  /** Brings a picture: a `data:` URL, or undefined when there is none. Never rejects. */
  image(kind: ImageKind, id: string): Promise<string | undefined>
}

/** Pictures kept in memory; the oldest give way. */
const most = 400

/** The image caches of one engine; the code that asks comes with the first picture. */
export function createImages(ctx: Pick<EngineContext, 'config' | 'api' | 'directory' | 'signal'>): Images {
  const here = new Map<string, string>()
  const asked = new Map<string, Promise<string | undefined>>()
  return {
    known: (kind, id) => here.get(`${kind} ${id}`),
    image(kind, id) {
      const key = `${kind} ${id}`
      const known = asked.get(key)
      if (known) return known
      const asking = import('./apiImages.ts')
        .then(({ loadImage }) => loadImage(ctx, kind, id))
        .then(
          url => {
            if (url !== undefined) here.set(key, url)
            if (here.size > most) {
              const [oldest = key] = here.keys()
              here.delete(oldest)
              asked.delete(oldest)
            }
            return url
          },
          () => {
            // No server answered: the next caller asks again.
            asked.delete(key)
            return undefined
          },
        )
      asked.set(key, asking)
      return asking
    },
  }
}
