import { createError, isLatchkeyError } from 'latchkey/contract'
import {
  type FrameAnswer,
  type FrameCallName,
  type FrameErrorWire,
  type FramePayload,
  readFrameError,
  readFrameRequest,
} from 'latchkey/services'
import type { Frame, FrameHandler, FrameHandlers } from '../frame.ts'
import { refusal } from '../provider/refusal.ts'

/** The most pending requests. A page with more gets an error, because it may wait for each of them. */
const mostAtOnce = 1_000

/** What a page would send along if it had asked for it itself, which it never may (T11). */
const typedElsewhere: ReadonlySet<string> = new Set([
  'CONNECT_OTP',
  'UPDATE_EMAIL_PRIMARY_OTP',
  'UPDATE_EMAIL_SECONDARY_OTP',
])

/** Answers the page's requests on the port until it ends: each with its own id, in whatever order they are ready. */
export function serveCalls(port: MessagePort, frame: Frame, handlers: FrameHandlers): void {
  const running = new Set<string>()
  const answer = (name: string, id: string, outcome: 'SUCCESS' | 'ERROR', payload: unknown) =>
    port.postMessage({ type: `@latchkey-frame/${name}_${outcome}`, id, payload })

  async function run<N extends FrameCallName>(name: N, payload: FramePayload<N>): Promise<FrameAnswer<N>> {
    // Indexing by a type parameter gives the union of all handlers instead of the one for that name.
    const load = handlers[name] as (() => Promise<FrameHandler<N>>) | undefined
    if (!load) throw createError('FRAME_UNSUPPORTED', { context: { name } })
    const handle = await load()
    return handle(payload, frame)
  }

  port.onmessage = async ({ data }: MessageEvent<unknown>) => {
    const read = readFrameRequest(data)
    if (read.is === 'malformed') return
    const { id, name } = read
    // An id counts once while it is answered: a repeated one is no second request (T04).
    if (running.has(id)) return
    if (running.size >= mostAtOnce) {
      answer(name, id, 'ERROR', toWire(refusal('unavailable', { message: 'Too many requests at once.' })))
      return
    }
    running.add(id)
    try {
      if (typedElsewhere.has(name)) throw createError('ACTION_NOT_ALLOWED', { context: { name } })
      if (read.is === 'unsupported') throw createError('FRAME_UNSUPPORTED', { context: { name } })
      if (read.is !== 'request') throw createError('CONFIG_INVALID', { context: { name } })
      const result = await run(read.name, read.payload as FramePayload<FrameCallName>)
      answer(name, id, 'SUCCESS', result)
    } catch (error) {
      answer(name, id, 'ERROR', toWire(error))
    } finally {
      running.delete(id)
    }
  }
  frame.signal.addEventListener('abort', () => port.close())
}

/** The code and plain data of an error: no class, no foreign text and no stack crosses (DECISIONS C11). */
function toWire(error: unknown): FrameErrorWire {
  if (!isLatchkeyError(error)) return { code: 'FRAME_ERROR' }
  if (error.code === 'FRAME_UNSUPPORTED') return { code: 'unsupported', context: pick(error.context) }
  const { rpc, ...context } = error.context
  return readFrameError({ code: error.code, context: pick(context), ...(rpc !== undefined && { rpc }) })
}

function pick(context: Readonly<Record<string, unknown>>): Record<string, string | number | boolean> {
  const plain: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(context)) {
    if (typeof value === 'string') plain[name] = value.slice(0, 300)
    else if (typeof value === 'number' || typeof value === 'boolean') plain[name] = value
  }
  return plain
}
