import type { SignIn } from './createSignIn.ts'

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
  end(body?: string): unknown
}

/** Bytes that are read; the routes refuse what is longer than they take. */
const longestBody = 70_000

/**
 * Makes a request handler for Node's `http` and for Express. Requests outside the base path go to `next`, or get 404.
 */
export function toNodeHandler(signIn: Pick<SignIn, 'handle' | 'basePath'>) {
  return async (
    request: NodeRequest,
    response: NodeResponse,
    next?: (error?: unknown) => void,
  ): Promise<void> => {
    try {
      const path = request.originalUrl ?? request.url ?? '/'
      if (next && !path.startsWith(`${signIn.basePath}/`)) {
        next()
        return
      }
      const answer = await signIn.handle(await toRequest(request, path))
      response.statusCode = answer.status
      for (const [name, value] of answer.headers) {
        // Append, because earlier middleware may have set cookies of its own.
        if (name === 'set-cookie' || name === 'vary') response.appendHeader(name, value)
        else response.setHeader(name, value)
      }
      // Do not wait for the rest of a body that is too long.
      if (answer.status === 413) response.setHeader('connection', 'close')
      response.end(await answer.text())
    } catch (cause) {
      if (next) {
        next(cause)
        return
      }
      console.error('[latchkey] Sign-in could not be answered:', cause)
      response.statusCode = 500
      response.end()
    }
  }
}

async function toRequest(request: NodeRequest, path: string): Promise<Request> {
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
  return new Request(new URL(`http://node.invalid${path.startsWith('/') ? path : '/'}`), {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
}

async function readBody(request: NodeRequest): Promise<string> {
  if (request.body !== undefined) {
    return typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
  }
  const tooLong = ' '.repeat(longestBody)
  if (Number(request.headers['content-length'] ?? 0) > longestBody) return tooLong
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > longestBody) return tooLong
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
