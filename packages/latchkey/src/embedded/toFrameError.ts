import { LatchkeyError } from '../contract/error.ts'
import { createError } from '../contract/errors/createError.ts'
import { type ErrorCode, errorTable } from '../contract/errors/table.ts'
import type { FrameErrorWire } from '../contract/frame.ts'
import { type RouteErrorCode, routeErrors } from '../contract/route.ts'

/**
 * The error that the frame's refusal stands for: one of the catalogue, or one of the services' with its sentence; anything
 * else is FRAME_ERROR, 'An error occurred' (SPEC §8). The error of a provider's call is in its context as `rpc`.
 */
export function toFrameError(wire: FrameErrorWire, name: string): LatchkeyError {
  const context = { ...wire.context, name, ...(wire.rpc && { rpc: wire.rpc }) }
  if (wire.code === 'unsupported') return createError('FRAME_UNSUPPORTED', { context })
  if (Object.hasOwn(errorTable, wire.code)) return createError(wire.code as ErrorCode, { context })
  if (Object.hasOwn(routeErrors, wire.code)) {
    const { message } = routeErrors[wire.code as RouteErrorCode]
    const seconds = wire.context?.n
    return new LatchkeyError({
      code: wire.code,
      kind: 'invalid',
      message: message.replace('{n}', String(typeof seconds === 'number' ? Math.ceil(seconds) : 1)),
      context,
    })
  }
  return createError('FRAME_ERROR', { context })
}
