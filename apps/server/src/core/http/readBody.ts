import type { AppContext } from './appTypes.ts'
import { RouteFault } from './routeFault.ts'

/**
 * The request's body, or undefined once it proves longer than the limit: a longer one is never held in memory.
 * @throws RouteFault REQUEST_INVALID when its sender is gone before its end.
 */
export async function readBody(c: AppContext, limit: number): Promise<Uint8Array | undefined> {
  const stated = Number(c.req.header('content-length') ?? Number.NaN)
  if (stated > limit) return undefined
  try {
    // Node hands on no more bytes than the header states.
    if (stated >= 0 && c.env?.incoming !== undefined) return new Uint8Array(await c.req.arrayBuffer())
    return await readBounded(c.req.raw.body, limit)
  } catch (cause) {
    // The client is gone and reads no answer, but log and metrics must not count a failure of ours.
    throw new RouteFault('REQUEST_INVALID', {
      reasons: [{ name: 'body', description: 'It ended too early' }],
      cause,
    })
  }
}

/** Reads a stream to its end, or gives up on it at the limit. */
export async function readBounded(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | undefined> {
  if (stream === null) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
