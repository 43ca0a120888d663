import { routeErrors } from '../contract/route.ts'

/** The part of Node's `IncomingMessage`, and of Express's request, that is read. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Express: the path before a router took its own part away. */
  readonly originalUrl?: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Where something like `express.json()` has read the body before. */
  readonly body?: unknown
}

/** The part of Node's `ServerResponse` that is written. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  appendHeader(name: string, value: string): unknown
  end(body?: Uint8Array): unknown
}

/** Bytes that are read. */
const longestBody = 70_000

/** What answers requests: sign-in, or a route that is paid for. */
export interface RequestHandler {
  handle(request: Request): Promise<Response>
  /** Where its routes are; without it, all requests are its own. */
  readonly basePath?: string
}

/**
 * Makes a request handler for Node's `http` and for Express. Requests outside the base path go to `next`, or get 404. Bodies are text of at most 70 kB; a longer one gets 413.
 */
export function toNodeHandler(handler: RequestHandler) {
  const { basePath } = handler
  return async (
    request: NodeRequest,
    response: NodeResponse,
    next?: (error?: unknown) => void,
  ): Promise<void> => {
    try {
      const path = request.originalUrl ?? request.url ?? '/'
      if (next && basePath !== undefined && !path.startsWith(`${basePath}/`)) {
        next()
        return
      }
      const asked = await toRequest(request, path)
      const answer = asked === undefined ? tooLong() : await handler.handle(asked)
      response.statusCode = answer.status
      for (const [name, value] of answer.headers) {
        // Append, because earlier middleware may have set cookies of its own.
        if (name === 'set-cookie' || name === 'vary') response.appendHeader(name, value)
        else response.setHeader(name, value)
      }
      // Do not wait for the rest of a body that is too long.
      if (answer.status === 413) response.setHeader('connection', 'close')
      response.end(new Uint8Array(await answer.arrayBuffer()))
    } catch (cause) {
      if (next) {
        next(cause)
        return
      }
      console.error('[latchkey] A request could not be answered:', cause)
      response.statusCode = 500
      response.end()
    }
  }
}

async function toRequest(request: NodeRequest, path: string): Promise<Request | undefined> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 has names that are none elsewhere.
    if (value === undefined || name.startsWith(':')) continue
    headers.set(name, typeof value === 'string' ? value : value.join(name === 'cookie' ? '; ' : ', '))
  }
  const method = request.method ?? 'GET'
  // The length is that of the body as read here.
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? await readBody(request) : undefined
  if (hasBody && body === undefined) return undefined
  return new Request(new URL(`${originOf(headers)}${path.startsWith('/') ? path : '/'}`), {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
}

/** As the sender names it: whether it came by https only a proxy knows. */
function originOf(headers: Headers): string {
  const host = headers.get('host') ?? ''
  return /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`)
    ? `http://${host}`
    : 'http://node.invalid'
}

function tooLong(): Response {
  const { status, message } = routeErrors.REQUEST_TOO_LARGE
  return Response.json({ code: 'REQUEST_TOO_LARGE', message }, { status })
}

/** Undefined for a body that is too long, whose rest is not read. */
async function readBody(request: NodeRequest): Promise<string | undefined> {
  if (request.body !== undefined) {
    return typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
  }
  if (Number(request.headers['content-length'] ?? 0) > longestBody) return undefined
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > longestBody) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
