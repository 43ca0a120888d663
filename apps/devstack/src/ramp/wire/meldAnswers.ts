import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { MeldError } from './rampWire.ts'

/** A request that is answered with a status and Meld's error. */
export class MeldRefusal extends Error {
  readonly status: ContentfulStatusCode
  readonly code: MeldError['code']
  constructor(status: ContentfulStatusCode, code: MeldError['code'], message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Answers with Meld's error. */
export function refuseAsMeld(context: Context, { status, code, message }: MeldRefusal): Response {
  const body: MeldError = { code, message, requestId: randomUUID(), timestamp: new Date().toISOString() }
  return context.json(body, status)
}

/** Reads the list that a query key holds; undefined for an absent or empty one. */
export function readList(context: Context, key: string): readonly string[] | undefined {
  const items = (context.req.query(key) ?? '').split(',').filter(item => item !== '')
  return items.length > 0 ? items : undefined
}
