import { useImage } from '../shell/useImage.ts'

const drawn = /^\/public\/getTokenImage\/([\w.-]{1,32})$/

/** The id of the services' own image of a token. */
export function tokenImageId(iconUrl: string | undefined): string | undefined {
  return drawn.exec(iconUrl ?? '')?.[1]
}

/** A token's picture, once it is here: by the services' own images alone, never from where its maker says (T69). */
export function useTokenImage(iconUrl: string | undefined): string | undefined {
  return useImage('tokens', tokenImageId(iconUrl))
}
