/** Images of strangers (NFTs, tokens, avatars) through our own server, so that no visitor's address leaks to them (T68, T69). */
import * as v from 'valibot'
import { projectErrors, projectQuery, route } from './route.ts'

/** The kinds of image the services hand on; what the first bytes say counts, not what the sender claims. */
export const imageTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
] as const

export type ImageType = (typeof imageTypes)[number]

/** The bytes of an image: such an answer is no JSON. */
export const imageSchema = v.pipe(v.blob(), v.mimeType(imageTypes))

/**
 * GET /v1/image?url=: the image behind an https, http, ipfs or data:image URL. An `<img>` sends no Origin, so the project
 * id alone lets it in; set `referrerpolicy="no-referrer"` all the same. An image that cannot be had is 404 NOT_FOUND.
 */
export const getImage = route({
  method: 'GET',
  path: '/v1/image',
  // The longest data: URI that fits a request line of Node's 16 KiB of headers.
  query: v.strictObject({ ...projectQuery, url: v.pipe(v.string(), v.minLength(1), v.maxLength(8_192)) }),
  response: imageSchema,
  errors: [...projectErrors, 'NOT_FOUND'],
})
