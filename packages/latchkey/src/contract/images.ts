/** Images of strangers (NFTs, tokens, avatars) through our own server, so that no visitor's address leaks to them (T68, T69). */
import * as v from 'valibot'
import { projectErrors, projectQuery, route } from './route.ts'

/** The image types that the services deliver. The first bytes decide, not the sender's Content-Type. */
export const imageTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
] as const

/** An image type that the services deliver. */
export type ImageType = (typeof imageTypes)[number]

/** The bytes of an image, instead of JSON. */
export const imageSchema = v.pipe(v.blob(), v.mimeType(imageTypes))

/**
 * GET /v1/image?url=: returns the image behind an https, http, ipfs or data:image URL. An `<img>` sends no Origin, so
 * the project id alone is enough; still set `referrerpolicy="no-referrer"`. An image that cannot be fetched is
 * 404 NOT_FOUND.
 */
export const getImage = route({
  method: 'GET',
  path: '/v1/image',
  // The longest data: URI that fits a request line of Node's 16 KiB of headers.
  query: v.strictObject({ ...projectQuery, url: v.pipe(v.string(), v.minLength(1), v.maxLength(8_192)) }),
  response: imageSchema,
  errors: [...projectErrors, 'NOT_FOUND'],
})
