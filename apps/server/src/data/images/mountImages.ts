import type { Hono } from 'hono'
import { getImage } from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate, GateRules } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { type Image, type Images, ImagesBusy } from './createImages.ts'

/** What fetching costs beside a request that memory answers. */
const fetchCost = 4

/** Images of strangers from our own address (T68, T69, T95). */
export function mountImages(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly images: Images
    readonly bodyLimit: number
    readonly clientAddress: (c: AppContext) => string
  },
): void {
  const { gate, images, clientAddress } = deps
  const rules: GateRules = { isEmbedded: true }
  mountProjectRoute(app, getImage, { ...deps, rules }, async ({ query: { url } }, project, c) => {
    let image = images.peek(url)
    if (image === undefined) {
      await gate.charge(c, project, fetchCost, rules)
      image = await images.find(url, clientAddress(c)).catch((error: unknown) => {
        if (error instanceof ImagesBusy) throw new RouteFault('APKT009', { status: 503, retryAfter: 1 })
        throw error
      })
    }
    // The reason stays here: it would reveal names and machines around this one.
    if (image === null) throw new RouteFault('NOT_FOUND')
    return answerImage(c, image)
  })
}

function answerImage(c: AppContext, image: Image): Response {
  c.header('ETag', image.etag)
  c.header('Cache-Control', 'public, max-age=86400')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  // An SVG opened by itself is a document: it may load and run nothing, and is saved rather than shown.
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  c.header('Content-Disposition', `attachment; filename="image.${extensionOf(image)}"`)
  if (c.req.header('if-none-match') === image.etag) return c.body(null, 304)
  return c.body(image.body, 200, { 'Content-Type': image.type })
}

function extensionOf(image: Image): string {
  return image.type.slice('image/'.length).replace('svg+xml', 'svg').replace('jpeg', 'jpg')
}
